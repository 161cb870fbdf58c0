// The pace of the walk: later layers in one scene each, or every step of every layer.

import { MOMENTS, WALKED, expect, stateOf, test } from './walk.js';

const expectAt = async (walk, moment) => expect(await walk.state()).toMatchObject({ ...stateOf(moment), t: 1 });

test('every step of every layer once that is asked for, and then one scene a layer again', async ({ walk, page }) => {
  await walk.open('step=block&layer=1');
  await walk.button('pace').press('Enter');
  await walk.drawn();
  expect(await walk.link()).toContain('pace=full');
  await expect(walk.button('pace')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Home');
  for (const moment of MOMENTS.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expectAt(walk, moment);
  }
  await walk.button('pace').click();
  expect(await walk.link()).not.toContain('pace');
  await page.keyboard.press('ArrowLeft');
  await expectAt(walk, WALKED.at(-2));
});

test('a link to a step of a later layer opens that layer alone', async ({ walk, page }) => {
  await walk.open('step=softmax&layer=1');
  const rail = walk.player.locator('.group');
  await expect(rail.nth(2).locator('i')).toHaveCount(MOMENTS.filter(({ layer }) => layer === 1).length);
  await expect(rail.nth(3).locator('i')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expectAt(walk, { step: 'mix', layer: 1 });
  await walk.set({ step: 'feed-forward' });
  await page.keyboard.press('ArrowRight');
  await expectAt(walk, { step: 'block', layer: 2 });
  await page.keyboard.press('ArrowLeft');
  await expectAt(walk, { step: 'block', layer: 1 });
});

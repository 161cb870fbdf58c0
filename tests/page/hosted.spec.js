// The hosted page: the whole model as a map to move about in, one bar for all figures, chapters, the formula once.

import { readFileSync } from 'node:fs';
import { run } from './engine.js';
import { range } from './figures.js';
import { CONFIG, Walk, expect, test } from './walk.js';

const LEAST = 0.02;

const part = (figure, name) => figure.stage.locator(`[data-part="${name}"]`);

/** The page with its map, its bar and the walk ready. */
async function opened(page, site) {
  const [overview, bar, walk] = ['overview', 'bar', 'step-by-step'].map((id) => new Walk(page, site.url, id));
  await walk.open('build=simd', '');
  await Promise.all([overview.ready(), bar.ready()]);
  return { overview, bar, walk };
}

test('the map draws every weight of the followed token that can be seen, as Node computes it', async ({
  page,
  site,
}) => {
  const { overview } = await opened(page, site);
  const numbers = await run();
  const drawn = await overview.stage
    .locator('[data-tensor=weights]')
    .evaluateAll((all) =>
      all.map(({ dataset: { layer, head, row, column, value } }) => [layer, head, row, column, value]),
    );
  const expected = range(CONFIG.n_layers).flatMap((layer) =>
    range(CONFIG.n_heads).flatMap((head) => {
      const { data } = numbers.get('weights', layer, head);
      return range(12)
        .map((key) => [layer, head, 6, key, data[6 * 12 + key]])
        .filter(([, , , , weight]) => weight >= Math.fround(LEAST));
    }),
  );
  expect(drawn).toEqual(expected.map((edge) => edge.map(String)));
});

test('a part of the map leads to its scene, with the sentence as it is, and is marked there', async ({
  page,
  site,
}) => {
  const { overview, bar, walk } = await opened(page, site);
  await bar.choose('context', 'a');
  await expect.poll(async () => (await walk.state()).context).toBe('a');
  await expect(part(overview, 'head:2:1')).toHaveAttribute('href', /context=a/);
  await part(overview, 'head:2:1').click();
  await expect.poll(() => walk.state()).toMatchObject({ step: 'softmax', layer: 2, head: 1, context: 'a' });
  await expect(part(bar, 'head:2:1')).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('.whole [data-on]')).toHaveText('softmax');
  expect(await walk.element.evaluate((element) => Math.abs(element.getBoundingClientRect().top))).toBeLessThan(300);
  await part(bar, 'feed-forward:0').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => walk.state()).toMatchObject({ step: 'feed-forward', layer: 0 });
});

test('what is set in the bar is set in every figure, and comes back with the address', async ({ page, site }) => {
  const { bar, walk } = await opened(page, site);
  await walk.element.scrollIntoViewIfNeeded();
  await bar.choose('mask', 'causal');
  await expect.poll(async () => (await walk.state()).mask).toBe('causal');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('mask=causal');
  await page.reload();
  await walk.ready();
  expect((await walk.state()).mask).toBe('causal');
});

test('the answer is a secret until the reader has guessed', async ({ page, site }) => {
  const { overview } = await opened(page, site).then(async (all) => {
    await page.goto('about:blank');
    await page.goto(site.url);
    await Promise.all(Object.values(all).map((figure) => figure.ready()));
    return all;
  });
  await expect(overview.stage.locator('[data-tensor=probabilities]')).toHaveCount(0);
  const minute = new Walk(page, site.url, 'minute');
  await minute.ready();
  await minute.element.locator('.guess button').first().click();
  await expect(overview.stage.locator('[data-tensor=probabilities]')).toHaveCount(2);
});

test('parts of the formula, and the three sentences, lead to what they say', async ({ page, site }) => {
  const { walk } = await opened(page, site);
  await page.locator('.whole a', { hasText: 'V' }).last().click();
  await expect.poll(async () => (await walk.state()).step).toBe('mix');
  await page.locator('#summary ol:not([hidden]) a').nth(1).click();
  await expect.poll(async () => (await walk.state()).step).toBe('softmax');
});

test('the C of a step is the very source', async ({ walk }) => {
  await walk.open('step=mix&depth=code', 'embed.html');
  const source = readFileSync(new URL('../../src/steps/10_mix.c', import.meta.url), 'utf8');
  await expect.poll(() => walk.element.locator('.code code').evaluate((code) => code.textContent)).toBe(source);
});

test('every chapter is named in the index, which leads there and says where one is', async ({ page, site }) => {
  await opened(page, site);
  await page.setViewportSize({ width: 1280, height: 900 });
  const ids = await page.locator('.chapter').evaluateAll((all) => all.map(({ id }) => `#${id}`));
  const links = page.locator('.rail a');
  expect(await links.evaluateAll((all) => all.map(({ hash }) => hash))).toEqual(ids);
  await links.nth(3).click();
  await expect(links.nth(3)).toHaveAttribute('aria-current', 'location');
  await expect(page.locator('token-walk .notice')).toHaveCount(0);
});

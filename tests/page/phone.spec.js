// A phone: 390 pixels wide, a thumb, and a page that must go on scrolling under it.

import { MOMENTS, expect, stateOf, test as base } from './walk.js';

const test = base.extend({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
});

/** How far the page reaches beyond the screen, sideways. */
const overhang = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const FINGER = { pointerType: 'touch' };

/** A finger put down at a point and drawn up or down the screen. */
async function swipe(page, { x, y }, by) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y, ...FINGER }]);
  for (let i = 1; i <= 8; i += 1) await touch('touchMove', [{ x, y: y + (by * i) / 8, ...FINGER }]);
  await touch('touchEnd', []);
  await session.detach();
}

for (const lang of ['zh', 'en']) {
  test(`no step can be scrolled sideways, and the stage keeps inside the screen, ${lang}`, async ({ walk, page }) => {
    await walk.open(`lang=${lang}`);
    const found = {};
    for (const moment of [...MOMENTS, { step: 'block', layer: 1 }]) {
      await walk.go(moment);
      expect(await overhang(page), `${moment.step} ${moment.layer}`).toBe(0);
      const outside = await walk.element.evaluate((element) =>
        [...element.shadowRoot.querySelectorAll('.stage [role=gridcell], .stage text, button, .now, h2, .belief')]
          .filter((shape) => {
            const { left, right, width } = shape.getBoundingClientRect();
            return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
          })
          .map((shape) => `${shape.localName}.${shape.getAttribute('class')} ${shape.textContent.slice(0, 20)}`),
      );
      if (outside.length > 0) found[moment.step] = [...new Set(outside)];
    }
    expect(found).toEqual({});
  });
}

test('long sentences and every context fit as well', async ({ walk, page }) => {
  await walk.open('context=a');
  for (const moment of [MOMENTS[0], MOMENTS[4], MOMENTS[5], MOMENTS[8], MOMENTS[9]]) {
    await walk.go(moment);
    expect(await overhang(page), moment.step).toBe(0);
  }
  await walk.set({ context: 'none', sentence: '它需要获取最新配置，'.repeat(10), step: 'tokens' });
  await expect(walk.element.locator('.token')).toHaveCount(60);
  for (const step of ['tokens', 'score', 'softmax', 'mix', 'prediction']) {
    await walk.set({ step });
    expect(await overhang(page), step).toBe(0);
  }
});

test('the player stays at the bottom of the screen, in reach of a thumb', async ({ walk, page }) => {
  await walk.open();
  for (const moment of MOMENTS.filter((_, i) => i % 3 === 0)) {
    await walk.go(moment);
    await page.evaluate(() => document.querySelector('token-walk').scrollIntoView({ block: 'start' }));
    const { bottom, top } = await walk.player.evaluate((player) => player.getBoundingClientRect());
    expect(bottom, moment.step).toBeLessThanOrEqual(844.5);
    expect(top, moment.step).toBeGreaterThan(844 - 180);
    for (const name of ['back', 'forward']) {
      const { width, height } = await walk.button(name).boundingBox();
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
    }
  }
  await walk.go({ step: 'add', layer: 0 });
  await walk.button('forward').tap();
  await expect.poll(async () => (await walk.state()).step).toBe('feed-forward');
  await walk.button('first').tap();
  await walk.button('forward').tap();
  await expect.poll(async () => (await walk.state()).step).toBe('embedding');
});

test('a tap on a cell unfolds it, another tap moves on, and it can be closed', async ({ walk }) => {
  await walk.open('step=score&layer=1');
  const cell = (row, column) => walk.cell({ tensor: 'scores', row, column });
  await cell(6, 0).tap();
  const head = walk.element.locator('.unfold .head');
  await expect(head).toContainText('它');
  await expect(head).toContainText('服务 A');
  await cell(2, 3).tap();
  await expect(head).toContainText('配置中心 B');
  expect((await walk.state()).cell).toMatchObject({ tensor: 'scores', row: 2, column: 3 });
  await walk.element.locator('.unfold .quiet').tap();
  await expect(walk.element.locator('.unfold')).toHaveCount(0);
});

test('a token can be followed by a tap', async ({ walk }) => {
  await walk.open('step=softmax&layer=1');
  await walk.element.locator('.token').nth(10).tap();
  expect((await walk.state()).token).toBe(10);
  await expect(walk.now).toContainText('%');
});

test.describe('the page scrolls under', () => {
  test('a finger drawn over the stage', async ({ walk, page }) => {
    await walk.open('step=score');
    await walk.stage.evaluate((stage) => stage.scrollIntoView({ block: 'start' }));
    const before = await page.evaluate(() => scrollY);
    const { x, y, width } = await walk.stage.boundingBox();
    await swipe(page, { x: x + width * 0.7, y: y + 330 }, -220);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    expect(await walk.state()).toMatchObject(stateOf({ step: 'score', layer: 0 }));
  });

  base('a wheel over the stage, over a cell and over the player', async ({ walk, page }) => {
    await walk.open('step=score');
    for (const target of [walk.stage, walk.cell({ tensor: 'scores', row: 5, column: 5 }), walk.player]) {
      await page.evaluate(() => scrollTo(0, 0));
      await target.hover();
      const before = await page.evaluate(() => scrollY);
      await page.mouse.wheel(0, 260);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    }
  });
});

test('in a narrow column of a wide page the element is as it is on a phone', async ({ walk, page }) => {
  await walk.open('step=softmax');
  const narrow = await walk.stage.evaluate((stage) => stage.getBoundingClientRect().width);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addStyleTag({ content: 'main { width: 390px; }' });
  await expect.poll(() => walk.stage.evaluate((stage) => stage.getBoundingClientRect().width)).toBeLessThan(390);
  expect(narrow).toBeLessThan(390);
});

// The walk keeps its places: what the pointer rests on stays under it from scene to scene.

import { WALKED, expect, stateOf, test } from './walk.js';

const SCREENS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of SCREENS)
  for (const lang of ['zh', 'en'])
    test(`one place to click walks all the way, ${viewport.width} wide, ${lang}`, async ({ walk, page }) => {
      await page.setViewportSize(viewport);
      await walk.open(`lang=${lang}`);
      const heights = new Set();
      const { x, y, width, height } = await walk.button('forward').boundingBox();
      for (const moment of WALKED.slice(1)) {
        await page.mouse.click(x + width / 2, y + height / 2);
        await walk.drawn();
        expect(await walk.state()).toMatchObject(stateOf(moment));
        heights.add(
          await walk.element.evaluate((element) => element.shadowRoot.querySelector('.stage-box').clientHeight),
        );
      }
      expect([...heights], 'heights of the stage').toHaveLength(1);
    });

test.describe('from loading on', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  for (const viewport of SCREENS)
    test(`nothing on screen is pushed about, ${viewport.width} wide`, async ({ walk, page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(() => {
        window.shifted = [];
        new PerformanceObserver((list) =>
          window.shifted.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)),
        ).observe({ type: 'layout-shift', buffered: true });
      });
      await walk.open();
      for (const moment of WALKED.slice(0, 8)) {
        await walk.go(moment);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      }
      const shifts = await page.evaluate(() =>
        window.shifted.map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.className ?? '')]),
      );
      expect(
        shifts.reduce((sum, [value]) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.01);
    });
});

// The minute's looks: one height, nothing outside the screen, nothing too small, and nothing that axe finds.

import { AXE, openFigure } from './figures.js';
import { SCENES, forward } from './minute.js';
import { Walk, expect, served, test } from './walk.js';

for (const width of [390, 1280])
  test(`one height for every scene, all inside the screen and large enough to read, ${width}`, async ({
    walk,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    for (const lang of ['zh', 'en']) {
      await openFigure(walk, 'minute', `lang=${lang}`);
      const heights = new Set();
      for (const scene of SCENES) {
        await forward(walk, scene);
        heights.add(await walk.stage.getAttribute('height'));
        const wrong = await walk.element.evaluate((element) =>
          [...element.shadowRoot.querySelectorAll('.stage text, .arc, .guess button, .now, h2')]
            .filter((one) => {
              const { left, right, width: wide } = one.getBoundingClientRect();
              const small = one.localName === 'text' && parseFloat(getComputedStyle(one).fontSize) < 11;
              return small || (wide > 0 && (left < -0.5 || right > innerWidth + 0.5));
            })
            .map((one) => one.textContent),
        );
        expect(wrong, `${lang} ${scene}`).toEqual([]);
      }
      expect(heights.size, lang).toBe(1);
    }
  });

for (const [lang, colorScheme, width] of [
  ['zh', 'light', 1280],
  ['en', 'dark', 390],
])
  test(`axe finds nothing, ${lang}, ${colorScheme}, ${width}`, async ({ page }) => {
    const rules = [{ match: /^\/axe\.js/, body: AXE, type: 'text/javascript' }];
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await served({ rules }, async ({ url }) => {
      const walk = new Walk(page, url);
      await openFigure(walk, 'minute', `lang=${lang}&guess=0`);
      await page.addScriptTag({ url: `${url}axe.js` });
      for (const scene of SCENES) {
        await forward(walk, scene);
        const { violations } = await page.evaluate(() => window.axe.run('html', { resultTypes: ['violations'] }));
        expect(
          violations.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 140)}`),
          scene,
        ).toEqual([]);
      }
    });
  });

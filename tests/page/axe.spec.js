// No violation that axe can find: every step, light and dark, both languages, wide and narrow, with a
// cell unfolded, with a refused sentence, and where the engine cannot come.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Walk, WALKED, expect, forgive, served, test } from './walk.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AS_FILE = { match: /^\/axe\.js/, body: AXE, type: 'text/javascript' };

/** Puts axe on the page by a script file, as a content policy would ask. */
const bring = (page, url) => page.addScriptTag({ url: `${url}axe.js` });

/**
 * What axe finds: rule, and where first. `whole` looks at the page around the element too. The rows of
 * a matrix are made by one line of code, so the first ones stand for all and axe is spared the rest.
 */
async function violations(page, whole = false) {
  const found = await page.evaluate(
    (all) =>
      window.axe.run(
        {
          include: [all ? 'html' : 'token-walk:first-of-type'],
          exclude: [['token-walk', '[role=row]:nth-of-type(n + 3)']],
        },
        { resultTypes: ['violations'], elementRef: false },
      ),
    whole,
  );
  return found.violations.map(
    ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0].target.flat().join(' ')} ${nodes[0].html.slice(0, 140)}`,
  );
}

const LOOKS = [
  { lang: 'zh', colorScheme: 'light', width: 1280 },
  { lang: 'en', colorScheme: 'dark', width: 390 },
  { lang: 'zh', colorScheme: 'dark', width: 390 },
  { lang: 'en', colorScheme: 'light', width: 1280 },
];

async function prepared(page, { lang, colorScheme, width }, link, use, file = 'embed.html') {
  await served({ rules: [AS_FILE] }, async ({ url }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const walk = new Walk(page, url);
    await walk.open(`lang=${lang}&${link}`, file);
    await bring(page, url);
    await use(walk);
  });
}

const name = ({ lang, colorScheme, width }) => `${lang}, ${colorScheme}, ${width}`;

for (const [i, look] of LOOKS.entries()) {
  // The first two looks see every scene, the others every third; all see the hosted page once.
  const scenes = WALKED.filter((_, at) => i < 2 || at % 3 === i - 2);
  test(`every scene: ${name(look)}`, async ({ page }) => {
    test.setTimeout(90_000);
    await prepared(page, look, 'mask=causal', async (walk) => {
      const found = {};
      for (const moment of scenes) {
        await walk.go(moment);
        const list = await violations(page);
        if (list.length > 0) found[moment.step] = list;
      }
      expect(found).toEqual({});
    });
  });

  test(`the hosted page: ${name(look)}`, async ({ page }) => {
    test.setTimeout(90_000);
    await prepared(page, look, 'step=softmax', async () => expect(await violations(page, true)).toEqual([]), '');
  });

  test(`a cell unfolded, an edge cut, a sentence refused: ${name(look)}`, async ({ page }) => {
    await prepared(page, look, 'step=mask&layer=1&cuts=1.*.6.0&cell=masked:1:0:6:0', async (walk) => {
      await expect(walk.element.locator('.unfold')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await walk.set({ step: 'score', cell: { tensor: 'scores', layer: 1, head: 0, row: 6, column: 0 } });
      await walk.element.locator('.own summary').click();
      await walk.element.locator('#sentence').fill('香蕉');
      await walk.element.locator('#sentence').press('Enter');
      await expect(walk.problem).toContainText('香蕉');
      expect(await violations(page)).toEqual([]);
    });
  });
}

for (const look of LOOKS.slice(0, 2)) {
  test(`where the weights are missing: ${name(look)}`, async ({ page, faults }) => {
    await served({ rules: [AS_FILE, { match: /safetensors/, status: 404 }] }, async ({ url }) => {
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await page.setViewportSize({ width: look.width, height: 900 });
      const walk = new Walk(page, url);
      await walk.load(`lang=${look.lang}&head=99`);
      await expect(walk.alert).toBeVisible();
      await bring(page, url);
      expect(await violations(page, true)).toEqual([]);
    });
    forgive(faults, /404/);
  });
}

test('while things load, and the page for frames', async ({ page, faults }) => {
  await served({ rules: [AS_FILE, { match: /safetensors/, hang: true, times: 1 }] }, async ({ url }) => {
    const walk = new Walk(page, url);
    await walk.load();
    await expect(walk.element.locator('.loading')).toBeVisible();
    await bring(page, url);
    expect(await violations(page, true)).toEqual([]);
    await walk.open('step=softmax', 'embed.html');
    await bring(page, url);
    expect(await violations(page)).toEqual([]);
  });
  expect(faults).toEqual([]);
});

test('axe sees into the element: a broken name in it is found', async ({ page }) => {
  await prepared(page, LOOKS[0], 'step=score', async (walk) => {
    await walk.element.evaluate((element) =>
      element.shadowRoot.querySelector('button.forward').removeAttribute('aria-label'),
    );
    await walk.element.evaluate((element) =>
      element.shadowRoot.querySelector('button.forward').removeAttribute('title'),
    );
    expect((await violations(page)).join()).toContain('button-name');
  });
});

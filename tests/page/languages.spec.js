// Chinese and English: every step says the same things in both, nothing shows through from the
// machinery, and negative numbers carry a minus sign, not a hyphen.

import { readWords } from './read.js';
import { GLYPHS, MOMENTS, Walk, expect, test } from './walk.js';

const HAN = /\p{Script=Han}/u;

/** What a reader is told at one moment. */
const told = (walk) =>
  walk.element.evaluate((element) =>
    Object.fromEntries(
      ['h2', '.lead', '.now'].map((name) => [name, element.shadowRoot.querySelector(name).textContent.trim()]),
    ),
  );

/** Words that are no words, or numbers that are not written as numbers are. */
const broken = (texts) =>
  texts.filter(
    (text) =>
      /NaN|undefined|\bnull\b|\[object|Infinity|\uFFFD/.test(text) ||
      /(?<![\w\u2212.])-\d|\de-\d/.test(text) ||
      (text.match(/\d+\.\d+/g) ?? []).some((number) => number.replace('.', '').replace(/^0+/, '').length > 9),
  ); // a float32 has nine digits

const SPOKEN = [
  ['encoder, to the end of layer 1', 'encoder', MOMENTS.slice(0, 13)],
  ['encoder, from layer 2', 'encoder', MOMENTS.slice(13)],
  ['causal', 'causal', MOMENTS.filter(({ step }) => ['tokens', 'score', 'mask', 'softmax', 'mix'].includes(step))],
];

for (const [which, mask, moments] of SPOKEN) {
  test(`every step speaks both languages: ${which}`, async ({ walk }) => {
    await walk.open(`mask=${mask}&cuts=0.0.6.0`, 'embed.html');
    for (const moment of moments) {
      await walk.set({ lang: 'zh' });
      await walk.go(moment);
      const chinese = await told(walk);
      const words = await readWords(walk);
      await walk.set({ lang: 'en' });
      const english = await told(walk);
      words.push(...(await readWords(walk)));
      for (const part of Object.keys(chinese)) {
        const where = `${moment.step} ${part}`;
        expect(chinese[part].length, where).toBeGreaterThan(3);
        expect(english[part].length, where).toBeGreaterThan(3);
        expect(chinese[part], where).toMatch(HAN);
        expect(english[part], where).toMatch(/[a-z]{3}/);
        expect(english[part], where).not.toBe(chinese[part]);
        expect(
          GLYPHS.reduce((text, glyph) => text.replaceAll(glyph, ''), english[part]),
          `${where}, but for the sentence`,
        ).not.toMatch(HAN);
      }
      expect(broken(words), moment.step).toEqual([]);
    }
  });
}

test('negative numbers are written with U+2212', async ({ walk }) => {
  await walk.open('step=score');
  const negative = await walk.stage.locator('[role=gridcell][data-value^="-"]').first().getAttribute('aria-label');
  expect(negative).toContain('\u2212');
  expect(
    (await walk.stage.locator('.number').allTextContents()).filter((text) => text.startsWith('\u2212')).length,
  ).toBeGreaterThan(10);
});

test('a sentence names the numbers of its own scene', async ({ walk }) => {
  await walk.open('build=simd&step=softmax&layer=1');
  const value = async (tensor, column) =>
    Number(await walk.cell({ tensor, row: 6, column }).last().getAttribute('data-value'));
  const weights = [];
  for (let column = 0; column < 12; column += 1) weights.push(await value('weights', column));
  const best = weights.indexOf(Math.max(...weights));
  const glyph = (await walk.element.locator('.token').allTextContents())[best];
  const sum = Number(await walk.cell({ tensor: 'row_sum', row: 6, column: 0 }).first().getAttribute('data-value'));
  for (const lang of ['zh', 'en']) {
    await walk.set({ lang });
    await expect(walk.now).toContainText(glyph);
    await expect(walk.now).toContainText(`${(weights[best] * 100).toFixed(1)}%`);
    await expect(walk.now).toContainText(sum.toFixed(3));
  }
});

test.describe('the switch', () => {
  test('changes page and element, keeps the place, and stands in the link', async ({ site, page }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    await walk.open('step=softmax&layer=1&token=3', '');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('h1:visible')).toHaveText(HAN);
    await page.locator('#language').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('h1:visible')).toHaveCount(1);
    await expect(page.locator('h1:visible')).not.toHaveText(HAN);
    expect(await walk.state()).toMatchObject({ lang: 'en', step: 'softmax', layer: 1, token: 3 });
    await expect.poll(() => walk.link()).toContain('lang=en');
    await expect(walk.element.locator('.walk')).toHaveAttribute('lang', 'en');
    await page.locator('#language').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    expect((await walk.state()).lang).toBe('zh');
  });

  test('reaches every figure of the page, also from the link', async ({ site, page }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    const spoken = () =>
      page
        .locator('token-walk')
        .evaluateAll((figures) => [
          ...new Set(figures.map((figure) => figure.shadowRoot.querySelector('[lang]').lang)),
        ]);
    await walk.open('lang=en', '');
    await expect.poll(spoken).toEqual(['en']);
    await page.locator('#language').click();
    await expect.poll(spoken).toEqual(['zh-CN']);
  });

  test('in English, Chinese is only the sentence itself', async ({ walk }) => {
    await walk.open('lang=en&step=softmax&layer=1');
    const chrome = await walk.element.evaluate((element) =>
      [...element.shadowRoot.querySelectorAll('button, legend, label, h3, .status, .lead, option')]
        .filter((one) => !one.closest('.tokens, .words'))
        .map((one) => one.textContent.trim()),
    );
    const foreign = chrome.filter((text) => HAN.test(text.replaceAll(/[“「]?(它|服务 A|配置中心 B)[”」]?/g, '')));
    expect(foreign).toEqual([]);
  });

  test('an unknown word is told of in the language that is on, also after switching', async ({ walk }) => {
    await walk.open();
    await walk.element.locator('#sentence').fill('它需要香蕉');
    await walk.element.locator('#sentence').press('Enter');
    await expect(walk.problem).toContainText('不认识「香蕉」');
    await walk.set({ lang: 'en' });
    await expect(walk.problem).toContainText('香蕉');
    await expect(walk.problem).toContainText(/[a-z]{4}/);
    await expect(walk.problem).not.toContainText('不认识');
  });
});

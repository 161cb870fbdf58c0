// Every figure in both languages, light and dark, wide and on a phone: nothing for axe to find, nothing broken in
// words, nothing beyond the screen.

import { AXE, FIGURES } from './figures.js';
import { readWords } from './read.js';
import { GLYPHS, Walk, expect, served, test } from './walk.js';

const LOOKS = [
  { lang: 'zh', colorScheme: 'light', width: 1280 },
  { lang: 'en', colorScheme: 'dark', width: 390 },
  { lang: 'zh', colorScheme: 'dark', width: 390 },
  { lang: 'en', colorScheme: 'light', width: 1280 },
];

/** The states of each figure that look unlike each other. */
const STATES = {
  context: [
    'layer=1',
    'layer=1&mask=causal&cuts=1.1.6.3&context=a',
    'heads=mean&threshold=0&cell=weights_mean:0:-:6:3',
    'sentence=服务 A 需要获取最新配置。',
  ],
  qkv: [
    'layer=0',
    'layer=1&keys=query&values=input&edits=attention.query.weight:1:5:2&cell=attention.query.weight:1:-:3:2',
    'position=rope&cell=query:0:0:6:1',
  ],
  'four-steps': [
    'layer=1',
    'mask=causal&fault=mask_after_softmax&dk=1',
    'fault=softmax_columns&scale=none&dk=512&cell=weights:0:0:6:3',
    'fault=no_head_transpose&context=b',
  ],
  'multi-head': [
    'layer=1',
    'layer=1&off=1.0 1.1 1.2 1.3&size=8',
    'size=paper',
    'layer=1&size=1&context=a&cell=head_contribution:1:2:13:5',
  ],
};

/** What axe finds in the whole page; the first rows of a matrix stand for all of them. */
async function violations(page) {
  const found = await page.evaluate(() =>
    window.axe.run(
      { include: ['html'], exclude: [['token-walk', '[role=row]:nth-of-type(n + 3)']] },
      { resultTypes: ['violations'], elementRef: false },
    ),
  );
  return found.violations.map(
    ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0].target.flat().join(' ')} ${nodes[0].html.slice(0, 140)}`,
  );
}

for (const { lang, colorScheme, width } of LOOKS) {
  for (const figure of FIGURES) {
    test(`axe on ${figure}: ${lang}, ${colorScheme}, ${width}`, async ({ page }) => {
      test.setTimeout(120_000);
      await served({ rules: [{ match: /^\/axe\.js/, body: AXE, type: 'text/javascript' }] }, async ({ url }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        const walk = new Walk(page, url);
        for (const link of STATES[figure].slice(0, 3)) {
          await walk.open(`figure=${figure}&lang=${lang}&${link}`, 'embed.html');
          await page.addScriptTag({ url: `${url}axe.js` });
          expect(await violations(page), link).toEqual([]);
        }
      });
    });
  }
}

for (const { lang, colorScheme, width } of LOOKS.slice(0, 2)) {
  test(`axe on the hosted page with all figures ready: ${lang}, ${colorScheme}, ${width}`, async ({ page }) => {
    test.setTimeout(120_000);
    await served({ rules: [{ match: /^\/axe\.js/, body: AXE, type: 'text/javascript' }] }, async ({ url }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await new Walk(page, url, 'step-by-step').open(`lang=${lang}`, '');
      for (const id of FIGURES) {
        const figure = new Walk(page, url, id);
        await figure.element.scrollIntoViewIfNeeded();
        await figure.ready();
      }
      await page.addScriptTag({ url: `${url}axe.js` });
      expect(await violations(page)).toEqual([]);
    });
  });
}

const HAN = /\p{Script=Han}/u;

/** Words that are no words, and numbers that are not written as numbers are. */
const broken = (texts) =>
  texts.filter(
    (text) => /NaN|undefined|\bnull\b|\[object|Infinity|\uFFFD/.test(text) || /(?<![\w\u2212.])-\d|\de-\d/.test(text),
  );

/** What is left of a text when the sentence itself and the model's words are taken out of it. */
const besides = (text, words) => words.reduce((rest, word) => rest.replaceAll(word, ''), text);

for (const figure of FIGURES) {
  test(`${figure} speaks both languages in every state, without anything of the machinery`, async ({ walk }) => {
    for (const link of STATES[figure]) {
      await walk.open(`figure=${figure}&lang=zh&${link}`, 'embed.html');
      const chinese = await readWords(walk);
      await walk.set({ lang: 'en' });
      const english = await readWords(walk);
      expect(broken([...chinese, ...english]), link).toEqual([]);
      const own = [
        ...GLYPHS,
        ...(await walk.element.locator('.token').allTextContents()),
        ...(await walk.element.locator('.words button').allTextContents()),
      ].sort((a, b) => b.length - a.length);
      const told = await walk.element.evaluate((element) =>
        ['h2', '.lead', '.now', '.task', '.own-controls', '.tools', '.place', '.scissors', '.how'].map(
          (name) => element.shadowRoot.querySelector(name)?.textContent ?? '',
        ),
      );
      expect(
        told.filter((text) => HAN.test(besides(text, own).replaceAll('它', ''))),
        link,
      ).toEqual([]);
    }
  });
}

for (const lang of ['zh', 'en']) {
  for (const figure of FIGURES) {
    test(`${figure} on a phone, ${lang}: whole within 390 pixels`, async ({ walk, page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const link of STATES[figure]) {
        await walk.open(`figure=${figure}&lang=${lang}&${link}`, 'embed.html');
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          link,
        ).toBe(0);
        const outside = await walk.element.evaluate((element) =>
          [
            ...element.shadowRoot.querySelectorAll(
              '.stage [role=gridcell], .stage text, .stage circle, button, select, input, .tools a, .now, h2, ' +
                '.belief, .checks li, .sizes td',
            ),
          ]
            .filter((shape) => {
              const { left, right, width } = shape.getBoundingClientRect();
              return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
            })
            .map((shape) => `${shape.localName}.${shape.getAttribute('class')} ${shape.textContent.slice(0, 24)}`),
        );
        expect([...new Set(outside)], link).toEqual([]);
      }
    });
  }
}

test('the hosted page with all its figures cannot be scrolled sideways on a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new Walk(page, site.url, 'step-by-step').open('', '');
  for (const id of FIGURES) {
    const figure = new Walk(page, site.url, id);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.ready();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      id,
    ).toBe(0);
  }
});

for (const figure of FIGURES) {
  test(`${figure}: no words on the stage lie over others, at three widths`, async ({ walk, page }) => {
    for (const width of [390, 760, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await walk.open(`figure=${figure}&${STATES[figure][0]}`, 'embed.html');
      const over = await walk.stage.evaluate((stage) => {
        const texts = [...stage.querySelectorAll('text:not(.number):not(.scissors)')]
          .filter((text) => text.textContent.trim() && !text.closest('.names, .axes'))
          .map((text) => ({ words: text.textContent.trim(), box: text.getBoundingClientRect() }));
        return texts.flatMap(({ words, box }, i) =>
          texts
            .slice(i + 1)
            .filter(
              ({ box: other }) =>
                Math.min(box.right, other.right) - Math.max(box.left, other.left) > 3 &&
                Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4,
            )
            .map((other) => `${words} | ${other.words}`),
        );
      });
      expect(over, `${width}`).toEqual([]);
    }
  });
}

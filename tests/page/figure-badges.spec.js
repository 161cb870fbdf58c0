// Where numbers come from, and that it is said: each figure's badges and those of its parts, and what the sentence
// tells of the numbers that are drawn from a seed. The kinds are the design's three and no other.

import { FIGURES, ownEngine, openFigure } from './figures.js';
import { expect, test } from './walk.js';

const kinds = (locator) => locator.evaluateAll((badges) => badges.map(({ dataset }) => dataset.badge));

/** The badges in the status line, in the heading, and on parts of the picture and of the controls. */
const badgesOf = async (walk) => ({
  status: await kinds(walk.element.locator('.status [data-badge]')),
  heading: await kinds(walk.element.locator('h2 [data-badge]')),
  parts: await kinds(walk.stage.locator('[data-badge]')),
  controls: await kinds(walk.element.locator('.own-controls [data-badge]')),
});

const states = [
  ['context', '', ['trained', 'computed'], ['computed', 'computed'], []],
  ['context', 'sentence=服务 A 需要获取最新配置。', ['trained', 'computed'], [], []],
  ['qkv', '', ['trained', 'computed'], [], []],
  ['qkv', 'keys=query', ['computed'], [], []],
  ['qkv', 'edits=attention.query.weight:0:5:2', ['computed'], [], []],
  ['four-steps', '', ['trained', 'computed', 'random'], ['random'], ['random']],
  ['four-steps', 'values=input', ['computed', 'computed', 'random'], ['random'], ['random']],
  ['multi-head', '', ['trained', 'computed'], ['computed'], []],
  ['multi-head', 'size=4', ['trained', 'computed', 'random'], ['computed', 'random'], []],
  ['multi-head', 'size=paper', ['trained', 'computed', 'random'], ['computed'], ['random']],
];

for (const [figure, link, own, parts, controls] of states) {
  test(`${figure} ${link} carries ${own.join(', ')}`, async ({ walk }) => {
    await openFigure(walk, figure, `layer=1&${link}`);
    expect(await badgesOf(walk)).toEqual({ status: own, heading: own, parts, controls });
    for (const lang of ['zh', 'en']) {
      await walk.set({ lang });
      const said = await walk.element
        .locator('[data-badge]')
        .evaluateAll((badges) => badges.map((badge) => badge.textContent.trim()));
      expect(said.filter((text) => (lang === 'zh' ? !/\p{Script=Han}/u.test(text) : !/^[a-z ]+$/.test(text)))).toEqual(
        [],
      );
    }
  });
}

test('the walk says what its weights are, and that alone', async ({ walk }) => {
  await walk.open('build=simd', 'embed.html');
  expect((await badgesOf(walk)).status).toEqual(['trained']);
});

test.describe('the sentence tells of what is random', () => {
  for (const lang of ['zh', 'en']) {
    test(`the d_k slider's four medians, unscaled and scaled, ${lang}`, async ({ walk }) => {
      await openFigure(walk, 'four-steps', `layer=1&lang=${lang}`);
      const engine = await ownEngine();
      for (const dk of [1, 64, 300, 512]) {
        await walk.set({ dk });
        const { raw, scaled } = engine.saturation({ dK: dk, keys: 16, draws: 400, seed: 1 });
        const said = (await walk.now.textContent()).split(lang === 'zh' ? '随机数' : 'Random vectors')[1];
        expect(said).toMatch(new RegExp(`= ${dk}\\D`));
        const numbers = said
          .replaceAll('\u2212', '-')
          .match(/-?\d+\.\d+/g)
          .map(Number);
        const shown = ['spread', 'largest_weight', 'entropy', 'gradient'].flatMap((name) =>
          [raw, scaled].map((kind) => kind[name].median * (name === 'largest_weight' ? 100 : 1)),
        );
        expect(numbers).toHaveLength(shown.length);
        numbers.forEach((number, i) =>
          expect(Math.abs(number - shown[i]), `${dk}, ${i}`).toBeLessThan(
            [0.0051, 0.0051, 0.051, 0.051, 0.0051, 0.0051, 0.00051, 0.00051][i],
          ),
        );
      }
    });

    test(`other numbers of heads and the paper's size, ${lang}`, async ({ walk }) => {
      await openFigure(walk, 'multi-head', `layer=1&lang=${lang}`);
      const random = lang === 'zh' ? '随机' : 'random';
      await expect(walk.now).not.toContainText(random);
      for (const size of [1, 2, 4, 8]) {
        await walk.set({ size: String(size) });
        await expect(walk.now).toContainText(random);
        await expect(walk.now).toContainText(
          lang === 'zh'
            ? `${size} 个头，每个 ${48 / size} 维`
            : new RegExp(`${size} heads? of ${48 / size} dimensions`),
        );
      }
      await walk.set({ size: 'paper' });
      await expect(walk.now).toContainText(random);
      for (const number of ['512', '8', '1,050,624']) await expect(walk.now).toContainText(number);
    });
  }

  test('and a screen reader hears that sentence as the name of the picture', async ({ walk }) => {
    for (const figure of FIGURES) {
      await openFigure(walk, figure, 'layer=1');
      expect(await walk.stage.getAttribute('aria-label')).toBe(await walk.now.textContent());
    }
  });
});

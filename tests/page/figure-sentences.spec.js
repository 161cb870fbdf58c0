// The context figure on other sentences: the one before, one of the reader's own, names that are mentioned more than once, and
// the belief beside the value that the rule would give.

import { run } from './engine.js';
import { HEADS, IT, choose, differences, openFigure, range, runChanged, sum } from './figures.js';
import { readNumbers } from './read.js';
import { expect, test } from './walk.js';

const arcsOf = async (walk) => (await readNumbers(walk)).filter(({ tensor, isCell }) => isCell && /^weights/.test(tensor));

const rowOf = ({ data }, token, n) => [...data.slice(token * n, (token + 1) * n)];

/** The percentages that stand at the tokens. */
const amountsOf = (walk) => walk.stage.locator('.amount').allTextContents();

test('the one before: more tokens, other arcs, the belief it brings', async ({ walk }) => {
  await openFigure(walk, 'context', 'layer=1&head=0&threshold=0');
  await choose(walk, 'context', 'a');
  const numbers = await run({ context: 'a' });
  expect((await arcsOf(walk)).map(({ column }) => column).sort((a, b) => a - b)).toEqual(range(19));
  expect(differences(await readNumbers(walk), numbers)).toEqual([]);
  expect(await walk.belief()).toEqual(numbers.belief);
});

test('one of their own: arcs, belief and plot are of that sentence', async ({ walk }) => {
  const asked = { sentence: '配置中心 B 调用了服务 A，因为它需要获取最新配置。', words: ['配置中心 B', '服务 A'] };
  await openFigure(walk, 'context', 'layer=1&head=1&threshold=0');
  await walk.element.locator('#sentence').fill(asked.sentence);
  await walk.element.locator('#sentence').press('Enter');
  const numbers = await runChanged(() => {}, asked);
  await expect.poll(() => walk.belief()).toEqual(numbers.belief);
  expect(differences(await readNumbers(walk), numbers)).toEqual([]);
  const points = walk.stage.locator('.point');
  await expect(points).toHaveCount(96);
  const said = await points.evaluateAll((all) => all.map(({ dataset }) => ['layer', 'head', 'key', 'belief'].map((name) => Number(dataset[name]))));
  for (const [layer, head, key, belief] of said.filter((_, i) => i % 24 === 3)) {
    expect(belief).toBe((await runChanged(() => {}, { ...asked, cuts: [{ layer, head, query: IT, key }] })).belief[0]);
  }
});

test('one without 它 has arcs and no plot, and says so', async ({ walk }) => {
  await openFigure(walk, 'context', 'layer=1&threshold=0&sentence=服务 A 需要获取最新配置。');
  expect((await arcsOf(walk)).length).toBeGreaterThan(4);
  await expect(walk.stage.locator('.point')).toHaveCount(0);
  await expect(walk.element.locator('p.belief')).toContainText('它');
});

test.describe('mentions of a name', () => {
  const mentionsIn = (numbers, layer, head) => {
    const row = rowOf(numbers.get('weights', layer, head), 13, 19);
    return numbers.tokens.flatMap(({ text }, i) => (text === '服务 A' ? [row[i]] : []));
  };

  test('apart: each has an amount of its own; summed: their sum stands there', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&context=a&threshold=0');
    const numbers = await run({ context: 'a' });
    const words = numbers.tokens.map(({ text }) => text);
    const twice = [...new Set(words)].filter((word) => words.indexOf(word) !== words.lastIndexOf(word));
    expect(twice).toContain('服务 A');
    for (const head of HEADS) {
      await walk.set({ head, mentions: 'apart' });
      const apart = await amountsOf(walk);
      expect(apart).toHaveLength(19);
      expect(apart.join()).not.toContain('Σ');
      await choose(walk, 'mentions', 'together');
      const sums = (await amountsOf(walk)).filter((text) => text.startsWith('Σ')).map((text) => Number(/([\d.]+)%/.exec(text)[1]) / 100);
      expect(sums).toHaveLength(twice.length);
      const share = sum(mentionsIn(numbers, 1, head));
      expect(sums.some((one) => Math.abs(one - share) < 0.0051), `head ${head}: ${sums}, ${share}`).toBe(true);
      expect((await walk.state()).mentions).toBe('together');
    }
  });
});

test.describe('the value by the rule', () => {
  const RULE = [0.646, 0.973, 0.083]; // by the log-odds that the training sentences were drawn from, without a model
  for (const [i, context] of ['none', 'a', 'b'].entries()) {
    test(`stands beside the belief: context ${context}`, async ({ walk }) => {
      await openFigure(walk, 'context', `layer=1&context=${context}`);
      const rule = walk.element.locator('.belief .rule');
      await expect(rule).toContainText(RULE[i].toFixed(3));
      await expect(rule).toContainText('服务 A');
      const said = await rule.textContent();
      await walk.set({ cuts: [{ layer: 1, query: [6, 13, 12][i], key: 0 }] });
      expect(await rule.textContent(), 'a cut changes the belief, not the truth').toBe(said);
    });
  }

  test('is not claimed for a sentence of one’s own', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&sentence=服务 A 调用了配置中心 B，因为它需要获取最新证书。');
    await expect(walk.element.locator('.belief .bar')).toHaveCount(3);
    await expect(walk.element.locator('.belief .rule')).toHaveCount(0);
  });
});

// The context figure on other sentences: the one before, one of the reader's own, names that are mentioned more than
// once, and the belief beside the value that the rule would give.

import { run } from './engine.js';
import { EDGES, HEADS, IT, choose, differences, openFigure, range, runChanged, sum } from './figures.js';
import { readNumbers } from './read.js';
import { expect, test } from './walk.js';

const arcsOf = async (walk) =>
  (await readNumbers(walk)).filter(({ tensor, isArc }) => isArc && /^weights/.test(tensor));

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
  await walk.element.locator('.experiments > summary').click();
  await walk.element.locator('#sentence').fill(asked.sentence);
  await walk.element.locator('#sentence').press('Enter');
  const numbers = await runChanged(() => {}, asked);
  await expect.poll(() => walk.belief()).toEqual(numbers.belief);
  expect(differences(await readNumbers(walk), numbers)).toEqual([]);
  const points = walk.stage.locator('.point');
  await expect(points).toHaveCount(EDGES);
  const said = await points.evaluateAll((all) =>
    all.map(({ dataset }) => ['layer', 'head', 'key', 'belief'].map((name) => Number(dataset[name]))),
  );
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
  const [N, ROW] = [19, 13]; // the sentence with A's before it: 服务 A at 0 and 7, 配置 at 5 and 17, 。 at 6 and 18, 它 at 13
  const PLACES = [0, 7];

  /** The row of 它 with both mentions at the last one, added up here. */
  const together = (row) => row.map((value, i) => (i === 7 ? Math.fround(row[0] + row[7]) : value));
  const arcs = (walk) =>
    walk.stage
      .locator('.arc')
      .evaluateAll((all) => all.map(({ dataset, ariaLabel }) => ({ ...dataset, label: ariaLabel })));
  const at = (list, column) => list.find((arc) => Number(arc.column) === column);

  test('apart: each has an arc of its own; summed: one arc, at the last; other repeated words stay two', async ({
    walk,
  }) => {
    await openFigure(walk, 'context', 'layer=1&context=a&threshold=0');
    const numbers = await run({ context: 'a' });
    const words = numbers.tokens.map(({ text }) => text);
    expect([words[0], words[7], words[5], words[17], words[6], words[18]]).toEqual([
      '服务 A',
      '服务 A',
      '配置',
      '配置',
      '。',
      '。',
    ]);
    for (const head of HEADS) {
      await walk.set({ head, mentions: 'apart' });
      expect(await amountsOf(walk)).toHaveLength(N);
      expect((await amountsOf(walk)).join()).not.toContain('Σ');
      await choose(walk, 'mentions', 'together');
      const row = together(rowOf(numbers.get('weights', 1, head), ROW, N));
      const list = await arcs(walk);
      expect(list.map(({ column }) => Number(column)).sort((a, b) => a - b)).toEqual(range(N).filter((i) => i !== 0));
      for (const { column, value } of list)
        expect(Math.abs(Number(value) - row[column]), `head ${head}, ${column}`).toBeLessThan(1e-7);
      expect(list.filter(({ tensor }) => tensor === 'mentions').map(({ column }) => column)).toEqual(['7']);
      expect((await amountsOf(walk)).filter((text) => text.startsWith('Σ'))).toHaveLength(1);
    }
  });

  test('the sum is judged by the sum: it stays when its last mention alone, or each alone, is too thin', async ({
    walk,
  }) => {
    await openFigure(walk, 'context', 'layer=1&context=a&mentions=together');
    const numbers = await run({ context: 'a' });
    let judged = 0;
    for (const [layer, head] of [0, 1].flatMap((one) => HEADS.map((other) => [one, other]))) {
      const plain = rowOf(numbers.get('weights', layer, head), ROW, N);
      const row = together(plain);
      for (const threshold of [plain[7] * 1.001, Math.max(plain[0], plain[7]) * 1.001, row[7] * 1.001].filter(
        (value) => value <= 1,
      )) {
        await walk.set({ layer, head, threshold });
        const shown = range(N).filter((i) => i !== 0 && row[i] >= threshold);
        expect(
          (await arcs(walk)).map(({ column }) => Number(column)).sort((a, b) => a - b),
          `${layer} ${head} ${threshold}`,
        ).toEqual(shown);
        const [, hidden = '0'] = /有 (\d+) 条细弧/.exec(await walk.now.textContent()) ?? [];
        expect(Number(hidden)).toBe(N - 1 - shown.length);
        judged += shown.includes(7);
      }
    }
    expect(judged).toBeGreaterThan(8);
  });

  test('it is said: in the sentence, on the arc, and where the arc unfolds', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=0&context=a&mentions=together&threshold=0');
    const row = rowOf((await run({ context: 'a' })).get('weights', 1, 0), ROW, N);
    const share = sum(PLACES.map((i) => row[i]));
    await expect(walk.now).toContainText(`「服务 A」的 2 处加起来是 ${(share * 100).toFixed(1)}%`);
    expect(at(await arcs(walk), 7).label).toMatch(/它 → 服务 A，2 处之和：0\.\d{4}/);
    expect(at(await arcs(walk), 3).label).not.toContain('之和');
    await walk.stage.locator('.arc[data-column="7"]').focus();
    await expect(walk.element.locator('.unfold .equation')).toContainText(
      `${row[0].toFixed(4)} + ${row[7].toFixed(4)} ≈ `,
    );
    await walk.set({ lang: 'en' });
    await expect(walk.now).toContainText(`The 2 mentions of “服务 A” add up to ${(share * 100).toFixed(1)}%`);
    expect(at(await arcs(walk), 7).label).toContain('sum of 2 mentions');
  });

  test('the mean of the heads, and a mask that hides one of the two', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&heads=mean&context=a&mentions=together&threshold=0');
    const mean = rowOf((await run({ context: 'a' })).get('weights_mean', 1), ROW, N);
    expect(Math.abs(Number(at(await arcs(walk), 7).value) - mean[0] - mean[7])).toBeLessThan(1e-7);
    await walk.set({ mask: 'causal', token: 4 }); // sees the first mention only
    expect((await arcs(walk)).map(({ tensor }) => tensor)).toEqual(range(5).map(() => 'weights_mean'));
    await expect(walk.now).not.toContainText('加起来');
  });

  test('cutting the one arc cuts the edges to all mentions, and joining joins them', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=2&context=a&mentions=together&threshold=0');
    await walk.stage.locator('.arc[data-column="7"]').focus();
    await walk.element.locator('.scissors button').first().click();
    const cuts = PLACES.map((key) => ({ layer: 1, head: 2, query: ROW, key }));
    expect((await walk.state()).cuts).toEqual(cuts);
    expect(await walk.belief()).toEqual((await run({ context: 'a', cuts })).belief);
    await walk.element.locator('.scissors button', { hasText: '接回去' }).click();
    expect((await walk.state()).cuts).toEqual([]);
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

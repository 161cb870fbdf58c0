// The plot of the context figure: a point for every single cut, each held against a run in Node.

import { MODELS } from '../../web/model/index.js';
import { run } from './engine.js';
import { EDGES, HEADS, IT, LAYERS, openFigure, range, sum } from './figures.js';
import { expect, test } from './walk.js';

/** The points of the plot as the page says them. */
const pointsOf = (walk) =>
  walk.stage
    .locator('.point')
    .evaluateAll((points) =>
      points.map(({ dataset }) =>
        Object.fromEntries(['layer', 'head', 'key', 'weight', 'belief'].map((name) => [name, Number(dataset[name])])),
      ),
    );

/** Every edge of one token that carries weight, each with the belief that is left when it alone is cut. */
async function everyCut(token, { cuts = [], ...options } = {}) {
  const whole = await run({ ...options, cuts });
  const n = whole.tokens.length;
  const edges = LAYERS.flatMap((layer) =>
    HEADS.flatMap((head) =>
      range(n).map((key) => ({ layer, head, key, weight: whole.get('weights', layer, head).data[token * n + key] })),
    ),
  );
  return Promise.all(
    edges
      .filter(({ weight }) => weight > 0)
      .map(async (edge) => {
        const { layer, head, key } = edge;
        const {
          belief: [belief],
        } = await run({ ...options, cuts: [...cuts, { layer, head, query: token, key }] });
        return { ...edge, belief };
      }),
  );
}

const inOrder = (points) => [...points].sort((a, b) => a.layer - b.layer || a.head - b.head || a.key - b.key);

/** Waits until the plot has a point for each of these, and holds every one against Node's. */
async function expectPlot(walk, expected) {
  await expect(walk.stage.locator('.point')).toHaveCount(expected.length);
  expect(inOrder(await pointsOf(walk))).toEqual(inOrder(expected));
}

test.describe('the plot holds every single cut', () => {
  const cases = [
    ['of 它', '', {}, IT],
    ['of another token', 'token=3', {}, 3],
    ['under the causal mask', 'mask=causal', { mask: 'causal' }, IT],
    ['with the first sentence about A', 'context=a', { context: 'a' }, 13],
    ['with the first sentence about B, causal', 'context=b&mask=causal', { context: 'b', mask: 'causal' }, 12],
    ['on top of an edge already cut', 'cuts=1.2.6.3', { cuts: [{ layer: 1, head: 2, query: IT, key: 3 }] }, IT],
    ['with a head off', 'off=1.1', { headsOff: [{ layer: 1, head: 1 }] }, IT],
    ['with other positions', 'position=rope', { position: 'rope' }, IT],
    ['with another scale', 'scale=none', { scale: 'none' }, IT],
    ['with a fault', 'fault=zero_mask&mask=causal', { fault: 'zero_mask', mask: 'causal' }, IT],
  ];
  for (const [title, link, options, token] of cases) {
    test(title, async ({ walk }) => {
      await openFigure(walk, 'context', `layer=1&${link}`);
      const expected = await everyCut(token, options);
      expect(expected.length).toBeGreaterThan(25);
      await expectPlot(walk, expected);
      const {
        belief: [base],
      } = await run(options);
      await expect(walk.stage.locator('text.base')).toContainText(base.toFixed(3));
    });
  }

  test('again after each change: a cut, a token, a sentence before', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1');
    await expectPlot(walk, await everyCut(IT));
    await walk.set({ cuts: [{ layer: 1, query: IT, key: 0 }] });
    await expectPlot(walk, await everyCut(IT, { cuts: [{ layer: 1, query: IT, key: 0 }] }));
    await walk.set({ cuts: [], token: 0 });
    await expectPlot(walk, await everyCut(0));
    await walk.set({ token: null, context: 'b' });
    await expectPlot(walk, await everyCut(12, { context: 'b' }));
  });

  test('stands where its numbers say, weight across and belief up', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1');
    await expect(walk.stage.locator('.point')).toHaveCount(EDGES);
    const places = await walk.stage
      .locator('.point')
      .evaluateAll((points) =>
        points.map((point) =>
          ['data-weight', 'cx', 'data-belief', 'cy'].map((name) => Number(point.getAttribute(name))),
        ),
      );
    const spread = (at) => {
      const sorted = [...places].sort((one, other) => one[at] - other[at]);
      return [sorted[0], sorted.at(-1)];
    };
    const expectStraight = (value, place, rises) => {
      const [low, high] = spread(value);
      const slope = (high[place] - low[place]) / (high[value] - low[value]);
      expect(slope * rises).toBeGreaterThan(50);
      for (const one of places)
        expect(Math.abs(low[place] + slope * (one[value] - low[value]) - one[place])).toBeLessThan(0.1);
    };
    expectStraight(0, 1, 1);
    expectStraight(2, 3, -1);
  });

  test('what the text says of it is so: related on the whole, wildly wrong one by one', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1');
    await expect(walk.stage.locator('.point')).toHaveCount(EDGES);
    const {
      belief: [base],
    } = await run();
    const points = (await pointsOf(walk)).map(({ weight, belief }) => ({
      weight,
      effect: Math.abs(belief - base),
      turns: belief > 0.5 !== base > 0.5,
    }));
    const mean = (name) => sum(points.map((point) => point[name])) / points.length;
    const [w, e] = [mean('weight'), mean('effect')];
    const both = sum(points.map(({ weight, effect }) => (weight - w) * (effect - e)));
    const correlation =
      both /
      Math.sqrt(
        sum(points.map(({ weight }) => (weight - w) ** 2)) * sum(points.map(({ effect }) => (effect - e) ** 2)),
      );
    expect(correlation).toBeGreaterThan(0.3);
    const turning = points.filter(({ turns }) => turns);
    expect(points.some((thick) => !thick.turns && turning.some((thin) => thin.weight < thick.weight / 2))).toBe(true);
    await expect(walk.element.locator('.lead')).toContainText('权重不是因果的解释');
  });
});

for (const model of MODELS)
  test(`the task names two edges, and the thinner one moves the belief more, ${model}`, async ({ walk }) => {
    await openFigure(walk, 'context', `model=${model}`);
    const task = walk.element.locator('.task');
    await expect(task).toContainText('权重');
    const edges = [
      ...(await task.textContent()).matchAll(/第 (\d) 层头 (\d) 的「(.+?) → (.+?)」（权重 ≈ (\d\.\d+)）/g),
    ];
    expect(edges).toHaveLength(2);
    const points = await pointsOf(walk);
    const glyphs = await walk.element.locator('.token input').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const [base] = await walk.belief();
    const [thick, thin] = edges.map(([, layer, head, , to, weight]) => {
      const named = points.filter(
        (one) =>
          one.layer + 1 === Number(layer) && one.head + 1 === Number(head) && glyphs[one.key].includes(`「${to}」`),
      );
      const found = named.filter((one) => one.weight.toFixed(2) === weight);
      expect(found).toHaveLength(1);
      return { weight: found[0].weight, effect: Math.abs(found[0].belief - base) };
    });
    expect(thick.weight).toBeGreaterThan(thin.weight);
    expect(thin.effect).toBeGreaterThan(thick.effect);
  });

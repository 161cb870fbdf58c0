// The context figure: its arcs are the weights, an arc can be cut by hand, and every point under them is a run of the
// whole model with that one edge cut, made anew here.

import { MODELS } from '../../web/model/index.js';
import { run } from './engine.js';
import { EDGES, HEADS, IT, LAYERS, T, asMask, differences, choose, openFigure, range, sum } from './figures.js';
import { focused, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

/** The arcs that are drawn, as cells. */
const arcsOf = async (walk) =>
  (await readNumbers(walk)).filter(({ tensor, isCell }) => isCell && /^weights/.test(tensor));

const columnsOf = (arcs) => arcs.map(({ column }) => column).sort((a, b) => a - b);

const rowOf = ({ data }, token, n = T) => [...data.slice(token * n, (token + 1) * n)];

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

/** A spot on an arc where a click lands on this arc and on nothing else. */
const spotOn = (arc) =>
  arc.locator('.hit').evaluate((path) => {
    path.scrollIntoView({ block: 'center' });
    const matrix = path.getScreenCTM();
    const spots = Array.from({ length: 19 }, (_, i) =>
      path.getPointAtLength((path.getTotalLength() * (i + 1)) / 20).matrixTransform(matrix),
    );
    const { x, y } = spots.find((spot) =>
      path.parentNode.contains(path.getRootNode().elementFromPoint(spot.x, spot.y)),
    );
    return { x, y };
  });

test.describe('arcs', () => {
  for (const mask of ['encoder', 'causal']) {
    test(`are the weights of each layer and head, and of the mean of the heads, ${mask}`, async ({ walk }) => {
      await openFigure(walk, 'context', `mask=${mask}&threshold=0`);
      const numbers = await run({ mask: asMask(mask) });
      for (const layer of LAYERS) {
        for (const [heads, head] of [...HEADS.map((one) => ['one', one]), ['mean', 2]]) {
          const token = (layer * 5 + head * 3 + 6) % T;
          await walk.set({ layer, head, heads, token });
          const arcs = await arcsOf(walk);
          expect(new Set(arcs.map(({ tensor, layer: l, head: h, row }) => `${tensor} ${l} ${h} ${row}`))).toEqual(
            new Set([
              heads === 'mean' ? `weights_mean ${layer} undefined ${token}` : `weights ${layer} ${head} ${token}`,
            ]),
          );
          expect(columnsOf(arcs)).toEqual(mask === 'causal' ? range(token + 1) : range(T));
          expect(differences(arcs, numbers)).toEqual([]);
        }
      }
    });
  }

  test('the mean is the mean of four heads, and the thicker the arc the larger the weight', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&heads=mean&threshold=0');
    const numbers = await run();
    const means = range(T).map(
      (key) => sum(HEADS.map((head) => numbers.get('weights', 1, head).data[IT * T + key])) / 4,
    );
    const drawn = await walk.stage
      .locator('.arc')
      .evaluateAll((arcs) =>
        arcs.map((arc) => [
          Number(arc.dataset.column),
          Number(arc.dataset.value),
          Number(arc.querySelector('.line').getAttribute('stroke-width')),
        ]),
      );
    expect(drawn).toHaveLength(T);
    for (const [column, value] of drawn) expect(Math.abs(value - means[column])).toBeLessThan(1e-7);
    const thick = drawn
      .map(([, value, width]) => [value, width])
      .sort((a, b) => a[0] - b[0])
      .map(([, width]) => width);
    expect(thick).toEqual([...thick].sort((a, b) => a - b));
    expect(thick.at(-1)).toBeGreaterThan(3 * thick[0]);
  });

  test('the choice between one head and their mean is made by mouse, and the sentence follows', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=2');
    await choose(walk, 'heads', 'mean');
    expect((await walk.state()).heads).toBe('mean');
    const numbers = await run();
    const row = rowOf(numbers.get('weights_mean', 1), IT);
    const best = row.indexOf(Math.max(...row));
    await expect(walk.now).toContainText('平均');
    await expect(walk.now).toContainText(`「${GLYPHS[best]}」，${(row[best] * 100).toFixed(1)}%`);
    await choose(walk, 'heads', 'one');
    await expect(walk.now).toContainText('第 2 层头 3');
  });

  test('any token can be followed', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=0&head=1&threshold=0');
    const numbers = await run();
    for (const token of [0, 3, 11]) {
      await walk.element.locator('.token').nth(token).click();
      await walk.drawn();
      expect((await arcsOf(walk)).map(({ row }) => row)).toEqual(range(T).map(() => token));
      expect(differences(await arcsOf(walk), numbers)).toEqual([]);
    }
  });
});

test.describe('thin arcs', () => {
  const thin = (row, threshold) => row.filter((value) => value < threshold).length;

  test('below the threshold are hidden, by keyboard, and the sentence counts them', async ({ walk, page }) => {
    await openFigure(walk, 'context', 'layer=1&head=1');
    const row = rowOf((await run()).get('weights', 1, 1), IT);
    const slider = walk.element.locator('.own-controls input[type=range]');
    await slider.focus();
    for (const [key, threshold] of [
      ['End', 0.2],
      ['ArrowLeft', 0.195],
      ['Home', 0],
    ]) {
      await page.keyboard.press(key);
      await walk.drawn();
      expect((await walk.state()).threshold).toBeCloseTo(threshold, 9);
      expect(columnsOf(await arcsOf(walk))).toEqual(range(T).filter((key_) => row[key_] >= threshold));
      const hidden = thin(row, threshold);
      for (const [lang, said] of [
        ['zh', /有 (\d+) 条细弧/],
        ['en', /(\d+) thin arcs? (?:is|are) not drawn/],
      ]) {
        await walk.set({ lang });
        const [, count] = (await walk.now.textContent()).match(said) ?? [null, '0'];
        expect(Number(count), `${lang} ${threshold}`).toBe(hidden);
      }
      await walk.set({ lang: 'zh' });
    }
    expect(thin(row, 0.2)).toBeGreaterThan(5);
  });

  test('what cannot be seen at all is no thin arc', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=1&mask=causal&threshold=0.05');
    const visible = rowOf((await run({ mask: 'causal' })).get('weights', 1, 1), IT).slice(0, IT + 1);
    expect(thin(visible, 0.05)).toBeGreaterThan(0);
    await expect(walk.now).toContainText(`有 ${thin(visible, 0.05)} 条细弧`);
  });

  test('one hidden arc is one arc, in English', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=1&lang=en');
    const sorted = rowOf((await run()).get('weights', 1, 1), IT).sort((a, b) => a - b);
    await walk.set({ threshold: (sorted[0] + sorted[1]) / 2 });
    await expect(walk.now).toContainText(/\b1 thin arc\b/);
  });
});

test.describe('an arc is cut', () => {
  test('from the keyboard: Tab, arrows, Enter on the scissors; the belief is that of the cut; joining undoes it', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'context', 'layer=1&head=2&threshold=0');
    const before = await walk.belief();
    expect(before).toEqual((await run()).belief);
    await walk.stage.locator('.arcs').focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatchObject({ tensor: 'weights', row: String(IT), column: '3' });
    for (let i = 0; i < 30 && !(await focused(page)).label.startsWith('✂'); i += 1)
      await page.keyboard.press('Shift+Tab');
    for (let i = 0; i < 2 && !(await focused(page)).label.includes('这个头'); i += 1)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await walk.drawn();
    expect((await walk.state()).cuts).toEqual([{ layer: 1, head: 2, query: IT, key: 3 }]);
    const cut = await run({ cuts: [{ layer: 1, head: 2, query: IT, key: 3 }] });
    expect(await walk.belief()).toEqual(cut.belief);
    expect(Math.abs(cut.belief[0] - before[0])).toBeGreaterThan(0.05);
    expect(differences(await readNumbers(walk), cut)).toEqual([]);
    await expect(walk.now).toContainText('1 条');
    await expect.poll(async () => (await focused(page)).tag).toBe('button');
    await page.keyboard.press('Enter');
    await walk.drawn();
    expect((await walk.state()).cuts).toEqual([]);
    expect(await walk.belief()).toEqual(before);
  });

  test('with the mouse on the arc, in this head, in all heads of the layer, or in all layers and heads', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'context', 'layer=1&head=1');
    const arc = walk.stage.locator('.arc[data-column="0"]');
    const { x, y } = await spotOn(arc);
    await page.mouse.click(x, y);
    const buttons = walk.element.locator('.scissors button');
    await expect(buttons).toHaveCount(3);
    await buttons.first().click();
    await expect
      .poll(() => walk.belief())
      .toEqual((await run({ cuts: [{ layer: 1, head: 1, query: IT, key: 0 }] })).belief);
    await buttons.filter({ hasText: '接回去' }).click();
    await expect.poll(() => walk.belief()).toEqual((await run()).belief);
    await buttons.nth(1).click();
    await expect.poll(async () => (await walk.state()).cuts).toEqual([{ layer: 1, query: IT, key: 0 }]);
    expect(await walk.belief()).toEqual((await run({ cuts: [{ layer: 1, query: IT, key: 0 }] })).belief);
    await buttons.filter({ hasText: '每一层' }).click();
    await expect.poll(async () => (await walk.state()).cuts).toEqual([{ query: IT, key: 0 }]);
    const everywhere = await run({
      cuts: LAYERS.flatMap((layer) => HEADS.map((head) => ({ layer, head, query: IT, key: 0 }))),
    });
    expect(await walk.belief()).toEqual(everywhere.belief);
    expect(await walk.link()).toContain(`cuts=${encodeURIComponent(`*.*.${IT}.0`).replace('%2A', '*')}`);
    for (const [layer, head] of [
      [0, 3],
      [1, 1],
    ]) {
      await walk.set({ layer, head, threshold: 0, cell: null });
      await expect(walk.stage.locator('.arc[data-column="0"]')).toHaveCount(0);
      expect(rowOf(everywhere.get('weights', layer, head), IT)[0]).toBe(0);
    }
    await walk.element.locator('.cuts button').click();
    await expect.poll(() => walk.belief()).toEqual((await run()).belief);
  });

  test('with the mean of the heads in view, which is cutting it in all of them', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&heads=mean');
    await walk.stage.locator('.arc[data-column="3"]').focus();
    await walk.element.locator('.scissors button', { hasText: '这一层' }).click();
    await expect.poll(() => walk.belief()).toEqual((await run({ cuts: [{ layer: 1, query: IT, key: 3 }] })).belief);
  });

  test('a cut arc is not one of the thin arcs', async ({ walk }) => {
    await openFigure(walk, 'context', 'layer=1&head=1&cuts=1.1.6.0&threshold=0.01');
    const row = rowOf((await run({ cuts: [{ layer: 1, head: 1, query: IT, key: 0 }] })).get('weights', 1, 1), IT);
    await expect(walk.now).toContainText(`有 ${row.filter((value, key) => key !== 0 && value < 0.01).length} 条细弧`);
  });
});

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
    const edges = [...(await task.textContent()).matchAll(/第 (\d) 层头 (\d) 的「(.+?) → (.+?)」（权重 (\d\.\d+)）/g)];
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

// The context figure: its arcs are the weights, an arc can be cut by hand, and every point under them is a run of the
// whole model with that one edge cut, made anew here.

import { rowOf } from './context.js';
import { run } from './engine.js';
import { HEADS, IT, LAYERS, T, asMask, differences, choose, openFigure, range, sum } from './figures.js';
import { focused, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

/** The arcs that are drawn, as cells. */
const arcsOf = async (walk) =>
  (await readNumbers(walk)).filter(({ tensor, isArc }) => isArc && /^weights/.test(tensor));

const columnsOf = (arcs) => arcs.map(({ column }) => column).sort((a, b) => a - b);

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
  test('from the keyboard: Tab, arrows, Enter on the scissors cut; the belief follows; joining undoes it', async ({
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

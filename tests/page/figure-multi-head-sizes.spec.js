// The multi-head figure: other numbers of heads at the same width, and the block of the paper.

import { run } from './engine.js';
import {
  HEADS,
  IT,
  T,
  choose,
  differences,
  expectSame,
  matrixOf,
  openFigure,
  ownEngine,
  range,
  runChanged,
  sum,
} from './figures.js';
import { D, WHOLE } from './multi-head.js';
import { parse, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

/** The cells of the random model's heads, as drawn. */
const randomCells = (walk) =>
  walk.stage.locator('[role=gridcell][data-tensor="random.weights"]').evaluateAll((cells) =>
    cells.map(({ dataset }) => ({
      head: Number(dataset.head),
      row: Number(dataset.row),
      column: Number(dataset.column),
      value: Number(dataset.value),
    })),
  );

/** The same random model in Node, on the article's ids. */
async function randomModel(heads, options) {
  const [engine, shipped] = [await ownEngine(), await runChanged(() => {}, options)];
  const { vocab_size, d_model, d_ff, max_length } = shipped.model.config;
  const model = engine.randomModel({ vocab_size, d_model, n_heads: heads, n_layers: 1, d_ff, max_length }, 1);
  return model.run([...shipped.trace.ids]);
}

test.describe('the same width in other numbers of heads', () => {
  for (const heads of [1, 2, 4, 8]) {
    test(`${heads}: every weight is that of the engine’s random model with the same seed`, async ({ walk }) => {
      await openFigure(walk, 'multi-head', 'layer=1');
      await choose(walk, 'size', String(heads));
      const trace = await randomModel(heads);
      const cells = await randomCells(walk);
      expect(cells).toHaveLength(heads * T * T);
      const wrong = cells.filter(
        ({ head, row, column, value }) => trace.get('weights', { layer: 0, head }).data[row * T + column] !== value,
      );
      expect(wrong.slice(0, 3)).toEqual([]);
      const sums = range(heads * T).map((i) =>
        sum(cells.filter(({ head, row }) => head * T + row === i).map(({ value }) => value)),
      );
      sums.forEach((total) => expect(Math.abs(total - 1)).toBeLessThan(1e-5));
      await expect(walk.stage.locator('.caption').filter({ hasText: '随机' })).toContainText(
        `${heads} 个头，每个 ${D / heads} 维`,
      );
      expect(
        differences(
          (await readNumbers(walk)).filter(({ layer }) => layer !== 0),
          await run(),
        ),
      ).toEqual([]);
    });
  }

  test('follow the sentence', async ({ walk }) => {
    await openFigure(walk, 'multi-head', 'layer=1&size=2&context=b');
    const trace = await randomModel(2, { context: 'b' });
    const cells = await randomCells(walk);
    expect(cells).toHaveLength(2 * 18 * 18);
    expect(
      cells.filter(
        ({ head, row, column, value }) => trace.get('weights', { layer: 0, head }).data[row * 18 + column] !== value,
      ),
    ).toEqual([]);
  });

  for (const [layer, head] of [
    [1, 1],
    [0, 1],
    [1, 7],
  ]) {
    test(`a random cell of head ${head + 1} unfolds as itself, beside layer ${layer + 1}, and by pointing too`, async ({
      walk,
    }) => {
      await openFigure(walk, 'multi-head', `layer=${layer}&size=8`);
      const cell = walk.stage.locator(
        `[role=gridcell][data-tensor="random.weights"][data-head="${head}"][data-row="5"][data-column="2"]`,
      );
      const value = (await randomModel(8)).get('weights', { layer: 0, head }).data[5 * T + 2];
      for (const way of ['hover', 'focus']) {
        await cell[way]();
        await walk.drawn();
        await expect(walk.element.locator('.unfold .head output')).toHaveCount(1);
        expect(Math.fround(parse(await walk.element.locator('.unfold .head output').textContent()))).toBe(value);
      }
      await expect(walk.element.locator('.scissors button')).toHaveCount(0);
    });
  }
});

test.describe('the paper’s block', () => {
  test('has the shapes and counts of width 512 and 8 heads: 4 · (512² + 512) numbers', async ({ walk }) => {
    await openFigure(walk, 'multi-head', 'layer=1');
    await choose(walk, 'size', 'paper');
    const table = await walk.element
      .locator('table.sizes tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent.trim())));
    expect(table).toHaveLength(9);
    const counts = table.slice(0, 8).map(([, , count]) => Number(count.replaceAll(',', '')));
    expect([...counts].sort((a, b) => a - b)).toEqual([512, 512, 512, 512, 512 ** 2, 512 ** 2, 512 ** 2, 512 ** 2]);
    table.slice(0, 8).forEach(([, shape], i) =>
      expect(
        shape
          .split(' × ')
          .map(Number)
          .reduce((product, size) => product * size, 1),
      ).toBe(counts[i]),
    );
    expect(table[8][2]).toBe('1,050,624');
    expect(sum(counts)).toBe(4 * (512 ** 2 + 512));
    const caption = await walk.element.locator('table.sizes caption').textContent();
    for (const number of ['512', '8', '64']) expect(caption).toContain(number);
  });

  test('was run here: the time is a number of milliseconds, and the model shown is still this one', async ({
    walk,
  }) => {
    await openFigure(walk, 'multi-head', 'layer=1&size=paper');
    expect(parse(/([\d.]+) 毫秒/.exec(await walk.element.locator('.own-controls').textContent())[1])).toBeGreaterThan(
      0,
    );
    await expectSame(walk, await run(), WHOLE);
    await expect(walk.stage.locator('[data-tensor="random.weights"]')).toHaveCount(0);
    expect(await walk.element.locator('.token').allTextContents()).toEqual(GLYPHS);
  });
});

test('heads have numbers, not names', async ({ walk }) => {
  await openFigure(walk, 'multi-head', 'layer=1');
  for (const [lang, names] of [
    ['zh', HEADS.map((head) => `头 ${head + 1}`)],
    ['en', HEADS.map((head) => `head ${head + 1}`)],
  ]) {
    await walk.set({ lang });
    const captions = await walk.stage.locator('.caption.weight').allTextContents();
    expect(captions.slice(0, 4).map((text) => text.trim())).toEqual(names);
    expect(await matrixOf(walk, 'attention_output')).toHaveLength(IT + 1);
  }
});

// The multi-head figure: heads off, what each head writes, other numbers of heads at the same width, and the paper's
// block.

import { run } from './engine.js';
import {
  HEADS,
  IT,
  LAYERS,
  T,
  asMask,
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
import { parse, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

const D = 48;
const WHOLE = {
  weights: 4 * T * T,
  concat: D,
  head_contribution: 4 * D,
  attention_output: D,
  'attention.output.bias': D,
};

const headSwitch = (walk, head) => walk.element.locator('.own-controls label:has(> input[type=checkbox])').nth(head);

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

test.describe('every cell is what Node computes', () => {
  for (const mask of ['encoder', 'causal']) {
    test(mask, async ({ walk }) => {
      await openFigure(walk, 'multi-head', `mask=${mask}`);
      const numbers = await run({ mask: asMask(mask) });
      for (const [layer, token] of [
        [0, null],
        [1, 4],
      ]) {
        await walk.set({ layer, token });
        const drawn = await expectSame(walk, numbers, WHOLE);
        expect(new Set(drawn.filter(({ tensor }) => tensor === 'weights').map(({ head }) => head))).toEqual(
          new Set(HEADS),
        );
        expect(new Set(drawn.filter(({ tensor }) => tensor === 'head_contribution').map(({ row }) => row))).toEqual(
          new Set([token ?? IT]),
        );
      }
    });
  }
});

test.describe('heads off', () => {
  test('by mouse, one after another: cells, belief and captions are those of the run without them', async ({
    walk,
  }) => {
    await openFigure(walk, 'multi-head', 'layer=1');
    const off = [];
    for (const head of [1, 0, 3, 2]) {
      await headSwitch(walk, head).click();
      await walk.drawn();
      off.push({ layer: 1, head });
      expect((await walk.state()).off).toEqual(off);
      const numbers = await run({ headsOff: off });
      const drawn = await expectSame(walk, numbers, WHOLE);
      expect(await walk.belief()).toEqual(numbers.belief);
      for (const one of HEADS) {
        const parts = drawn
          .filter((shown) => shown.tensor === 'head_contribution' && shown.head === one)
          .map(({ value }) => Number(value));
        expect(
          parts.every((value) => value === 0),
          `head ${one}`,
        ).toBe(off.some((gone) => gone.head === one));
      }
      await expect(walk.now).toContainText(`有 ${off.length} 个头关着`);
      await expect(walk.stage.locator('.caption').filter({ hasText: '（关）' })).toHaveCount(off.length);
    }
    await headSwitch(walk, 2).click();
    await expect.poll(() => walk.belief()).toEqual((await run({ headsOff: off.slice(0, 3) })).belief);
  });

  test('by keyboard', async ({ walk, page }) => {
    await openFigure(walk, 'multi-head', 'layer=0');
    await headSwitch(walk, 2).locator('input').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => walk.belief()).toEqual((await run({ headsOff: [{ layer: 0, head: 2 }] })).belief);
    await page.keyboard.press('Space');
    await expect.poll(() => walk.belief()).toEqual((await run()).belief);
  });

  test('in both layers by a link, each layer with its own switches', async ({ walk }) => {
    await openFigure(walk, 'multi-head', 'layer=1&off=0.1 1.2 1.3');
    const numbers = await run({
      headsOff: [
        { layer: 0, head: 1 },
        { layer: 1, head: 2 },
        { layer: 1, head: 3 },
      ],
    });
    for (const [layer, on] of [
      [1, [true, true, false, false]],
      [0, [true, false, true, true]],
    ]) {
      await walk.set({ layer });
      await expectSame(walk, numbers, WHOLE);
      expect(
        await walk.element
          .locator('.own-controls input[type=checkbox]')
          .evaluateAll((all) => all.map(({ checked }) => checked)),
      ).toEqual(on);
    }
    expect(await walk.belief()).toEqual(numbers.belief);
    const state = await walk.state();
    await walk.open(await walk.link(), 'embed.html');
    expect(await walk.state()).toEqual(state);
  });

  test('a head that is not in the model is told of, and all heads stay on', async ({ walk }) => {
    await openFigure(walk, 'multi-head', 'off=0.9');
    await expectSame(walk, await run(), WHOLE);
    await expect(walk.element.locator('.status .notice')).toBeVisible();
  });

  test('the task has an answer: without head 4 of layer 2 the belief turns, without head 2 it does not', async ({
    walk,
  }) => {
    await openFigure(walk, 'multi-head', 'layer=1');
    const turned = async () => {
      const [a, b] = await walk.belief();
      return a > b;
    };
    expect(await turned()).toBe(false);
    await headSwitch(walk, 1).click();
    await expect.poll(() => walk.belief()).toEqual((await run({ headsOff: [{ layer: 1, head: 1 }] })).belief);
    expect(await turned()).toBe(false);
    await headSwitch(walk, 1).click();
    await headSwitch(walk, 3).click();
    await expect.poll(() => walk.belief()).toEqual((await run({ headsOff: [{ layer: 1, head: 3 }] })).belief);
    expect(await turned()).toBe(true);
  });
});

test('what the heads write, and the bias, add up to what the layer writes', async ({ walk }) => {
  await openFigure(walk, 'multi-head');
  for (const change of [
    { layer: 0, token: 0 },
    { layer: 1, token: null },
    { layer: 1, token: 11, off: [{ layer: 1, head: 2 }] },
    { layer: 0, mask: 'causal', context: 'a', token: 15 },
  ]) {
    await walk.set(change);
    const drawn = (await readNumbers(walk)).filter(({ isCell }) => isCell);
    const of = (tensor, head) =>
      drawn
        .filter((shown) => shown.tensor === tensor && shown.head === head)
        .sort((a, b) => a.column - b.column)
        .map(({ value }) => Number(value));
    const [parts, bias, whole] = [
      HEADS.map((head) => of('head_contribution', head)),
      of('attention.output.bias'),
      of('attention_output'),
    ];
    expect(whole).toHaveLength(D);
    whole.forEach((value, i) => {
      const terms = [bias[i], ...parts.map((part) => part[i])];
      expect(Math.abs(sum(terms) - value), `${JSON.stringify(change)} ${i}`).toBeLessThan(
        1e-5 * Math.max(1, ...terms.map(Math.abs)),
      );
    });
  }
});

test('the heads’ outputs stand end to end, each in its own slice, and a head that is off has zeros there', async ({
  walk,
}) => {
  await openFigure(walk, 'multi-head', 'layer=1&off=1.1');
  const { get } = await run({ headsOff: [{ layer: 1, head: 1 }] });
  const [row] = (await matrixOf(walk, 'concat')).slice(IT);
  const slices = HEADS.map((head) => [...get('head_output', 1, head).data.slice(IT * 12, (IT + 1) * 12)]);
  expect(row).toEqual(slices.flatMap((slice, head) => (head === 1 ? slice.map(() => 0) : slice)));
  const frames = await walk.stage
    .locator('.over .outline.value')
    .evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().x));
  const edges = await Promise.all(
    HEADS.map(async (head) => (await walk.cell({ tensor: 'concat', row: IT, column: head * 12 }).boundingBox()).x),
  );
  expect(frames).toHaveLength(4);
  frames.forEach((x, head) => expect(Math.abs(x - edges[head]), `head ${head}`).toBeLessThan(2));
});

test('the sentence names the dimension that changes most', async ({ walk }) => {
  await openFigure(walk, 'multi-head', 'layer=0');
  for (const layer of LAYERS) {
    await walk.set({ layer });
    const row = [...(await run()).get('attention_output', layer).data.slice(IT * D, (IT + 1) * D)];
    const most = row.map(Math.abs).indexOf(Math.max(...row.map(Math.abs)));
    await expect(walk.now).toContainText(`第 ${most} 维：${row[most].toFixed(2).replace('-', '\u2212')}`);
  }
});

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

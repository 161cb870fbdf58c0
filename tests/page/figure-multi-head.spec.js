// The multi-head figure: heads off, what each head writes, other numbers of heads at the same width, and the paper's
// block.

import { run } from './engine.js';
import { HEADS, IT, LAYERS, asMask, expectSame, matrixOf, openFigure, sum } from './figures.js';
import { D, WHOLE } from './multi-head.js';
import { readNumbers } from './read.js';
import { expect, test } from './walk.js';

const headSwitch = (walk, head) => walk.element.locator('.own-controls label:has(> input[type=checkbox])').nth(head);

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
    await expect(walk.now).toContainText(`第 ${most + 1} 维：${row[most].toFixed(2).replace('-', '\u2212')}`);
  }
});

// The Q/K/V figure: weights moved by hand and everything after them, against an engine in Node whose weights were
// written alike.

import { run } from './engine.js';
import { D, IT, K, asMask, expectSame, matrixOf, openFigure, runChanged } from './figures.js';
import { WHOLE, written, sliderOf } from './qkv.js';
import { focused, parse, readNumbers } from './read.js';
import { expect, test } from './walk.js';

test.describe('every cell is what Node computes', () => {
  for (const mask of ['encoder', 'causal']) {
    test(mask, async ({ walk }) => {
      await openFigure(walk, 'qkv', `mask=${mask}`);
      const numbers = await run({ mask: asMask(mask) });
      for (const [layer, head, token] of [
        [0, 0, null],
        [1, 2, 3],
        [0, 3, 11],
        [1, 1, 0],
      ]) {
        await walk.set({ layer, head, token });
        const drawn = await expectSame(walk, numbers, WHOLE);
        const own = drawn.filter(({ tensor }) => tensor === 'attention.query.weight').map(({ row }) => row);
        expect([Math.min(...own), Math.max(...own)]).toEqual([head * K, head * K + K - 1]);
        expect(new Set(drawn.filter(({ tensor }) => tensor === 'attention_norm').map(({ row }) => row))).toEqual(
          new Set([token ?? IT]),
        );
      }
    });
  }

  test('with a sentence before, and the sentence names the strongest dimension', async ({ walk }) => {
    await openFigure(walk, 'qkv', 'context=a&layer=1&head=3');
    const numbers = await run({ context: 'a' });
    await expectSame(walk, numbers);
    const query = [...numbers.get('query', 1, 3).data.slice(13 * K, 14 * K)];
    const strongest = query.map(Math.abs).indexOf(Math.max(...query.map(Math.abs)));
    await expect(walk.now).toContainText(
      `第 ${strongest + 1} 维：${query[strongest].toFixed(2).replace('-', '\u2212')}`,
    );
  });
});

test.describe('a weight is moved with its slider', () => {
  const cases = [
    { tensor: 'attention.query.weight', layer: 0, row: 3, column: 17, key: 'End', value: 3 },
    { tensor: 'attention.key.weight', layer: 0, row: 11, column: 0, key: 'Home', value: -3 },
    { tensor: 'attention.value.weight', layer: 1, row: 0, column: 47, key: 'End', value: 3 },
    { tensor: 'attention.key.bias', layer: 0, row: 0, column: 5, key: 'Home', value: -3 },
  ];
  for (const place of cases) {
    test(`${place.tensor} of layer ${place.layer + 1}: all after it is Node's; undoing gives every bit back`, async ({
      walk,
      page,
    }) => {
      const { tensor, layer, row, column, key, value } = place;
      await openFigure(walk, 'qkv', `layer=${layer}`);
      const [before, belief] = [await readNumbers(walk), await walk.belief()];
      await sliderOf(walk, place);
      await page.keyboard.press(key);
      await walk.drawn();
      const edit = { tensor, layer, index: row * D * !tensor.endsWith('bias') + column, value };
      expect((await walk.state()).edits).toEqual([edit]);
      const numbers = await runChanged(written(edit));
      await expectSame(walk, numbers, WHOLE);
      expect(await walk.belief()).toEqual(numbers.belief);
      expect(numbers.belief).not.toEqual(belief);
      const product = walk.element.locator('.own-controls p');
      await expect(product).toContainText('1');
      await product.locator('button').click();
      await walk.drawn();
      expect((await walk.state()).edits).toEqual([]);
      expect(await readNumbers(walk)).toEqual(before);
      expect(await walk.belief()).toEqual((await run()).belief);
    });
  }

  test('step by step, by mouse too, one weight is one change; what stands beside it is the new number', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'qkv');
    const place = { tensor: 'attention.value.weight', layer: 0, row: 2, column: 9 };
    const slider = await sliderOf(walk, place);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    await slider.click({ position: { x: 20, y: 8 } });
    await walk.drawn();
    const { edits } = await walk.state();
    expect(edits).toHaveLength(1);
    expect(edits[0].value).toBeLessThan(-1);
    await expectSame(walk, await runChanged(written(...edits)), WHOLE);
    expect(Math.fround(parse(await walk.element.locator('.unfold .head output').textContent()))).toBe(
      Math.fround(edits[0].value),
    );
    expect(await focused(page)).toMatchObject({ tag: 'input' });
  });

  test('two in different layers, and only one head of the first layer changes its queries', async ({ walk }) => {
    const edits = [
      { tensor: 'attention.query.weight', layer: 0, index: 14 * D + 3, value: 2.5 },
      { tensor: 'attention.key.bias', layer: 1, index: 40, value: -1.25 },
    ];
    await openFigure(walk, 'qkv', 'head=0');
    const before = await matrixOf(walk, 'query');
    await walk.set({ edits });
    const numbers = await runChanged(written(...edits));
    await expectSame(walk, numbers, WHOLE);
    expect(await matrixOf(walk, 'query')).toEqual(before);
    await walk.set({ head: 1 });
    await expectSame(walk, numbers, WHOLE);
    const unchanged = (await run()).get('query', 0, 1).data;
    (await matrixOf(walk, 'query')).forEach((row, i) => expect(row[2]).not.toBe(unchanged[i * K + 2]));
    await walk.set({ layer: 1, head: 3 });
    await expectSame(walk, numbers, WHOLE);
    await expect(walk.element.locator('.own-controls p')).toContainText('2');
  });

  test('a changed weight unfolds into the changed sum, term by term', async ({ walk }) => {
    const edit = { tensor: 'attention.query.weight', layer: 0, index: 3 * D + 17, value: 2.75 };
    await openFigure(walk, 'qkv', 'edits=attention.query.weight:0:147:1 attention.query.weight:0:161:2.75');
    const { get } = await runChanged(written({ ...edit, index: 147, value: 1 }, edit));
    await walk.cell({ tensor: 'query', layer: 0, head: 0, row: IT, column: 3 }).focus();
    const rows = await walk.element
      .locator('.unfold .terms tbody tr')
      .evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('\u2212', '-'))),
        ),
      );
    const x = get('attention_norm', 0).data.slice(IT * D, (IT + 1) * D);
    const w = get('attention.query.weight', 0).data.slice(3 * D, 4 * D);
    expect(rows).toHaveLength(D);
    rows.forEach(([a, b, product], i) =>
      expect(Math.max(Math.abs(a - x[i]), Math.abs(b - w[i]), Math.abs(product - x[i] * w[i]))).toBeLessThan(0.00501),
    );
    expect(rows[17][1]).toBe(2.75);
    const total = x.reduce((sum, value, i) => sum + value * w[i], get('attention.query.bias', 0).data[3]);
    expect(Math.abs(parse(await walk.element.locator('.unfold .total output').textContent()) - total)).toBeLessThan(
      1e-4,
    );
  });

  test('only weights of this figure have a slider', async ({ walk }) => {
    await openFigure(walk, 'qkv');
    for (const [tensor, count] of [
      ['scores', 0],
      ['query', 0],
      ['attention_norm', 0],
      ['attention.key.weight', 1],
      ['attention.value.bias', 1],
    ]) {
      await walk.stage.locator(`[role=gridcell][data-tensor="${tensor}"]`).first().focus();
      await expect(walk.element.locator('.unfold input[type=range]'), tensor).toHaveCount(count);
    }
  });
});

test('a changed weight unfolds as changed, its neighbours as learned', async ({ walk }) => {
  await openFigure(walk, 'qkv', `edits=attention.query.weight:0:${3 * D + 17}:2.5 attention.value.bias:0:4:1`);
  const how = async (tensor, row, column) => {
    await walk.cell({ tensor, layer: 0, row, column }).focus();
    return walk.element.locator('.unfold .how').first().textContent();
  };
  for (const [tensor, row, column, changed] of [
    ['attention.query.weight', 3, 17, true],
    ['attention.query.weight', 3, 16, false],
    ['attention.value.bias', 0, 4, true],
    ['attention.value.bias', 0, 5, false],
    ['attention.key.weight', 3, 17, false],
  ]) {
    expect(await how(tensor, row, column), `${tensor} ${row} ${column}`).toContain(changed ? '改过' : '训练得来');
  }
  await walk.set({ keys: 'query', values: 'input' });
  for (const tensor of ['attention.key.weight', 'attention.value.weight'])
    expect(await how(tensor, 1, 1), tensor).toContain('改过');
});

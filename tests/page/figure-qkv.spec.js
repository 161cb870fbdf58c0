// The Q/K/V figure: weights moved by hand and everything after them, against an engine in Node whose weights were
// written alike.

import { run } from './engine.js';
import {
  D,
  IT,
  K,
  LAYERS,
  T,
  asMask,
  choose,
  differences,
  expectSame,
  matrixOf,
  openFigure,
  range,
  runChanged,
} from './figures.js';
import { focused, parse, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

const WHOLE = {
  'attention.query.weight': K * D,
  'attention.key.weight': K * D,
  'attention.value.weight': K * D,
  'attention.query.bias': K,
  'attention.key.bias': K,
  'attention.value.bias': K,
  attention_norm: D,
  query: T * K,
  key: T * K,
  value: T * K,
  scores: T * T,
  weights: T * T,
};

/** W_K := W_Q in every layer, bias and all. */
const keysAsQueries = (model) =>
  LAYERS.forEach((layer) =>
    ['weight', 'bias'].forEach((role) => {
      model
        .weight(`attention.query.${role}`, { layer })
        .data.slice()
        .forEach((value, index) => model.writeWeight(`attention.key.${role}`, { layer, index, value }));
    }),
  );

/** V := X in every layer: the identity, and nothing added. */
const valuesAsInputs = (model) =>
  LAYERS.forEach((layer) => {
    range(D * D).forEach((index) =>
      model.writeWeight('attention.value.weight', { layer, index, value: index % (D + 1) === 0 ? 1 : 0 }),
    );
    range(D).forEach((index) => model.writeWeight('attention.value.bias', { layer, index, value: 0 }));
  });

const written =
  (...edits) =>
  (model) =>
    edits.forEach(({ tensor, layer, index, value }) => model.writeWeight(tensor, { layer, index, value }));

/** Unfolds a weight's cell by the keyboard's way in, and goes to its slider. */
async function sliderOf(walk, { tensor, layer, row, column }) {
  await walk.cell({ tensor, layer, row, column }).focus();
  const slider = walk.element.locator('.unfold input[type=range]');
  await slider.focus();
  return slider;
}

const symmetric = (matrix) =>
  Math.max(
    ...matrix.flatMap((row, i) => row.map((value, j) => Math.abs(value - matrix[j][i]) / Math.max(1, Math.abs(value)))),
  );

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
    await expect(walk.now).toContainText(`第 ${strongest} 维：${query[strongest].toFixed(2).replace('-', '\u2212')}`);
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
    test(`${place.tensor} of layer ${place.layer + 1}: all after it is Node's, and undoing gives every bit back`, async ({
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

test.describe('why there are three', () => {
  test('W_K := W_Q makes scores symmetric and weights not', async ({ walk }) => {
    await openFigure(walk, 'qkv', 'layer=0&head=1');
    expect(symmetric(await matrixOf(walk, 'scores'))).toBeGreaterThan(0.1);
    await expect(walk.now).toContainText('分数不对称');
    await choose(walk, 'keys', 'query');
    const numbers = await runChanged(keysAsQueries);
    for (const [layer, head] of [
      [0, 1],
      [1, 0],
      [1, 3],
    ]) {
      await walk.set({ layer, head });
      await expectSame(walk, numbers, WHOLE);
      expect(await matrixOf(walk, 'key')).toEqual(await matrixOf(walk, 'query'));
      expect(symmetric(await matrixOf(walk, 'scores'))).toBeLessThan(1e-5);
      expect(symmetric(await matrixOf(walk, 'weights'))).toBeGreaterThan(0.01);
      await expect(walk.now).toContainText('分数左右对称');
      await expect(walk.now).toContainText('权重不对称');
    }
    await choose(walk, 'keys', 'own');
    await expectSame(walk, await run(), WHOLE);
  });

  test('V := X makes the value the head’s own slice of what comes in; who looks at whom stays', async ({ walk }) => {
    await openFigure(walk, 'qkv', 'layer=0&head=2');
    const weights = await matrixOf(walk, 'weights');
    await choose(walk, 'values', 'input');
    const numbers = await runChanged(valuesAsInputs);
    await expectSame(walk, numbers, WHOLE);
    expect(await matrixOf(walk, 'weights')).toEqual(weights);
    for (const [layer, head] of [
      [0, 2],
      [1, 1],
    ]) {
      await walk.set({ layer, head });
      const values = await matrixOf(walk, 'value', { layer, head });
      const { data } = numbers.get('attention_norm', layer);
      values.forEach((row, i) => expect(row).toEqual([...data.slice(i * D + head * K, i * D + (head + 1) * K)]));
      expect(values).toHaveLength(T);
    }
    expect(await walk.belief()).toEqual(numbers.belief);
  });

  test('both, on top of a weight moved by hand: the key goes along with the query', async ({ walk }) => {
    const edit = { tensor: 'attention.query.weight', layer: 1, index: 5, value: 1.5 };
    await openFigure(walk, 'qkv', 'layer=1&head=0&keys=query&values=input&edits=attention.query.weight:1:5:1.5');
    const numbers = await runChanged((model) =>
      [valuesAsInputs, written(edit), keysAsQueries].forEach((change) => change(model)),
    );
    await expectSame(walk, numbers, WHOLE);
    await walk.set({ keys: 'own', values: 'own', edits: [] });
    await expectSame(walk, await run(), WHOLE);
  });

  test('what was changed here is no longer said to be trained', async ({ walk }) => {
    await openFigure(walk, 'qkv');
    const badges = walk.element.locator('.status .badge, h2 small');
    const trained = await badges.allTextContents();
    for (const change of [
      { keys: 'query' },
      { values: 'input' },
      { edits: [{ tensor: 'attention.query.bias', layer: 0, index: 0, value: 1 }] },
    ]) {
      await walk.set(change);
      const now = await badges.allTextContents();
      now.forEach((text, i) => expect(text, JSON.stringify(change)).not.toBe(trained[i]));
      await walk.set({ keys: 'own', values: 'own', edits: [] });
      expect(await badges.allTextContents()).toEqual(trained);
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

test.describe('a link brings the experiment back', () => {
  test('edits, keys and values, to the last bit', async ({ walk, page }) => {
    await openFigure(walk, 'qkv', 'layer=1&head=2');
    await sliderOf(walk, { tensor: 'attention.key.weight', layer: 1, row: 30, column: 40 });
    await page.keyboard.press('PageUp');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowLeft');
    await choose(walk, 'keys', 'query');
    await choose(walk, 'values', 'input');
    const [state, before] = [await walk.state(), await readNumbers(walk)];
    expect(state.edits).toHaveLength(1);
    await walk.open(await walk.link(), 'embed.html');
    expect(await walk.state()).toEqual(state);
    expect(await readNumbers(walk)).toEqual(before);
  });

  for (const [title, link] of [
    ['a tensor that there is not', 'edits=attention.output.weight:0:1:1'],
    ['a place outside the weight', 'edits=attention.query.weight:0:2304:1'],
    ['a layer outside the model', 'edits=attention.query.weight:2:0:1'],
    ['no number', 'edits=attention.query.weight:0:0:NaN'],
  ]) {
    test(`${title} is told of, and the model stays as it was`, async ({ walk }) => {
      await openFigure(walk, 'qkv', link);
      await expectSame(walk, await run(), WHOLE);
      await expect(walk.element.locator('.status .notice')).toBeVisible();
    });

    test(`after ${title}, a weight can be moved as ever`, async ({ walk }) => {
      await openFigure(walk, 'qkv', link);
      const edit = { tensor: 'attention.query.weight', layer: 0, index: 7, value: 2 };
      await walk.set({ edits: [edit] });
      await expectSame(walk, await runChanged(written(edit)), WHOLE);
      await walk.set({ edits: [] });
      await expectSame(walk, await run(), WHOLE);
    });
  }
});

test('the arithmetic of the symmetric case holds at the smallest: two tokens', async ({ walk }) => {
  await openFigure(walk, 'qkv', 'keys=query&sentence=它需要');
  const scores = await matrixOf(walk, 'scores');
  expect(scores[0][1]).toBe(scores[1][0]);
  expect(
    differences(
      (await readNumbers(walk)).filter(({ tensor }) => tensor !== 'belief'),
      await runChanged(keysAsQueries, { sentence: '它需要', words: [] }),
    ),
  ).toEqual([]);
  expect(await walk.element.locator('.token').allTextContents()).toEqual(['它', GLYPHS[7]]);
});

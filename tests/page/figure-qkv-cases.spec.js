// The Q/K/V figure: why there are three matrices, shown by making two of them one, and links that bring this back.

import { run } from './engine.js';
import { D, K, T, choose, differences, expectSame, matrixOf, openFigure, runChanged } from './figures.js';
import { WHOLE, keysAsQueries, sliderOf, valuesAsInputs, written } from './qkv.js';
import { readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

const symmetric = (matrix) =>
  Math.max(
    ...matrix.flatMap((row, i) => row.map((value, j) => Math.abs(value - matrix[j][i]) / Math.max(1, Math.abs(value)))),
  );

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
      await expect(walk.now).toContainText('分数沿对角线对称');
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
    ['a layer outside the model', 'edits=attention.query.weight:3:0:1'],
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

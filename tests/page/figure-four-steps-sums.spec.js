// The four-steps figure: sums at the edges, what a cell unfolds into, and what the sentence says.

import { run } from './engine.js';
import { D, IT, K, T, differences, matrixOf, openFigure, range, sum } from './figures.js';
import { SCALES, FAULTS, rows, near } from './four-steps.js';
import { parse, readNumbers } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

test.describe('sums at the edges', () => {
  test('rows are 1, columns are not; over columns it is the other way round', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=1&head=1');
    for (const fault of ['none', 'softmax_columns']) {
      await walk.set({ fault });
      const weights = await matrixOf(walk, 'weights', { layer: 1, head: 1 });
      const [across, down] = [weights.map(sum), range(T).map((column) => sum(weights.map((row) => row[column])))];
      const [drawnAcross, drawnDown] = [
        await matrixOf(walk, 'weights_row_sum'),
        await matrixOf(walk, 'weights_column_sum'),
      ];
      expect(
        near(
          drawnAcross.map(([value]) => value),
          across,
          1e-6,
        ),
      ).toBe(true);
      expect(
        near(
          drawnDown.map(([value]) => value),
          down,
          1e-6,
        ),
      ).toBe(true);
      const [ones, others] = fault === 'none' ? [across, down] : [down, across];
      expect(
        near(
          ones,
          range(T).map(() => 1),
          1e-5,
        ),
      ).toBe(true);
      expect(others.some((value) => Math.abs(value - 1) > 0.2)).toBe(true);
    }
  });

  test('stand at the foot of their columns and at the end of their rows', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=1');
    const box = (tensor, row, column) => walk.cell({ tensor, row, column }).last().boundingBox();
    for (const i of [0, 5, 11]) {
      const [cell, right, foot] = [
        await box('weights', i, i),
        await box('weights_row_sum', i, 0),
        await box('weights_column_sum', i, 0),
      ];
      expect(Math.abs(right.y - cell.y)).toBeLessThan(2);
      expect(right.x).toBeGreaterThan(cell.x);
      expect(Math.abs(foot.x - cell.x)).toBeLessThan(2);
      expect(foot.y).toBeGreaterThan(cell.y);
    }
  });

  test('the axes are named, in both languages', async ({ walk }) => {
    await openFigure(walk, 'four-steps');
    for (const [lang, names] of [
      ['zh', ['查询', '键']],
      ['en', ['queries', 'keys']],
    ]) {
      await walk.set({ lang });
      const captions = (await walk.stage.locator('.caption').allTextContents()).join(' | ');
      for (const name of names) expect(captions).toContain(name);
    }
  });
});

test.describe('a cell unfolds into what was really computed', () => {
  test('a score over what it was divided by', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=0&head=1');
    for (const [scale, by] of [
      ['sqrt(d_k)', Math.sqrt(K)],
      ['none', 1],
      ['d_k', K],
      ['sqrt(d_model)', Math.sqrt(D)],
    ]) {
      await walk.set({ scale });
      await walk.cell({ tensor: 'scaled', row: IT, column: 2 }).focus();
      const [, x, y, result] = /(\S+) ÷ (\S+) ≈ (\S+)/.exec(
        await walk.element.locator('.unfold .equation').textContent(),
      );
      expect(Math.abs(Number(y) - by), scale).toBeLessThan(1e-5);
      expect(Math.abs(parse(x) / Number(y) - parse(result)), scale).toBeLessThan(1e-5);
    }
  });
});

test.describe('a wrong way shows no right arithmetic', () => {
  for (const fault of FAULTS) {
    test(fault, async ({ walk }) => {
      await openFigure(walk, 'four-steps', `layer=0&head=1&mask=causal&fault=${fault}`);
      for (const [tensor, column] of [
        ['weights', 2],
        ['weights', 9],
        ['exp', 2],
        ['exp', 9],
      ]) {
        await walk.cell({ tensor, row: IT, column }).last().focus();
        const said = await walk.element.locator('.unfold').textContent();
        const [, x, y, result] = /(\S+) ÷ (\S+) ≈ (\S+)/.exec(said) ?? [];
        const [, a, b, power] = /exp\((\S+) − (\S+)\) ≈ (\S+)/.exec(said) ?? [];
        if (result) expect(Math.abs(parse(x) / parse(y) - parse(result)), `${tensor} ${column}`).toBeLessThan(1e-5);
        else if (power)
          expect(Math.abs(Math.exp(parse(a) - parse(b)) - parse(power)), `${tensor} ${column}`).toBeLessThan(1e-5);
        else expect(said, `${tensor} ${column}`).toMatch(/错误/);
      }
    });
  }
});

test('the sentence names the row’s largest weight, and the task has its answer: without scaling it swells', async ({
  walk,
}) => {
  await openFigure(walk, 'four-steps', 'layer=1&head=0');
  const largest = async (scale) => {
    const row = rows((await run({ scale })).get('weights', 1, 0))[IT];
    return [Math.max(...row), row.indexOf(Math.max(...row))];
  };
  for (const scale of SCALES) {
    await walk.set({ scale });
    const [weight, best] = await largest(scale);
    await expect(walk.now).toContainText(`${(weight * 100).toFixed(1)}%，给了「${GLYPHS[best]}」`);
  }
  expect((await largest('none'))[0]).toBeGreaterThan((await largest('sqrt(d_k)'))[0] + 0.2);
  expect(differences(await readNumbers(walk), await run({ scale: 'sqrt(d_model)' }))).toEqual([]);
});

// The close-up of the four-steps figure: products that add up to a score, weighted values that add up to an output.
// What they are held to is multiplied and added here, in float64, from Node's run.

import { run } from './engine.js';
import { HEADS, IT, K, T, asMask, differences, matrixOf, openFigure, range, sum } from './figures.js';
import { focused, parse, readNumbers } from './read.js';
import { GLYPHS, ROTATED, expect, test } from './walk.js';

const rowOf = ({ data, shape: [, wide] }, row) => [...data.slice(row * wide, (row + 1) * wide)];

const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

/** The strip of products as drawn: which pair it is of, and its numbers. */
async function stripOf(walk) {
  const cells = (await readNumbers(walk)).filter(({ tensor, isCell }) => tensor === 'score_terms' && isCell);
  return { pair: [...new Set(cells.map(({ row }) => row))], values: cells.map(({ value }) => Number(value)) };
}

const largest = (row) => row.indexOf(Math.max(...row));

test.describe('products of a query and a key', () => {
  for (const link of ['', 'position=sinusoidal', 'mask=causal&scale=none&token=9', 'fault=no_head_transpose']) {
    test(`add up to the score, of the key with the largest weight where nothing is chosen: ${link}`, async ({
      walk,
    }) => {
      await openFigure(walk, 'four-steps', `layer=1&${link}`);
      const { mask, position, scale, fault, token = IT } = Object.fromEntries(new URLSearchParams(link));
      const numbers = await run({
        mask: asMask(mask),
        ...(position && { position }),
        ...(scale && { scale }),
        ...(fault && { fault }),
      });
      const [queries, keys] = position ? ['query', 'key'] : ROTATED;
      for (const head of HEADS) {
        await walk.set({ head });
        const at = (tensor, row) => rowOf(numbers.get(tensor, 1, head), row);
        const key = largest(at('weights', Number(token)));
        const { pair, values } = await stripOf(walk);
        expect(pair, `head ${head}`).toEqual([Number(token) * T + key]);
        const [q, k] = [at(queries, Number(token)), at(keys, key)];
        values.forEach((value, d) => expect(near(value, q[d] * k[d], 1e-6), `head ${head}, dimension ${d}`).toBe(true));
        expect(near(sum(values), at('scores', Number(token))[key], 1e-5), `head ${head}`).toBe(true);
        expect(await matrixOf(walk, queries)).toEqual([...range(Number(token)).map(() => undefined), q]);
      }
    });
  }

  test('are of the cell that is chosen, in the row or in the matrix, and stay so while the strip is walked', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'four-steps', 'layer=0&head=2');
    for (const [tensor, row, column] of [
      ['scores', IT, 8],
      ['exp', IT, 3],
      ['weights', 2, 11],
    ]) {
      await walk.cell({ tensor, row, column }).first().click();
      await walk.drawn();
      expect((await stripOf(walk)).pair).toEqual([IT * T + column]);
      await expect(walk.stage).toContainText(`「它」与「${GLYPHS[column]}」`);
    }
    await walk.stage.locator('[data-block^=score_terms]').focus();
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatchObject({ tensor: 'score_terms', row: String(IT * T + 11), column: '4' });
    expect((await focused(page)).label).toContain(`它 · ${GLYPHS[11]}，第 5 维`);
    const [, x, y, result] = /(\S+) × (\S+) ≈ (\S+)/.exec(
      await walk.element.locator('.unfold .equation').textContent(),
    );
    const numbers = await run();
    const [q, k] = [rowOf(numbers.get(ROTATED[0], 0, 2), IT)[4], rowOf(numbers.get(ROTATED[1], 0, 2), 11)[4]];
    expect([parse(x), parse(y)].map(Math.fround)).toEqual([q, k]);
    expect(near(parse(result), q * k, 1e-6)).toBe(true);
  });

  test('fall into the score that they make: the foot of the fall is over its cell', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=1&head=3&cell=scores:1:3:6:9');
    const [cell, fall, strip] = await Promise.all(
      [
        walk.cell({ tensor: 'scores', row: IT, column: 9 }),
        walk.stage.locator('.funnel'),
        walk.stage.locator('[data-block^=score_terms] .ground'),
      ].map((part) => part.boundingBox()),
    );
    expect(Math.abs(fall.x - strip.x)).toBeLessThan(3);
    expect(fall.y).toBeGreaterThan(strip.y + strip.height - 1);
    expect(fall.y + fall.height).toBeLessThan(cell.y);
    const foot = await walk.stage.locator('.funnel').evaluate((path) =>
      path
        .getAttribute('d')
        .match(/L([\d.]+),[\d.]+ H([\d.]+)/)
        .slice(1)
        .map(Number),
    );
    const x = Number(await walk.cell({ tensor: 'scores', row: IT, column: 9 }).getAttribute('x'));
    expect(Math.abs(foot[1] - x)).toBeLessThan(1);
    expect(foot[0]).toBeGreaterThan(x);
  });
});

test.describe('weighted values', () => {
  for (const link of ['', 'mask=causal&fault=mask_after_softmax', 'context=a', 'fault=softmax_columns']) {
    test(`are weight times value, key by key, and add up to the head's output: ${link}`, async ({ walk }) => {
      await openFigure(walk, 'four-steps', `layer=1&${link}`);
      const { mask, fault, context } = Object.fromEntries(new URLSearchParams(link));
      const numbers = await run({ mask: asMask(mask), ...(fault && { fault }), ...(context && { context }) });
      const [n, token] = [numbers.tokens.length, numbers.pronoun];
      for (const head of [0, 3]) {
        await walk.set({ head });
        const weights = rowOf(numbers.get('weights', 1, head), token);
        const drawn = (await matrixOf(walk, 'value_terms')).slice(token * n);
        expect(drawn).toHaveLength(n);
        drawn.forEach((row, key) =>
          row.forEach((value, d) =>
            expect(near(value, weights[key] * rowOf(numbers.get('value', 1, head), key)[d], 1e-6)).toBe(true),
          ),
        );
        const out = rowOf(numbers.get('head_output', 1, head), token);
        range(K).forEach((d) =>
          expect(near(sum(drawn.map((row) => row[d])), out[d], 1e-5), `dimension ${d}`).toBe(true),
        );
      }
      expect(differences(await readNumbers(walk), numbers)).toEqual([]);
    });
  }

  test('stand over the output that they add up to, column by column', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=1');
    for (const column of [0, 11]) {
      const [term, out] = [
        await walk.cell({ tensor: 'value_terms', row: IT * T + 11, column }).boundingBox(),
        await walk.cell({ tensor: 'head_output', row: IT, column }).boundingBox(),
      ];
      expect(Math.abs(term.x - out.x)).toBeLessThan(1);
      expect(out.y).toBeGreaterThan(term.y + term.height);
    }
  });
});

// The four-steps figure: every scale and every fault run for real, and each check says what a float64 look at the
// same run says.

import { run } from './engine.js';
import { D, HEADS, K, LAYERS, T, asMask, choose, expectSame, openFigure, ownEngine, range, sum } from './figures.js';
import { SCALES, FAULTS, rows, near } from './four-steps.js';
import { GLYPHS, ROTATED, expect, test } from './walk.js';

const DIVISORS = { 'sqrt(d_k)': Math.sqrt(K), none: 1, d_k: K, 'sqrt(d_model)': Math.sqrt(D) };

const WHOLE = {
  [ROTATED[0]]: K,
  [ROTATED[1]]: K,
  score_terms: K,
  value_terms: T * K,
  scores: T,
  scaled: T,
  exp: T,
  weights: T * T,
  weights_row_sum: T,
  weights_column_sum: T,
  head_output: K,
};

/**
 * What the run of a state really keeps of a right attention, judged in float64 by the definitions: in one layer, and
 * what is compared with a right run in the first, where nothing wrong has come in from below.
 */
async function judged({ layer = 0, head = 0, mask = 'none', scale = 'sqrt(d_k)', fault = 'none', ...options }) {
  const [wrong, right] = [await run({ mask, scale, fault, ...options }), await run({ mask, ...options })];
  const at = (tensor, numbers = wrong, where = layer) => rows(numbers.get(tensor, where, head));
  const sees = (i, j) =>
    (mask === 'none' || j <= i) &&
    !(options.cuts ?? []).some(
      ({ layer: cut = layer, head: one = head, query, key }) =>
        cut === layer && one === head && query === i && key === j,
    );
  const weights = at('weights');
  const [norm, matrix, bias] = [
    rows(wrong.get('attention_norm', 0)),
    rows(wrong.get('attention.query.weight', 0)),
    wrong.get('attention.query.bias', 0).data,
  ];
  const slice = range(K).map((k) => head * K + k);
  return {
    rows: weights.every((row, i) => !row.some((_, j) => sees(i, j)) || Math.abs(sum(row) - 1) < 1e-5),
    hidden: weights.every((row, i) => row.every((weight, j) => sees(i, j) || weight === 0)),
    scale: at('scaled').every((row, i) =>
      near(
        row,
        at('scores')[i].map((score) => score / Math.sqrt(K)),
        1e-5,
      ),
    ),
    spread: Math.abs(Math.sqrt(K) / DIVISORS[scale] - 1) < 0.2, // q · k of K unit variances has a spread of √K
    heads: at('query', wrong, 0).every((row, i) =>
      near(
        row,
        slice.map((out) => sum(norm[i].map((x, d) => x * matrix[out][d])) + bias[out]),
        1e-4,
      ),
    ),
    weights: at('weights', wrong, 0)
      .flat()
      .every((weight, i) => weight === at('weights', right, 0).flat()[i]),
  };
}

const checksOf = async (walk) =>
  Object.fromEntries(
    await walk.element
      .locator('.checks li')
      .evaluateAll((items) => items.map(({ dataset }) => [dataset.check, dataset.holds === 'true'])),
  );

const ALL = { rows: true, hidden: true, scale: true, spread: true, heads: true, weights: true };

/**
 * Takes a scale where a reader finds it: the right one and two to compare on the switch, the mistake among the wrong
 * ways.
 */
async function take(walk, scale) {
  if (scale === 'sqrt(d_model)') await walk.element.locator('.own-controls select').selectOption(scale);
  else await choose(walk, 'scale', scale);
  await walk.drawn();
}

/**
 * From what each fault does (src/steps/faults.h): what breaks where everything is seen, and where the future is
 * hidden.
 */
const BREAKS = {
  none: { encoder: [], causal: [] },
  softmax_columns: { encoder: ['rows', 'weights'], causal: ['rows', 'weights'] },
  mask_after_softmax: { encoder: [], causal: ['rows', 'weights'] },
  zero_mask: { encoder: [], causal: ['hidden', 'weights'] },
  no_head_transpose: { encoder: ['heads', 'weights'], causal: ['heads', 'weights'] },
};

/** Wrong ways that nobody sees where nothing is hidden. */
const OF_MASK = ['mask_after_softmax', 'zero_mask'];

const without = (broken) => ({ ...ALL, ...Object.fromEntries(broken.map((name) => [name, false])) });

test.describe('every cell is what Node computes', () => {
  for (const mask of ['encoder', 'causal']) {
    for (const scale of SCALES) {
      test(`${mask}, scores divided by ${scale}`, async ({ walk }) => {
        await openFigure(walk, 'four-steps', `mask=${mask}`);
        await take(walk, scale);
        const numbers = await run({ mask: asMask(mask), scale });
        for (const [layer, head, token] of [
          [0, 0, null],
          [1, 2, 4],
        ]) {
          await walk.set({ layer, head, token });
          await expectSame(walk, numbers, WHOLE);
        }
        await walk.set({ layer: 0, head: 0 });
        expect(await checksOf(walk)).toEqual(scale === 'sqrt(d_k)' ? ALL : without(['scale', 'spread', 'weights']));
      });
    }

    for (const fault of FAULTS) {
      test(`${mask}, ${fault}`, async ({ walk }) => {
        await openFigure(walk, 'four-steps', `mask=${mask}&layer=0`);
        await walk.element.locator('.own-controls select').selectOption(fault);
        await walk.drawn();
        expect((await walk.state()).fault).toBe(fault);
        const seen = OF_MASK.includes(fault) ? 'causal' : mask; // a mask that hides something comes with them
        expect((await walk.state()).mask).toBe(seen);
        const numbers = await run({ mask: asMask(seen), fault });
        for (const head of HEADS) {
          await walk.set({ head, layer: head % 2 });
          await expectSame(walk, numbers, WHOLE);
          expect(await checksOf(walk), `head ${head}`).toEqual(without(BREAKS[fault][seen]));
          expect(await checksOf(walk), `head ${head}`).toEqual(
            await judged({ layer: head % 2, head, mask: asMask(seen), fault }),
          );
        }
        expect(await walk.belief()).toEqual(numbers.belief);
      });
    }
  }

  test('a fault is really another computation, wherever it breaks something', async () => {
    for (const [fault, by] of Object.entries(BREAKS)) {
      for (const mask of ['encoder', 'causal']) {
        const [wrong, right] = [await run({ fault, mask: asMask(mask) }), await run({ mask: asMask(mask) })];
        const same = HEADS.every(
          (head) => rows(wrong.get('weights', 0, head)).join() === rows(right.get('weights', 0, head)).join(),
        );
        expect(same, `${fault} ${mask}`).toBe(by[mask].length === 0);
      }
    }
  });
});

test.describe('the checks say what is so', () => {
  const cases = [
    { fault: 'no_head_transpose', scale: 'none' },
    { fault: 'softmax_columns', scale: 'd_k', mask: 'causal' },
    { fault: 'zero_mask', scale: 'none', mask: 'causal' },
    { fault: 'mask_after_softmax', cuts: [{ layer: 0, query: 3, key: 2 }] },
    { fault: 'zero_mask', cuts: [{ layer: 0, query: 3, key: 2 }] },
    { fault: 'softmax_columns', cuts: range(T).map((query) => ({ layer: 0, query, key: 4 })) },
    { fault: 'none', cuts: range(T).map((key) => ({ layer: 0, query: 5, key })) },
    { fault: 'none', context: 'a', mask: 'causal' },
    { fault: 'mask_after_softmax', context: 'b', mask: 'causal' },
    { fault: 'none', headsOff: [{ layer: 0, head: 1 }] },
  ];
  for (const options of cases) {
    const { fault, scale = 'sqrt(d_k)', mask = 'none', cuts = [], headsOff = [], context = 'none' } = options;
    test(`${fault}, ${scale}, ${mask}, ${cuts.length} cuts, ${headsOff.length} heads off, context ${context}`, async ({
      walk,
    }) => {
      await openFigure(
        walk,
        'four-steps',
        `layer=0&context=${context}&mask=${mask === 'causal' ? 'causal' : 'encoder'}`,
      );
      await walk.set({ fault, scale, cuts, off: headsOff, head: 1 });
      const holds = await checksOf(walk);
      expect(holds).toEqual(await judged({ head: 1, ...options }));
      await walk.set({ layer: 1 });
      expect(await checksOf(walk), 'layer 2').toEqual(await judged({ layer: 1, head: 1, ...options }));
      await walk.set({ layer: 0 });
      const broken = Object.values(holds).filter((one) => !one).length;
      await expect(walk.now).toContainText(broken > 0 ? `有 ${broken} 项检查不通过` : '各项检查都通过');
      await expect(walk.element.locator('.checks li.breaks')).toHaveCount(broken);
      await expect(walk.element.locator('.checks li.breaks b')).toHaveText(range(broken).map(() => '✗'));
    });
  }

  test('a row that they name adds up to what they say, in the matrix shown or in the layer named', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=1&mask=causal&fault=mask_after_softmax');
    for (const layer of LAYERS) {
      await walk.set({ layer });
      const said = await walk.element.locator('.checks [data-check=rows]').textContent();
      const [, glyph, value] = /「(.+)」这行约为 (\d\.\d+)/.exec(said);
      const { data } = (await run({ mask: 'causal', fault: 'mask_after_softmax' })).get(
        'weights_row_sum',
        said.includes('第 1 层') ? 0 : layer,
        0,
      );
      expect(data[GLYPHS.indexOf(glyph)].toFixed(3), `layer ${layer}`).toBe(value);
    }
  });

  test('how many weights differ is counted, not guessed', async ({ walk }) => {
    await openFigure(walk, 'four-steps', 'layer=0&mask=causal&fault=mask_after_softmax');
    const [wrong, right] = await Promise.all(
      ['mask_after_softmax', 'none'].map(
        async (fault) => (await run({ mask: 'causal', fault })).get('weights', 0, 0).data,
      ),
    );
    const count = [...wrong].filter((weight, i) => weight !== right[i]).length;
    expect(count).toBeLessThan(T * T);
    await expect(walk.element.locator('.checks [data-check=weights]')).toContainText(`${count} 格`);
  });

  test('the switch has three divisors, the menu all wrong ways; leaving √d_model brings √d_k back', async ({
    walk,
  }) => {
    await openFigure(walk, 'four-steps');
    const values = (selector) => walk.element.locator(selector).evaluateAll((all) => all.map(({ value }) => value));
    expect(await values('.own-controls input[name=scale]')).toEqual(['sqrt(d_k)', 'none', 'd_k']);
    expect(await values('.own-controls select option')).toEqual([...FAULTS, 'sqrt(d_model)']);
    const menu = walk.element.locator('.own-controls select');
    for (const [chosen, state] of [
      ['zero_mask', { fault: 'zero_mask', scale: 'sqrt(d_k)' }],
      ['sqrt(d_model)', { fault: 'none', scale: 'sqrt(d_model)' }],
      ['softmax_columns', { fault: 'softmax_columns', scale: 'sqrt(d_k)' }],
      ['sqrt(d_model)', { fault: 'none', scale: 'sqrt(d_model)' }],
      ['none', { fault: 'none', scale: 'sqrt(d_k)' }],
    ]) {
      await menu.selectOption(chosen);
      await walk.drawn();
      expect(await walk.state()).toMatchObject(state);
      await expect(menu).toHaveValue(chosen);
    }
  });

  test('the spread that they name is the engine’s own draw, and near the arithmetic of unit variances', async ({
    walk,
  }) => {
    await openFigure(walk, 'four-steps');
    const { raw } = (await ownEngine()).saturation({ dK: K, keys: 16, draws: 400, seed: 1 });
    for (const scale of SCALES) {
      await walk.set({ scale });
      const said = Number(
        /(\d+\.\d+)\D*$/.exec(await walk.element.locator('.checks [data-check=spread]').textContent())[1],
      );
      expect(said, scale).toBeCloseTo(raw.spread.median / DIVISORS[scale], 2);
      expect(Math.abs(said / (Math.sqrt(K) / DIVISORS[scale]) - 1), scale).toBeLessThan(0.12);
    }
  });
});

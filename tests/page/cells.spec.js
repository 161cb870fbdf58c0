// Every number on the page against the same wasm file run in Node, bit for bit, and against the
// float64 recording. In float32 there is no tolerance: what is drawn is what was computed.

import { RECORDED, hash, run, valueOf, wasmHash } from './engine.js';
import { parse, readNumbers } from './read.js';
import { CONFIG, FIRST_MOMENTS, GLYPHS, MOMENTS, ROTATED, WALKED, expect, test } from './walk.js';

/** What each scene has to show whole: every row and column of these tensors. */
const WHOLE = {
  tokens: [],
  embedding: ['embedding'],
  position: CONFIG.position === 'sinusoidal' ? ['position', 'input'] : ['input'],
  norm: ['attention_norm', 'attention_norm_mean', 'attention_norm_std'],
  project: ['query', 'key', 'value'],
  rotate: ['rotated_query', 'rotated_key'],
  score: [...ROTATED, 'scores'],
  scale: ['scaled'],
  mask: ['masked'],
  softmax: ['weights', 'weights_row_sum'],
  mix: ['value', 'head_output'],
  merge: ['attention.output.weight', 'attention_output'],
  add: ['attention_residual', 'feed_forward_norm'],
  'feed-forward': ['residual'],
  block: ['residual'],
  prediction: [],
};

/** What each scene has to show of the followed token: its row of these tensors. */
const ROW = {
  tokens: [],
  embedding: ['token_embedding.weight'],
  position: ['embedding'],
  norm: ['attention_norm.weight', 'attention_norm.bias'],
  project: ['attention_norm'],
  rotate: ['query', 'key'],
  score: [],
  scale: ['scores'],
  mask: ['scaled'],
  softmax: ['masked', 'row_max', 'exp', 'row_sum'],
  mix: ['weights'],
  merge: ['head_output', 'concat', 'attention.output.bias'],
  add: ['attention_output'],
  'feed-forward': ['feed_forward_norm', 'feed_forward_up', 'feed_forward_hidden', 'feed_forward_output'],
  block: ['weights', 'attention_output', 'feed_forward_output'],
  prediction: ['final', 'logits', 'belief'],
};

const EVERY_HEAD = { merge: ['head_output'], block: ['weights'] };

/** The drawn numbers that are not what Node computed, and how many were compared. */
function differences(drawn, numbers) {
  const wrong = [];
  for (const shown of drawn) {
    const expected = valueOf(numbers, shown);
    const { tensor, layer, head, row, column, value, label, isCell, written } = shown;
    const name = `${tensor} ${layer} ${head} [${row}, ${column}]`;
    if (expected === undefined) wrong.push(`${name} does not exist`);
    else if (Number(value) !== expected) wrong.push(`${name}: data ${value}, engine ${expected}`);
    if (isCell && !isSpoken(label.split(/[：:]\s*/).at(-1), expected))
      wrong.push(`${name}: spoken "${label}", engine ${expected}`);
    if (written !== null && !isRounded(written, expected))
      wrong.push(`${name}: written ${written}, engine ${expected}`);
  }
  return wrong;
}

/** Is this what a cell is called by: every digit of its number, or for an arc its percentage? */
function isSpoken(text, value) {
  if (value === -Infinity) return text === '\u2212∞';
  if (text === '<0.1%') return value > 0 && value < 0.001;
  return text.endsWith('%') ? isRounded(text.slice(0, -1), value * 100) : Math.fround(parse(text)) === value;
}

/** Is the text this number, rounded to the digits that it shows? */
function isRounded(text, value) {
  if (value === -Infinity) return text === '\u2212∞';
  const digits = (text.split('.')[1] ?? '').length;
  return Math.abs(parse(text) - value) <= 0.5 * 10 ** -digits + 1e-9;
}

/** Which of the cells that a scene has to show are missing. */
function missing({ step }, drawn, numbers) {
  const count = (tensor) =>
    new Set(drawn.filter((shown) => shown.tensor === tensor).map(({ head, row, column }) => `${head} ${row} ${column}`))
      .size;
  const size = (tensor, shown) =>
    numbers.get(tensor, shown?.layer, shown?.head).shape.reduce((product, n) => product * n, 1);
  const first = (tensor) => drawn.find((shown) => shown.tensor === tensor);
  const whole = WHOLE[step].filter((tensor) => !first(tensor) || count(tensor) !== size(tensor, first(tensor)));
  const rows = ROW[step].filter((tensor) => {
    if (!first(tensor)) return true;
    const { shape } = numbers.get(tensor, first(tensor).layer, first(tensor).head);
    const wide = /_(max|sum)$/.test(tensor) ? 1 : shape.at(-1);
    return count(tensor) < wide * (EVERY_HEAD[step]?.includes(tensor) ? 4 : 1);
  });
  return [...whole, ...rows, ...(step === 'tokens' ? arcsMissing(drawn, numbers) : [])];
}

/** Arcs go to every place that the token sees; a hidden one has none. */
function arcsMissing(drawn, numbers) {
  const arcs = drawn.filter(({ tensor }) => tensor === 'weights');
  const [{ layer, head, row }] = arcs;
  const { data, shape } = numbers.get('weights', layer, head);
  const seen = [...data.slice(row * shape[1], (row + 1) * shape[1]).keys()].filter(
    (column) => numbers.get('masked', layer, head).data[row * shape[1] + column] !== -Infinity,
  );
  return seen.filter((column) => !arcs.some((arc) => arc.column === column)).map((column) => `arc ${row} → ${column}`);
}

async function compareAll(walk, options, moments) {
  const numbers = await run(options);
  let compared = 0;
  for (const moment of moments) {
    await walk.go(moment);
    const drawn = await readNumbers(walk);
    const where = `${moment.step}, layer ${moment.layer}`;
    expect(differences(drawn, numbers).slice(0, 5), where).toEqual([]);
    expect(missing(moment, drawn, numbers), where).toEqual([]);
    const layers = new Set(
      drawn
        .filter(({ tensor }) => !/^(residual|weights|belief)$/.test(tensor))
        .map(({ layer }) => layer)
        .filter((layer) => layer !== undefined),
    );
    if (moment.layer !== null) expect([...layers], where).toEqual([moment.layer]);
    compared += drawn.length;
  }
  return compared;
}

/** The walk in two parts, so that no test is a long one. */
const HALVES = [
  ['to the end of layer 1', MOMENTS.slice(0, 13)],
  ['from layer 2', [...MOMENTS.slice(13), ...WALKED.filter(({ step }) => step === 'block')]],
];

test.describe('every cell of every moment is what Node computes from the same file', () => {
  for (const mask of ['encoder', 'causal']) {
    for (const [which, moments] of HALVES) {
      test(`${mask}, no context, ${which}`, async ({ walk }) => {
        await walk.open(`build=simd&mask=${mask}`, 'embed.html');
        const compared = await compareAll(walk, { mask: mask === 'causal' ? 'causal' : 'none' }, moments);
        expect(compared).toBeGreaterThan(9_000);
      });
    }
  }

  for (const [which, moments] of HALVES) {
    test(`context A, another token and head, ${which}`, async ({ walk }) => {
      await walk.open('build=simd&context=a&token=3&head=2', 'embed.html');
      await compareAll(walk, { context: 'a' }, moments);
      expect(await walk.state()).toMatchObject({ token: 3, head: 2 });
    });
  }

  test('context B, causal, the scalar build', async ({ walk }) => {
    await walk.open('build=scalar&context=b&mask=causal&head=3', 'embed.html');
    await compareAll(walk, { build: 'scalar', context: 'b', mask: 'causal' }, FIRST_MOMENTS);
  });

  for (const position of ['none', 'sinusoidal', 'rope'].filter((kind) => kind !== CONFIG.position)) {
    test(`other positions: ${position}`, async ({ walk }) => {
      await walk.open(`build=simd&position=${position}`);
      const more = position === 'rope' ? [{ step: 'rotate', layer: 0 }] : [];
      const numbers = await run({ position });
      for (const moment of [MOMENTS[2], ...more, { step: 'score', layer: 0 }, { step: 'softmax', layer: 1 }]) {
        await walk.go(moment);
        expect((await walk.state()).step).toBe(moment.step);
        expect(differences(await readNumbers(walk), numbers)).toEqual([]);
      }
    });
  }
});

test('the page runs the very wasm file that Node loads', async ({ page, walk }) => {
  const loaded = page.waitForResponse(/attn\.simd\.wasm$/).then((response) => response.body());
  await walk.open('build=simd');
  expect(hash(await loaded)).toBe(wasmHash('simd'));
  await expect(walk.element.locator('.ready')).toContainText('simd');
});

test('the first picture, before the engine came, holds the numbers of the scalar build', async ({ walk, page }) => {
  await page.route(/\.wasm$|\.safetensors$/, () => {}); // never answered
  await walk.load();
  await expect(walk.stage.locator('.arc')).toHaveCount(12);
  const baked = (await readNumbers(walk)).filter(({ tensor }) => tensor === 'weights');
  expect(baked).toHaveLength(12);
  expect(differences(baked, await run({ build: 'scalar' }))).toEqual([]);
});

test('two loads draw the same picture', async ({ walk }) => {
  await walk.open('build=scalar&step=softmax&layer=1');
  const once = await walk.picture();
  await walk.open('build=scalar&step=softmax&layer=1');
  expect(await walk.picture()).toBe(once);
});

test.describe('against the float64 recording', () => {
  const places = [
    ['input', 'position', 'input', null],
    ['scores', 'score', 'layers.0.heads.1.scores', 0],
    ['scaled', 'scale', 'layers.1.heads.1.scaled', 1],
    ['weights', 'softmax', 'layers.1.heads.1.weights', 1],
    ['head_output', 'mix', 'layers.0.heads.1.head_output', 0],
    ['attention_output', 'merge', 'layers.0.attention_output', 0],
    ['residual', 'feed-forward', 'layers.2.residual', 2],
  ];
  // Of the largest number of a tensor; the build that readers get by default may be the relaxed one, which rounds as
  // it likes.
  const runs = [
    ['none', 'simd', 1e-5],
    ['a', 'simd', 1e-5],
    ['b', 'scalar', 1e-5],
    ['none', 'auto', 1e-4],
  ];
  for (const [context, build, tolerance] of runs) {
    test(`context ${context}, ${build}`, async ({ walk }) => {
      await walk.open(`build=${build}&context=${context}&head=1`);
      const { tensors } = RECORDED[context]; // the article's are all there, of the others what layers pass on
      for (const [tensor, step, key, layer] of places.filter(([, , name]) => tensors.has(name))) {
        await walk.go({ step, layer });
        const {
          data,
          shape: [height, wide],
        } = tensors.get(key);
        const most = Math.max(...data.map(Math.abs));
        const cells = (await readNumbers(walk)).filter(
          (shown) => shown.tensor === tensor && shown.isCell && (shown.layer ?? null) === layer,
        );
        const seen = new Set(cells.map(({ row, column }) => `${row} ${column}`));
        expect(seen.size, key).toBe(height * wide);
        const apart = Math.max(
          ...cells.map(({ row, column, value }) => Math.abs(Number(value) - data[row * wide + column])),
        );
        expect(apart, key).toBeLessThan(tolerance * most);
      }
    });
  }
});

test.describe('the matrices are what their names say', () => {
  test('配置 stands twice, and every token has its own row and column', async ({ walk }) => {
    await walk.open('build=simd&sentence=配置，配置，配置。&step=softmax');
    const cells = (await readNumbers(walk)).filter(({ tensor }) => tensor === 'weights');
    expect(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size).toBe(36);
    await walk.open('build=simd&step=softmax');
    const own = (await readNumbers(walk)).filter(({ tensor, isCell }) => tensor === 'weights' && isCell);
    expect(new Set(own.map(({ row }) => row)).size).toBe(12);
    expect(new Set(own.map(({ column }) => column)).size).toBe(12);
    expect(await walk.element.locator('.token').allTextContents()).toEqual(GLYPHS);
  });

  test('an encoder sees the future, a causal mask does not, and −∞ stands only where scores are', async ({ walk }) => {
    await walk.open('step=softmax');
    const value = async (tensor, row, column) =>
      Number(await walk.cell({ tensor, row, column }).last().getAttribute('data-value'));
    expect(await value('weights', 0, 11)).toBeGreaterThan(0);
    await walk.set({ mask: 'causal' });
    const drawn = await readNumbers(walk);
    const weights = drawn.filter(({ tensor }) => tensor === 'weights');
    expect(weights).toHaveLength(12 * 12 + 12);
    expect(
      weights.filter(({ row, column, value: weight }) => (column > row ? weight !== '0' : !(Number(weight) > 0))),
    ).toEqual([]);
    expect(drawn.filter(({ tensor, value: any }) => tensor !== 'masked' && !Number.isFinite(Number(any)))).toEqual([]);
    await walk.go({ step: 'mask', layer: 1 });
    const masked = (await readNumbers(walk)).filter(({ tensor }) => tensor === 'masked');
    expect(masked).toHaveLength(12 * 12 + 12);
    expect(masked.filter(({ row, column, value: score }) => (score === '-Infinity') !== column > row)).toEqual([]);
  });

  test('rows of weights sum to 1, columns do not', async ({ walk }) => {
    await walk.open('step=softmax&layer=1');
    const cells = new Map(
      (await readNumbers(walk))
        .filter(({ tensor }) => tensor === 'weights')
        .map((shown) => [`${shown.row} ${shown.column}`, shown]),
    );
    const sums = (by) =>
      Array.from({ length: 12 }, (_, i) =>
        [...cells.values()].filter((shown) => shown[by] === i).reduce((sum, { value }) => sum + Number(value), 0),
      );
    for (const sum of sums('row')) expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
    expect(sums('column').some((sum) => Math.abs(sum - 1) > 0.1)).toBe(true);
  });
});

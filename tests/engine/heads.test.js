// Splitting into heads and joining them again: the faults that a square matrix or a symmetric
// example would hide.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { answer, codedModel, difference, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const columns = ({ data, shape: [rows, width] }, from, to) =>
  Array.from({ length: rows }, (_, r) => [...data.slice(r * width + from, r * width + to)]).flat();

eachBuild('heads', (engine, tolerance) => {
  it('joined token by token: two heads of two columns, a b | c d and e f | g h, give a b e f and c d g h', async () => {
    const { config, weights } = codedModel({ d: 4, heads: 2 });
    // Every token sees itself only, so a head's output is its value: row i of W_V answers per word.
    [
      [1, 3],
      [2, 4],
      [5, 7],
      [6, 8],
    ].forEach((values, row) => answer(weights, 'value', row, values));
    const model = await loadSmall(engine, config, weights);
    const trace = model.run([0, 1], {
      cuts: [
        { query: 0, key: 1 },
        { query: 1, key: 0 },
      ],
    });
    model.dispose();
    assert.deepEqual([...trace.get('head_output', { layer: 0, head: 0 }).data], [1, 2, 3, 4]);
    assert.deepEqual([...trace.get('head_output', { layer: 0, head: 1 }).data], [5, 6, 7, 8]);
    assert.deepEqual([...trace.get('concat', { layer: 0 }).data], [1, 2, 5, 6, 3, 4, 7, 8]);
  });

  it('scaled by the width of a head: d_model 16 and 4 heads halve the scores, they do not quarter them', async () => {
    for (const heads of [1, 4, 16]) {
      const config = makeConfig({ d_model: 16, n_heads: heads, n_layers: 1 });
      const model = await loadSmall(engine, config, randomWeights(config, 2));
      const trace = model.run(randomIds(6, config));
      model.dispose();
      const [scores, scaled] = ['scores', 'scaled'].map((name) => trace.get(name, { layer: 0, head: heads - 1 }).data);
      scaled.forEach((x, i) => assert.equal(x, Math.fround(scores[i] * Math.sqrt(heads / 16))));
    }
  });

  it('scaled by what is asked for: 1, √d_k, d_k, √d_model, each cell', async () => {
    const config = makeConfig({ d_model: 64, n_heads: 4, n_layers: 1 });
    const model = await loadSmall(engine, config, randomWeights(config, 2));
    for (const [scale, divisor] of [
      [undefined, 4],
      ['sqrt(d_k)', 4],
      ['none', 1],
      ['d_k', 16],
      ['sqrt(d_model)', 8],
    ]) {
      const trace = model.run(randomIds(6, config), { scale });
      const [scores, scaled] = ['scores', 'scaled'].map((name) => trace.get(name, { layer: 0, head: 1 }).data);
      scaled.forEach((x, i) => assert.equal(x, scores[i] / divisor, `${scale}`)); // powers of two divide exactly
    }
    model.dispose();
  });

  it('each head contributes its columns of W_O, and contributions and bias add up to the output', async () => {
    const config = makeConfig();
    const weights = randomWeights(config, 9);
    const [width, d] = [4, 12];
    const model = await loadSmall(engine, config, weights);
    const trace = model.run(randomIds(7, config));
    model.dispose();
    for (const layer of [0, 1]) {
      const [out, bias] = ['weight', 'bias'].map(
        (part) => weights.get(`layers.${layer}.attention.output.${part}`).data,
      );
      const sum = Array.from({ length: 7 * d }, (_, i) => bias[i % d]);
      for (let head = 0; head < 3; head += 1) {
        const output = trace.get('head_output', { layer, head }).data;
        const { data, shape } = trace.get('head_contribution', { layer, head });
        assert.deepEqual(shape, [7, d]);
        const expected = sum.map((_, i) =>
          [0, 1, 2, 3].reduce(
            (x, c) => x + output[Math.floor(i / d) * width + c] * out[(i % d) * d + head * width + c],
            0,
          ),
        );
        assert.ok(difference(data, expected) <= tolerance, `layer ${layer}, head ${head}`);
        expected.forEach((x, i) => {
          sum[i] += x;
        });
      }
      assert.ok(difference(trace.get('attention_output', { layer }).data, sum) <= tolerance);
    }
  });

  it('a head that is off keeps its output, puts zeros into concat and contributes nothing', async () => {
    const config = makeConfig();
    const weights = randomWeights(config, 9);
    const ids = randomIds(7, config);
    const model = await loadSmall(engine, config, weights);
    const [on, off] = [{}, { headsOff: [{ layer: 0, head: 1 }] }].map((options) => model.run(ids, options));
    const get = (trace, name, head) => trace.get(name, head === undefined ? { layer: 0 } : { layer: 0, head });
    for (const head of [0, 1, 2]) assert.deepEqual(get(off, 'head_output', head), get(on, 'head_output', head));
    assert.deepEqual(columns(get(off, 'concat'), 4, 8), Array(7 * 4).fill(0));
    for (const [from, to] of [
      [0, 4],
      [8, 12],
    ])
      assert.deepEqual(columns(get(off, 'concat'), from, to), columns(get(on, 'concat'), from, to));
    assert.ok(get(off, 'head_contribution', 1).data.every((x) => x === 0));
    const lost = [...get(on, 'attention_output').data].map((x, i) => x - get(on, 'head_contribution', 1).data[i]);
    assert.ok(difference(get(off, 'attention_output').data, lost) <= tolerance);
    assert.notDeepEqual(off.get('logits').data, on.get('logits').data);

    const bias = weights.get('layers.1.attention.output.bias').data;
    const none = model.run(ids, { headsOff: [{ layer: 1 }] }).get('attention_output', { layer: 1 }).data;
    assert.deepEqual(
      none,
      Float32Array.from(none, (_, i) => bias[i % 12]),
      'a layer without heads writes its bias',
    );
    const same = (headsOff) => model.run(ids, { headsOff }).get('logits').data;
    assert.deepEqual(same([{}]), same([0, 1].flatMap((layer) => [0, 1, 2].map((head) => ({ layer, head })))));
    assert.deepEqual(same([]), on.get('logits').data);
    model.dispose();
  });

  it('h heads are h single-head runs on blocks of the weights, and their outputs through W_O add up', async () => {
    const config = makeConfig({ d_model: 12, n_heads: 3, n_layers: 1 });
    const [width, n] = [4, 7];
    const ids = randomIds(n, config);
    const weights = randomWeights(config, 8);
    const many = await loadSmall(engine, config, weights);
    const whole = many.run(ids);
    many.dispose();
    const single = makeConfig({ d_model: 12, n_heads: 1, n_layers: 1 });
    const parts = Array(n * 12).fill(0);
    for (let head = 0; head < 3; head += 1) {
      const one = await loadSmall(engine, single, onlyBlock(weights, head, width));
      const trace = one.run(ids);
      one.dispose();
      const alone = columns(trace.get('head_output', { layer: 0, head: 0 }), head * width, (head + 1) * width);
      assert.ok(difference(whole.get('head_output', { layer: 0, head }).data, alone) <= tolerance, `head ${head}`);
      assert.ok(
        difference(whole.get('weights', { layer: 0, head }).data, [
          ...trace.get('weights', { layer: 0, head: 0 }).data,
        ]) <= tolerance,
      );
      trace.get('attention_output', { layer: 0 }).data.forEach((x, i) => {
        parts[i] += x;
      });
    }
    const bias = weights.get('layers.0.attention.output.bias').data;
    const sum = parts.map((x, i) => x + bias[i % 12]);
    assert.ok(difference(whole.get('attention_output', { layer: 0 }).data, sum) <= tolerance);
  });
});

/** The weights with only one head's rows of Q, K and V left; scores of a single head of full width need √h more. */
function onlyBlock(weights, head, width) {
  const copy = new Map([...weights].map(([name, { shape, data }]) => [name, { shape, data: data.slice() }]));
  for (const role of ['query', 'key', 'value']) {
    for (const part of ['weight', 'bias']) {
      const {
        data,
        shape: [d, inner = 1],
      } = copy.get(`layers.0.attention.${role}.${part}`);
      const factor = role === 'query' ? Math.sqrt(d / width) : 1;
      data.forEach((x, i) => {
        const row = Math.floor(i / inner);
        data[i] = row >= head * width && row < (head + 1) * width ? x * factor : 0;
      });
    }
  }
  copy.get('layers.0.attention.output.bias').data.fill(0);
  return copy;
}

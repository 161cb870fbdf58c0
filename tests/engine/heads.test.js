// Splitting into heads and joining them again: the faults that a square matrix or a symmetric
// example would hide.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { answer, codedModel, difference, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const columns = ({ data, shape: [rows, width] }, from, to) => Array.from({ length: rows }, (_, r) => [...data.slice(r * width + from, r * width + to)]).flat();

await eachBuild('heads', (engine, tolerance) => {
  it('joined token by token: two heads of two columns, a b | c d and e f | g h, give a b e f and c d g h', async () => {
    const { config, weights } = codedModel({ d: 4, heads: 2 });
    // Every token sees itself only, so a head's output is its value: row i of W_V answers per word.
    [[1, 3], [2, 4], [5, 7], [6, 8]].forEach((values, row) => answer(weights, 'value', row, values));
    const model = await loadSmall(engine, config, weights);
    const trace = model.run([0, 1], { cuts: [{ query: 0, key: 1 }, { query: 1, key: 0 }] });
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
      assert.ok(difference(whole.get('weights', { layer: 0, head }).data, [...trace.get('weights', { layer: 0, head: 0 }).data]) <= tolerance);
      trace.get('attention_output', { layer: 0 }).data.forEach((x, i) => { parts[i] += x; });
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
      const { data, shape: [d, inner = 1] } = copy.get(`layers.0.attention.${role}.${part}`);
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

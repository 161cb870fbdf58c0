// Scores that a test has chosen, cell by cell: what the softmax makes of extreme, hidden and uneven
// ones. The model is built so that each word answers every query with the score it is given.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { answer, codedModel, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const D = 16;
const rowOf = (tensor, row) => [...tensor.data.subarray(row * tensor.shape[1], (row + 1) * tensor.shape[1])];
const columnSum = ({ data, shape: [n] }, column) =>
  Array.from({ length: n }, (_, r) => data[r * n + column]).reduce((a, b) => a + b);
const total = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Runs words 0, 1, … whose scaled scores, for every query, are those given. */
async function runScores(engine, scores, options) {
  const { config, weights } = codedModel({ d: D });
  weights.get('layers.0.attention.query.bias').data[0] = Math.sqrt(D);
  answer(weights, 'key', 0, scores);
  const model = await loadSmall(engine, config, weights);
  const trace = model.run(
    scores.map((_, id) => id),
    options,
  );
  model.dispose();
  return (name) => trace.get(name, { layer: 0, head: 0 });
}

eachBuild('softmax', (engine, tolerance) => {
  it('runs along the keys: every row sums to 1, columns do not', async () => {
    const config = makeConfig();
    const model = await loadSmall(engine, config, randomWeights(config, 5));
    for (const mask of ['none', 'causal']) {
      const trace = model.run(randomIds(13, config), { mask });
      for (const { name, layer, head } of trace.tensors().filter((tensor) => tensor.name === 'weights')) {
        const weights = trace.get(name, { layer, head });
        for (let row = 0; row < 13; row += 1) assert.ok(Math.abs(total(rowOf(weights, row)) - 1) < 1e-6);
        assert.ok([...Array(13).keys()].some((column) => Math.abs(columnSum(weights, column) - 1) > 0.01));
      }
    }
    model.dispose();
  });

  it('survives scores far apart: (378, −249, −424) gives 1, 0, 0', async () => {
    const get = await runScores(engine, [378, -249, -424]);
    assert.deepEqual(rowOf(get('scaled'), 1), [378, -249, -424]);
    for (const row of [0, 1, 2]) assert.deepEqual(rowOf(get('weights'), row), [1, 0, 0]);
    assert.equal(get('row_max').data[0], 378);
  });

  it('has the whole range of exp: 0, −87, −88, −88.5, −104, −1e4, and a hidden key', async () => {
    const scores = [0, -87, -88, -88.5, -104, -1e4, -1];
    const get = await runScores(engine, scores, { cuts: [{ key: 6 }] });
    const exp = rowOf(get('exp'), 2);
    // Floats below 1.2e-38 lie 1.4e-45 apart; half of that is the best that can be had.
    [1, 1.6458114310822737e-38, 6.054601895401186e-39, 3.672301681915042e-39].forEach((expected, i) => {
      assert.ok(Math.abs(exp[i] - expected) <= 4e-7 * expected + 1.5e-45, `exp(${scores[i]}) = ${exp[i]}`);
    });
    assert.deepEqual(exp.slice(4), [0, 0, 0]);
    assert.equal(rowOf(get('masked'), 2)[6], -Infinity);
  });

  it('a weight of a visible key may be 0 as well: scores (0, −120)', async () => {
    const get = await runScores(engine, [0, -120]);
    assert.deepEqual(rowOf(get('weights'), 0), [1, 0]);
    assert.ok(!rowOf(get('masked'), 0).includes(-Infinity));
  });

  it('hidden keys weigh exactly 0 whatever the visible scores: −1e4, −1e30', async () => {
    for (const low of [-1e4, -1e30]) {
      const get = await runScores(engine, [low, low, low, 5], { cuts: [{ key: 3 }] });
      for (const row of [0, 1, 2, 3]) {
        const weights = rowOf(get('weights'), row);
        assert.equal(weights[3], 0);
        assert.ok(Math.abs(total(weights) - 1) < 1e-6 && weights.slice(0, 3).every((w) => w > 0), `${low}: ${weights}`);
      }
      assert.ok(Math.abs(get('row_max').data[0] / low - 1) < 1e-6, 'the largest visible score, not the hidden 5');
    }
  });

  it('equal scores share evenly, and W_Q = 0 gives 1/n', async () => {
    const get = await runScores(engine, Array(15).fill(0));
    for (const w of rowOf(get('weights'), 7)) assert.ok(Math.abs(w - 1 / 15) < 1e-7);
  });

  it('keeps max, exp and sum of each row: weights = exp / sum', async () => {
    const scores = [2, -1, 0.5, 3];
    const get = await runScores(engine, scores);
    const expected = scores.map((s) => Math.exp(s - 3));
    assert.equal(get('row_max').data[0], 3);
    assert.ok(Math.abs(get('row_sum').data[0] - total(expected)) <= tolerance);
    expected.forEach((e, i) => assert.ok(Math.abs(rowOf(get('weights'), 0)[i] - e / total(expected)) <= tolerance));
  });
});

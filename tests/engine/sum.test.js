// The sum that figures show for the numbers beside it: against float64, against 32-bit additions made here one by one, and
// against a run's own sums.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { loadSmall, makeConfig, randomIds, randomNumbers, randomWeights } from './small.js';

function numbers(count, seed) {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, () => Math.fround(next()));
}

const inFloat64 = (values) => values.reduce((a, b) => a + b, 0);
const oneByOne = (values) => values.reduce((a, b) => Math.fround(a + b), 0);

eachBuild('sums', (engine, tolerance) => {
  it('are the float64 sum to rounding, whatever the length', () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 64, 100, 1000]) {
      const values = numbers(count, count);
      const size = inFloat64(values.map(Math.abs));
      assert.ok(Math.abs(engine.sum(values) - inFloat64(values)) <= tolerance * size, `${count}`);
    }
  });

  it('are 32-bit additions in order, to the last bit', () => {
    for (const count of [3, 12, 97]) assert.equal(engine.sum(numbers(count, 7)), oneByOne(numbers(count, 7)));
    assert.equal(engine.sum([2 ** 24, 1, 1]), 2 ** 24); // each 1 is lost by itself
    assert.equal(engine.sum([1, 1, 2 ** 24]), 2 ** 24 + 2);
    assert.equal(engine.sum([0.1, 0.2]), Math.fround(Math.fround(0.1) + Math.fround(0.2)));
  });

  it('of nothing is 0, of one is that one, and −∞ and overflow stay what they are', () => {
    assert.equal(engine.sum([]), 0);
    assert.equal(engine.sum([-3.5]), -3.5);
    assert.equal(engine.sum([1, -Infinity, 2]), -Infinity);
    assert.equal(engine.sum([3e38, 3e38]), Infinity);
    assert.ok(Number.isNaN(engine.sum([Infinity, -Infinity])));
  });

  it('take any row of numbers and leave it as it was', () => {
    const row = Float32Array.from(numbers(12, 3));
    const before = [...row];
    assert.equal(engine.sum(row), engine.sum(before));
    assert.deepEqual([...row], before);
  });

  it('of a query’s products are its score, and of weighted values its output', async () => {
    const config = makeConfig();
    const model = await loadSmall(engine, config, randomWeights(config, 29));
    const ids = randomIds(9, config);
    const trace = model.run(ids, { mask: 'causal' });
    model.dispose();
    const rows = (name) => {
      const {
        data,
        shape: [, width],
      } = trace.get(name, { layer: 0, head: 1 });
      return (i) => data.slice(i * width, (i + 1) * width);
    };
    const [query, key, value, scores, weights, output] = [
      'query',
      'key',
      'value',
      'scores',
      'weights',
      'head_output',
    ].map(rows);
    for (const i of [0, 4, 8]) {
      const products = engine.products(query(i), key(4));
      assert.ok(Math.abs(engine.sum(products) - scores(i)[4]) <= tolerance * inFloat64(products.map(Math.abs)));
      const weighted = ids.map((_, j) => engine.products(value(j), new Array(value(j).length).fill(weights(i)[j])));
      output(i).forEach((out, d) => {
        const column = weighted.map((row) => row[d]);
        assert.ok(Math.abs(engine.sum(column) - out) <= tolerance * Math.max(1, inFloat64(column.map(Math.abs))));
      });
    }
  });
});

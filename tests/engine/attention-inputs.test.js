// What attention is given: arrays that lie in each other's places, and sentences that name the array and the shape that
// it should have.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { numbers } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const shape = { heads: 2, dK: 4, queries: 6 };
const [q, k, v] = [1, 2, 3].map((seed) => numbers(48, seed));
const said = (code, words) => (error) =>
  error.code === code && words.test(error.message) && /^[^.]*[.]( [^.]*[.])?$/.test(error.message);

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'the inputs of attention',
  ({ attention, multiHeadAttention, plan }) => {
    it('may be the arrays of the plan itself, in any order', () => {
      const names = ['query', 'key', 'value'];
      const one = plan(shape);
      for (const order of [
        [1, 0, 2],
        [2, 0, 1],
        [1, 2, 0],
        [0, 0, 0],
        [2, 1, 2],
      ]) {
        one.fill(q, k, v);
        one.fill(...order.map((i) => one.arrays[names[i]]));
        names.forEach((name, i) => assert.deepEqual(one.arrays[name], [q, k, v][order[i]], `${order}`));
      }
      one.fill(q, k, v);
      one.fill(new Float32Array(one.arrays.query.buffer, one.arrays.query.byteOffset + 4, 48), k, v);
      assert.deepEqual(one.arrays.query.subarray(0, 47), q.subarray(1));
      one.release();
    });

    it('changes nothing when one of them does not fit', () => {
      const one = plan(shape);
      one.fill(q, k, v);
      assert.throws(() => one.fill(k, v, q.subarray(1)), said('bad_input', /^v has 47 numbers, and 48 are needed/));
      assert.deepEqual(one.arrays.query, q);
      one.release();
    });

    it('of another length are refused by name, with the shape they should have', () => {
      const call = (options) => () => attention({ q, k, v, heads: 2, dK: 4, ...options });
      const cases = [
        [{ q: new Float32Array(0) }, /^q is empty; give heads · queries · dK numbers, 8 for each query/],
        [{ q: q.subarray(1) }, /^q has 47 numbers, which is no multiple of heads · dK = 8/],
        [{ queries: 5 }, /^q has 48 numbers, and 40 are needed: heads · queries · dK = 2 · 5 · 4/],
        [{ k: k.subarray(8) }, /^k has 40 numbers, and 48 are needed: heads · keys · dK = 2 · 6 · 4; say keys where/],
        [{ k: new Float32Array(0) }, /^k has 0 numbers, and 48 are needed: heads · keys · dK/],
        [{ k: k.subarray(8), keys: 5 }, /^v has 48 numbers, and 40 are needed: heads · keys · dV = 2 · 5 · 4/],
        [{ dV: 3 }, /^v has 48 numbers, and 36 are needed: heads · keys · dV = 2 · 6 · 3/],
        [{ out: new Float32Array(4) }, /^out has 4 numbers, and 48 are needed: heads · queries · dV = 2 · 6 · 4/],
      ];
      for (const [options, words] of cases) assert.throws(call(options), said('bad_input', words));
      const block = multiHeadAttention({
        dModel: 4,
        heads: 2,
        weights: {
          query: q.subarray(0, 16),
          key: q.subarray(0, 16),
          value: q.subarray(0, 16),
          output: q.subarray(0, 16),
        },
      });
      assert.throws(
        () => block.run(q.subarray(0, 29)),
        said('bad_input', /^x has 29 numbers, which is no multiple of dModel = 4/),
      );
      assert.throws(
        () => block.run(q, { out: q.subarray(1) }),
        said('bad_input', /^out has 47 numbers, and 48 are needed: n · dModel = 12 · 4/),
      );
      block.release();
    });

    it('with keys and values of fewer heads are not taken for fewer keys', () => {
      const grouped = {
        q: numbers(8 * 12 * 4, 1),
        k: numbers(2 * 12 * 4, 2),
        v: numbers(2 * 12 * 4, 3),
        heads: 8,
        dK: 4,
      };
      assert.throws(() => attention(grouped), said('bad_input', /repeat those for each\./));
      assert.equal(attention({ ...grouped, keys: 3 }).length, 8 * 12 * 4);
    });
  },
  ENGINES,
);

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
  error.code === code && words.test(error.message) && /^[^.]*[.]$/.test(error.message);

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'the inputs of attention',
  ({ attention, multiHeadAttention, plan }) => {
    const call = (options) => () => attention({ q, k, v, heads: 2, dK: 4, ...options });

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

    it('with options that cannot be used are refused in one sentence', () => {
      const cases = [
        [{ q: [1, 2] }, 'bad_input', /q is a list of 2; give a Float32Array/],
        [{ q: undefined }, 'bad_input', /q is missing; give a Float32Array/],
        [{ out: new Uint8Array(48) }, 'bad_input', /out is a list of 48; give a Float32Array/],
        [{ heads: 0 }, 'bad_option', /heads is 0; give a whole number above 0/],
        [{ dK: undefined }, 'bad_option', /dK is missing/],
        [{ causal: true }, 'bad_option', /no option causal/],
        [{ mask: 'half' }, 'bad_option', /give none or causal/],
        [{ padding: [true] }, 'bad_input', /padding has 1 entries and there are 6 keys/],
        [{ cuts: [{ query: 6, key: 0 }] }, 'bad_input', /query of a cut is 6/],
        [{ window: -1 }, 'bad_option', /window is -1/],
        [{ blocks: { size: 4 } }, 'bad_option', /stride is missing/],
        [{ blocks: { size: 4, stride: 0 } }, 'bad_option', /stride is 0/],
        [{ variant: 'linear', window: 2 }, 'bad_input', /Linear attention knows no pairs/],
      ];
      const wanted = call({})();
      for (const [options, code, words] of cases) assert.throws(call(options), said(code, words));
      assert.throws(() => attention(), said('bad_input', /q is missing; give a Float32Array/));
      assert.deepEqual(call({})(), wanted, 'and it works on');
    });

    it('beyond a float are refused with the number, or with advice', () => {
      const bad = (array, at, value) => array.map((x, i) => (i === at ? value : x));
      const cases = [
        [{ k: bad(k, 9, NaN) }, /^Number 9 of the key is not finite/],
        [{ v: bad(v, 3, Infinity) }, /^Number 3 of the value/],
        [{ q: bad(q, 5, NaN), variant: 'linear' }, /^Number 5 of the query/],
        [{ k: bad(k, 9, NaN), variant: 'linear' }, /^Number 9 of the key/],
        [{ q: q.map(() => 3e38), k: k.map(() => 3e38) }, /larger than a float32/],
      ];
      for (const [options, words] of cases) assert.throws(call(options), said('not_finite', words));
      const low = { q: Float32Array.of(-2e19), k: Float32Array.of(2e19), v: Float32Array.of(3), heads: 1, dK: 1 };
      assert.throws(() => attention(low), said('not_finite', /larger than a float32/));
      assert.deepEqual([...attention({ ...low, padding: [true] })], [0]);
    });

    it('with keys and values of fewer heads are not taken for fewer keys', () => {
      const grouped = {
        q: numbers(8 * 12 * 4, 1),
        k: numbers(2 * 12 * 4, 2),
        v: numbers(2 * 12 * 4, 3),
        heads: 8,
        dK: 4,
      };
      assert.throws(() => attention(grouped), said('bad_input', /repeat what heads share/));
      assert.equal(attention({ ...grouped, keys: 3 }).length, 8 * 12 * 4);
    });
  },
  ENGINES,
);

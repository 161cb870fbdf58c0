// The whole multi-head block of the direct module against float64, on every build: widths whose heads
// fill no panel, lengths that fill no block, biases, masks, and what a caller may do wrong.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { multiHeadOf, numbers, worst } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const NAMES = ['query', 'key', 'value', 'output'];
const layer = (d) => Object.fromEntries(NAMES.map((name, i) => [name, numbers(d * d, 10 + i, 1.7 / Math.sqrt(d))]));
const offsets = (d) => Object.fromEntries(NAMES.map((name, i) => [name, numbers(d, 20 + i, 0.5)]));
eachBuild(
  'a multi-head block',
  (engine, tolerance) => {
    const { multiHeadAttention } = engine;

    it('is that of float64 for any heads, widths and lengths', () => {
      for (const [dModel, heads] of [
        [1, 1],
        [6, 3],
        [12, 3],
        [20, 4],
        [32, 4],
        [40, 1],
        [39, 3],
        [64, 8],
      ]) {
        const weights = layer(dModel);
        const biases = offsets(dModel);
        const block = multiHeadAttention({ dModel, heads, weights, biases });
        for (const n of [1, 2, 3, 4, 5, 7, 12, 13, 24, 61, 65]) {
          const x = numbers(n * dModel, n);
          const apart = worst(block.run(x), multiHeadOf({ x, n, dModel, heads, weights, biases }));
          assert.ok(apart < tolerance, `d_model ${dModel}, ${heads} heads, n ${n}: off by ${apart}`);
        }
        block.release();
      }
    });

    it('masks, takes windows and blocks, and writes where it is told', () => {
      const [dModel, heads, n] = [24, 4, 50];
      const weights = layer(dModel);
      const block = multiHeadAttention({ dModel, heads, weights });
      const x = numbers(n * dModel, 3);
      const out = new Float32Array(n * dModel);
      const rules = [
        [{ mask: 'causal' }, (q, k) => k <= q],
        [{ window: 4 }, (q, k) => Math.abs(q - k) < 4],
        [{ mask: 'causal', window: 9 }, (q, k) => k <= q && q - k < 9],
        [
          { blocks: { size: 8, stride: 3 } },
          (q, k) => Math.floor(q / 8) === Math.floor(k / 8) || Math.floor(k / 8) % 3 === 2,
        ],
        [{ padding: Array.from({ length: n }, (_, t) => t % 5 === 0 || t > 40) }, (q, k) => k % 5 !== 0 && k <= 40],
        [{}, () => true],
      ];
      for (const [options, sees] of rules) {
        assert.equal(block.run(x, { ...options, out }), out);
        const apart = worst(out, multiHeadOf({ x, n, dModel, heads, weights, sees }));
        assert.ok(apart < tolerance, `${JSON.stringify(options)}: off by ${apart}`);
      }
      assert.ok(block.scratchBytes >= 4 * 4 * n * dModel && block.scratchBytes < 4 * 4 * n * dModel + 1e5);
    });

    it('says in one sentence what is wrong, and works on', () => {
      const said = (code, words) => (error) =>
        error.code === code && words.test(error.message) && /[.]$/.test(error.message);
      const weights = layer(8);
      assert.throws(
        () => multiHeadAttention({ dModel: 8, heads: 3, weights }),
        said('bad_input', /no multiple of 3 heads/),
      );
      assert.throws(
        () => multiHeadAttention({ dModel: 11586, heads: 11586, weights }),
        said('too_large', /1 GiB in all/),
      );
      assert.throws(
        () => multiHeadAttention({ dModel: 8, heads: 2, weights: { ...weights, key: new Float32Array(3) } }),
        said('bad_input', /key weight has 3 numbers/),
      );
      assert.throws(
        () =>
          multiHeadAttention({
            dModel: 8,
            heads: 2,
            weights: { ...weights, value: weights.value.map((x, i) => (i === 17 ? NaN : x)) },
          }),
        said('not_finite', /value weight at row 2, column 1/),
      );
      const wide = { ...layer(128), output: new Float32Array(128 * 128).fill(NaN) };
      const refuse = () =>
        assert.throws(
          () => multiHeadAttention({ dModel: 128, heads: 2, weights: wide }),
          said('not_finite', /output weight/),
        );
      refuse();
      const bytes = engine.memory.buffer.byteLength;
      for (let i = 0; i < 20; i += 1) refuse();
      assert.equal(engine.memory.buffer.byteLength, bytes, 'a block that was refused keeps no memory');
      const block = multiHeadAttention({ dModel: 8, heads: 2, weights });
      assert.throws(() => block.run(new Float32Array(0)), said('bad_input', /x is empty; give n · dModel/));
      assert.throws(() => block.run([1]), said('bad_input', /x is a list of 1; give a Float32Array/));
      assert.throws(
        () => block.run(new Float32Array(16), { out: Array(16) }),
        said('bad_input', /out is a list of 16; give a Float32Array/),
      );
      assert.throws(
        () => block.run(new Float32Array(12)),
        said('bad_input', /x has 12 numbers, which is no multiple of dModel = 8/),
      );
      assert.throws(
        () => block.run(new Float32Array(16), { padding: [true] }),
        said('bad_input', /padding has 1 entries and there are 2 keys/),
      );
      assert.throws(() => block.run(new Float32Array(16), { cuts: [] }), said('bad_option', /no option cuts/));
      assert.throws(() => block.run(new Float32Array(16), { mask: 'all' }), said('bad_option', /give none or causal/));
      const x = numbers(24, 4);
      assert.ok(worst(block.run(x), multiHeadOf({ x, n: 3, dModel: 8, heads: 2, weights })) < tolerance);
      block.release();
      assert.throws(() => block.run(x), said('bad_handle', /released/));
    });
  },
  await loadBuilds(loadAttention),
);

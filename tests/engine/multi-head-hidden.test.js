// What is hidden in a multi-head block: rows of padding, whatever they hold, change no bit of the others; and a number
// that is none, of whatever bits, in x, in a weight or in a bias is refused.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { multiHeadOf, numbers } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';
import { HUGE, INFINITIES, NANS, bitsOf, withBits } from './floats.js';

const NAMES = ['query', 'key', 'value', 'output'];
const layer = (d) => Object.fromEntries(NAMES.map((name, i) => [name, numbers(d * d, 10 + i, 1.7 / Math.sqrt(d))]));
const offsets = (d) => Object.fromEntries(NAMES.map((name, i) => [name, numbers(d, 20 + i, 0.5)]));
const [D, HEADS] = [12, 3];
const worst = (got, wanted) => got.reduce((most, x, i) => Math.max(most, Math.abs(x - wanted[i])), 0);

const PADDINGS = {
  'at the ends': (t, n) => t < 2 || t >= n - 3,
  between: (t) => t % 4 === 2,
  everywhere: () => true,
};
const MASKS = [{}, { mask: 'causal' }, { window: 5 }, { mask: 'causal', blocks: { size: 4, stride: 3 } }];

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'what is hidden in a multi-head block',
  ({ multiHeadAttention }, tolerance) => {
    const shape = { dModel: D, heads: HEADS, weights: layer(D), biases: offsets(D) };

    for (const [where, hidden] of Object.entries(PADDINGS)) {
      it(`changes no bit of the other rows, and every number is finite: padding ${where}`, () => {
        const block = multiHeadAttention(shape);
        for (const n of [7, 61]) {
          const padding = Array.from({ length: n }, (_, t) => hidden(t, n));
          const x = numbers(n * D, 5);
          const shown = padding.flatMap((pad, t) => (pad ? [] : [t]));
          const rows = (out) => shown.map((t) => [...bitsOf(out).subarray(t * D, (t + 1) * D)]);
          const places = Array.from(x.keys()).filter((at) => padding[Math.floor(at / D)]);
          for (const mask of MASKS) {
            const wanted = rows(block.run(x, { ...mask, padding }));
            for (const bits of [...NANS, ...INFINITIES, ...HUGE]) {
              const out = block.run(withBits(x, bits, ...places), { ...mask, padding });
              assert.deepEqual(rows(out), wanted, `n ${n}, ${JSON.stringify(mask)}, ${bits.toString(16)}`);
              assert.ok(out.every(Number.isFinite));
            }
          }
        }
        block.release();
      });
    }

    it('is a query like any other, and zeros where its own row is no number', () => {
      const n = 9;
      const x = numbers(n * D, 6);
      const padding = [0, 0, 1, 0, 0, 0, 0, 0, 1];
      const block = multiHeadAttention(shape);
      const wanted = multiHeadOf({ x, n, ...shape, sees: (q, k) => !padding[k] });
      assert.ok(worst(block.run(x, { padding }), wanted) < tolerance);
      const out = block.run(withBits(x, 0x7f800001, 2 * D + 3), { padding });
      assert.deepEqual([...out.subarray(2 * D, 3 * D)], Array(D).fill(0));
      assert.ok(worst(out.subarray(3 * D), wanted.subarray(3 * D)) < tolerance);
      block.release();
    });

    it('is nothing else: a number that is none is refused, of whatever bits, in x, weights and biases', () => {
      const n = 14;
      const x = numbers(n * D, 7);
      const block = multiHeadAttention(shape);
      const padding = Array.from({ length: n }, (_, t) => t === 5);
      for (const bits of [...NANS, ...INFINITIES]) {
        const refused = (work, words) => assert.throws(work, { code: 'not_finite', message: words }, bits.toString(16));
        for (const mask of MASKS) {
          for (const at of [0, D - 1, 6 * D + 5, n * D - 1]) {
            const words = new RegExp(`input at row ${Math.floor(at / D)}, column ${at % D} `);
            refused(() => block.run(withBits(x, bits, at, 5 * D), { ...mask, padding }), words);
          }
        }
        for (const name of NAMES) {
          for (const at of [0, D - 1]) {
            const biases = { ...shape.biases, [name]: withBits(shape.biases[name], bits, at) };
            const biased = multiHeadAttention({ ...shape, biases });
            for (const all of [{}, { padding: Array(n).fill(true) }])
              refused(() => biased.run(x, all), new RegExp(`${name} bias at ${at} `));
            biased.release();
          }
          const weights = { ...shape.weights, [name]: withBits(shape.weights[name], bits, D * D - 1) };
          refused(() => multiHeadAttention({ ...shape, weights }), new RegExp(`${name} weight at row ${D - 1}`));
        }
      }
      block.release();
    });
  },
  ENGINES,
);

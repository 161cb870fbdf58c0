// What is hidden does not matter, and what is not must be finite: one rule for every variant, mask and build
// (src/variants/visible.h). Rows that do not count are filled with NaN of every payload, infinities and huge
// numbers, and no bit of the result may change; one such number in any other row must be refused.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { attentionOf, linearAttentionOf, numbers } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';
import { HUGE, INFINITIES, NANS, bitsOf, withBits } from './floats.js';
import { CASES, rowsOf } from './rules.js';

const inputsOf = ({ heads, dK, dV, queries, keys }) => ({
  q: numbers(heads * queries * dK, 1, 1.5),
  k: numbers(heads * keys * dK, 2, 1.5),
  v: numbers(heads * keys * dV, 3),
});
const worst = (got, wanted) => got.reduce((most, x, i) => Math.max(most, Math.abs(x - wanted[i])), 0);

/** The first, the last and one between, of these. */
const some = (list) => [...new Set([0, list.length >> 1, list.length - 1])].map((i) => list[i]).filter(Boolean);

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'what is hidden',
  ({ attention, plan }, tolerance) => {
    for (const one of CASES) {
      const { name, shape, sees } = one;
      const arrays = inputsOf(shape);
      const rows = rowsOf(one);

      it(`is as the definition says: ${name}`, () => {
        const oracle = shape.variant === 'linear' ? linearAttentionOf : attentionOf;
        assert.ok(worst(attention({ ...arrays, ...shape }), oracle({ ...arrays, ...shape, sees })) < tolerance);
      });

      it(`changes no bit: ${name}`, () => {
        const wanted = bitsOf(attention({ ...arrays, ...shape }));
        for (const bits of [...NANS, ...INFINITIES, ...HUGE]) {
          const filled = Object.fromEntries(
            Object.entries(rows).map(([array, list]) => [
              array,
              withBits(arrays[array], bits, ...list.filter(({ counts }) => !counts).flatMap(({ places }) => places)),
            ]),
          );
          assert.deepEqual(bitsOf(attention({ ...filled, ...shape })), wanted, bits.toString(16));
        }
      });

      it(`lets no number through that is none: ${name}`, () => {
        for (const [array, list] of Object.entries(rows)) {
          for (const { places } of some(list.filter(({ counts }) => counts))) {
            for (const at of some(places)) {
              for (const bits of [...NANS, ...INFINITIES]) {
                assert.throws(
                  () => attention({ ...arrays, ...shape, [array]: withBits(arrays[array], bits, at) }),
                  { code: 'not_finite' },
                  `${array}[${at}] = ${bits.toString(16)}`,
                );
              }
            }
          }
        }
      });
    }

    it('is what any number but 0 says in the padding of a plan', () => {
      for (const variant of ['softmax', 'linear']) {
        const shape = { heads: 2, dK: 5, dV: 6, queries: 40, keys: 40, variant };
        const arrays = inputsOf(shape);
        const padding = Array.from({ length: 40 }, (_, key) => key % 3 === 1 || key > 30);
        const wanted = attention({ ...arrays, ...shape, padding });
        for (const mark of [1, 2, 128, 255]) {
          const own = plan({ ...shape, padding: true });
          own.fill(arrays.q, arrays.k, arrays.v);
          own.arrays.padding.set(padding.map((hidden) => (hidden ? mark : 0)));
          own.run();
          assert.deepEqual(own.copy(), wanted, `${variant}, ${mark}`);
          assert.equal(own.statistics().visible_pairs, 2 * 40 * padding.filter((hidden) => !hidden).length);
          own.release();
        }
      }
    });

    it('is the future for a causal row, whatever finite numbers come there', () => {
      for (const variant of ['softmax', 'linear']) {
        const shape = { heads: 1, dK: 5, dV: 6, queries: 210, keys: 210, variant, mask: 'causal' };
        const arrays = inputsOf(shape);
        const wanted = attention({ ...arrays, ...shape });
        for (const from of [1, 5, 12, 60, 64, 100, 192, 200, 209]) {
          const changed = {
            q: arrays.q,
            k: arrays.k.map((x, i) => (i >= from * 5 ? 40 - 9 * x : x)),
            v: arrays.v.map((x, i) => (i >= from * 6 ? 1e6 * x : x)),
          };
          const got = attention({ ...changed, ...shape });
          assert.deepEqual(got.subarray(0, from * 6), wanted.subarray(0, from * 6), `${variant}, rows before ${from}`);
          assert.notDeepEqual(got.subarray(from * 6), wanted.subarray(from * 6));
        }
      }
    });

    it('says which number it is that counts and is none', () => {
      const shape = { heads: 2, dK: 5, dV: 6, queries: 9, keys: 9, padding: [1, 0, 0, 0, 1, 0, 0, 0, 0] };
      const arrays = inputsOf(shape);
      const said = (at, array) => ({ code: 'not_finite', message: new RegExp(`^Number ${at} of the ${array} is not`) });
      const k = withBits(arrays.k, 0xffffffff, 3, 22, 31); // rows 0 and 4 of head 0 are hidden, 6 is not
      assert.throws(() => attention({ ...arrays, ...shape, k }), said(31, 'key'));
      const v = withBits(arrays.v, 0x7f800001, 24, 60, 77); // rows 4 and 1 of heads 0 and 1; row 3 of head 1
      assert.throws(() => attention({ ...arrays, ...shape, v }), said(60, 'value'));
    });
  },
  ENGINES,
);

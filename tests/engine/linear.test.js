// Linear attention where its features are too small for a float: e^x of keys and queries far below 0 cancels in the
// quotient, and must not vanish on the way.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { linearAttentionOf, numbers, worst } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

// Exponents of some hundred have 16 bits behind the point left, which is 1e-5 of e^x.
const LIMIT = 5e-5;
const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'linear attention of small features',
  ({ attention }) => {
    const one = (query, keys, values, options = {}) => [
      ...attention({
        q: Float32Array.from(query),
        k: Float32Array.from(keys),
        v: Float32Array.from(values),
        ...{ heads: 1, dK: 1, keys: keys.length, variant: 'linear', ...options },
      }),
    ];

    it('mixes keys that are all far below 0', () => {
      assert.deepEqual(one([1], [-104, -104], [1, 3]), [2]);
      assert.deepEqual(one([1], [-1e4, -1e4], [1, 3]), [2]);
      assert.deepEqual(one([-1e4], [-1e4, -1e4], [1, 3]), [2]);
      for (let key = -95; key >= -103; key -= 1) {
        const [mix] = one([1], [-95, key], [1, 3]);
        const weight = Math.exp(key + 95);
        assert.ok(Math.abs(mix - (1 + 3 * weight) / (1 + weight)) < LIMIT, `${key}: ${mix}`);
      }
    });

    it('lets a causal row see what lies far below the rows after it', () => {
      const got = one([1, 1, 1, 1], [-104, -104, -100, 5], [1, 3, 7, 9], { mask: 'causal' });
      const third = (4 * Math.exp(-4) + 7) / (2 * Math.exp(-4) + 1);
      assert.ok(worst(got, [1, 2, third, 9]) < LIMIT, `${got}`);
    });

    it('is that of float64 for numbers of any size, one column far above the others, and shifted down', () => {
      const shape = { heads: 2, dK: 3, dV: 5, queries: 150, keys: 150 };
      const count = shape.heads * shape.queries * shape.dK;
      for (const size of [0.1, 1, 10, 100, 300]) {
        for (const down of [0, 50, 200]) {
          const arrays = {
            q: numbers(count, 1, size).map((x, i) => x - (i % 3) * down),
            k: numbers(count, 2, size).map((x, i) => x - ((i + 1) % 3) * down),
            v: numbers(shape.heads * shape.keys * shape.dV, 3),
          };
          for (const [mask, sees] of [
            ['none', () => true],
            ['causal', (q, k) => k <= q],
          ]) {
            const got = attention({ ...arrays, ...shape, variant: 'linear', mask });
            const apart = worst(got, linearAttentionOf({ ...arrays, ...shape, sees }));
            assert.ok(apart < LIMIT, `size ${size}, ${down} down, ${mask}: off by ${apart}`);
          }
        }
      }
    });

    it('is refused, with the right advice, where features are too large', () => {
      assert.throws(() => one([1e20], [1e20, 1e20], [1e-30, 3]), {
        code: 'not_finite',
        message: /scale the inputs down/,
      });
    });
  },
  ENGINES,
);

// Sums whose error does not grow with length: 16,384 keys against float64, within 5e-6 of the largest number of the
// result, on every build. Equal keys with constant values are the worst case: every addition rounds the same way.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { attentionOf, linearAttentionOf, numbers } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const [KEYS, QUERIES, D] = [16384, 3, 4];
const LIMIT = 5e-6;

const constant = (count, value) => new Float32Array(count).fill(value);
const INPUTS = {
  'equal keys, values 0.1': [constant(QUERIES * D, 0.3), constant(KEYS * D, 0.7), constant(KEYS * D, 0.1)],
  'equal keys, values 1/3': [constant(QUERIES * D, -0.3), constant(KEYS * D, 0.2), constant(KEYS * D, 1 / 3)],
  'equal keys, values 0.7': [constant(QUERIES * D, 1), constant(KEYS * D, 1), constant(KEYS * D, 0.7)],
  'random numbers': [numbers(QUERIES * D, 1), numbers(KEYS * D, 2), numbers(KEYS * D, 3).map((x) => x + 0.5)],
  'uneven weights': [numbers(QUERIES * D, 4, 5), numbers(KEYS * D, 5, 4), numbers(KEYS * D, 6).map((x) => x + 1)],
  'rising scores': [
    constant(QUERIES * D, 1),
    Float32Array.from({ length: KEYS * D }, (_, i) => i / (KEYS * D)),
    numbers(KEYS * D, 7).map((x) => x + 1),
  ],
};
const error = (got, wanted) => {
  const scale = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return got.reduce((most, x, i) => Math.max(most, Number.isNaN(x) ? Infinity : Math.abs(x - wanted[i])), 0) / scale;
};

// The same for every build, and slow enough to be made once.
const WANTED = new Map();
function wantedOf(name, variant, options) {
  const key = `${variant}, ${name}`;
  if (!WANTED.has(key)) WANTED.set(key, (variant === 'linear' ? linearAttentionOf : attentionOf)(options));
  return WANTED.get(key);
}

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'long sums',
  ({ attention }) => {
    for (const [name, [q, k, v]] of Object.entries(INPUTS)) {
      for (const variant of ['softmax', 'linear']) {
        it(`${variant} attention over ${KEYS} keys: ${name}`, () => {
          const options = { q, k, v, heads: 1, dK: D, queries: QUERIES, keys: KEYS };
          const wanted = wantedOf(name, variant, options);
          assert.ok(error(attention({ ...options, variant }), wanted) < LIMIT);
          // The last causal row sees all keys, one at a time where attention is linear.
          const last = attention({ ...options, variant, mask: 'causal' }).subarray(-D);
          assert.ok(error(last, wanted.subarray(-D)) < LIMIT, 'causal');
        });
      }
    }

    it('weighs large scores by their difference', () => {
      const shape = { q: Float32Array.of(1), v: Float32Array.of(0, 1), heads: 1, dK: 1, keys: 2, scale: 1 };
      for (const [low, high] of [
        [10000, 10000.5],
        [-10000.5, -10000],
        [100000, 100000.25],
      ]) {
        const [weight] = attention({ ...shape, k: Float32Array.of(low, high) });
        const wanted = 1 / (1 + Math.exp(low - high));
        assert.ok(Math.abs(weight - wanted) < 2e-6, `${low} and ${high}: ${weight}, not ${wanted}`);
      }
    });
  },
  ENGINES,
);

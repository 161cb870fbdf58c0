// Attention without a model, on every build, against float64 (attention-oracle.js): all lengths from
// 1 to 130 and across blocks, uneven data, every mask, both layouts; what must be exactly zero.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { loadEngine } from '../../web/model/index.js';
import { attentionOf, inputs, linearAttentionOf, numbers, worst } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const causal =
  (queries, keys = queries) =>
  (q, k) =>
    k <= q + keys - queries;
const LENGTHS = [
  ...Array.from({ length: 27 }, (_, i) => i + 1),
  ...[31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 100, 113, 127, 128, 129, 130, 191, 192, 193, 385],
];

eachBuild(
  'attention without a model',
  ({ attention }, tolerance, build) => {
    const close = (got, wanted, what) =>
      assert.ok(worst(got, wanted) < tolerance, `${what}: off by ${worst(got, wanted)}`);

    it('is that of float64 at every length, full and causal', () => {
      for (const queries of LENGTHS) {
        const shape = { heads: 2, dK: 5, queries };
        const arrays = inputs(shape);
        close(attention({ ...arrays, ...shape }), attentionOf({ ...arrays, ...shape }), `n ${queries}`);
        close(
          attention({ ...arrays, ...shape, mask: 'causal' }),
          attentionOf({ ...arrays, ...shape, sees: causal(queries) }),
          `causal n ${queries}`,
        );
      }
    });

    it('is that of float64 at every width, of queries and of values', () => {
      for (const dK of [1, 2, 3, 4, 7, 8, 12, 13, 64, 65]) {
        for (const dV of [1, 3, 4, 6, 13, 64]) {
          const shape = { heads: 2, dK, dV, queries: 14 };
          const arrays = inputs(shape);
          close(attention({ ...arrays, ...shape }), attentionOf({ ...arrays, ...shape }), `d_k ${dK}, d_v ${dV}`);
        }
      }
    });

    it('reads and writes concatenated heads as they lie', () => {
      const shape = { heads: 3, dK: 6, dV: 5, queries: 21, layout: 'tokens' };
      const arrays = inputs(shape);
      close(
        attention({ ...arrays, ...shape, mask: 'causal' }),
        attentionOf({ ...arrays, ...shape, sees: causal(21) }),
        'tokens',
      );
    });

    it('takes fewer queries than keys as the last ones, and more queries than keys without a mask', () => {
      for (const [queries, keys] of [
        [1, 40],
        [5, 130],
        [13, 200],
        [40, 3],
      ]) {
        const shape = { heads: 2, dK: 4, queries, keys };
        const arrays = inputs(shape);
        close(attention({ ...arrays, ...shape }), attentionOf({ ...arrays, ...shape }), `${queries} of ${keys}`);
        if (queries > keys) continue;
        const sees = causal(queries, keys);
        close(
          attention({ ...arrays, ...shape, mask: 'causal' }),
          attentionOf({ ...arrays, ...shape, sees }),
          `causal ${queries} of ${keys}`,
        );
      }
    });

    it('hides padding and cut pairs, and gives zeros to a query that sees nothing', () => {
      const shape = { heads: 3, dK: 4, queries: 30 };
      const arrays = inputs(shape);
      const padding = Array.from({ length: 30 }, (_, k) => k % 4 === 0);
      const cuts = [
        { query: 7, key: 3 },
        { head: 1, query: 7, key: 5 },
        { head: 2, query: 0, key: 1 },
        ...Array.from({ length: 30 }, (_, key) => ({ head: 0, query: 11, key })),
      ];
      const sees = (q, k, h) =>
        !padding[k] && !cuts.some(({ head = h, query, key }) => head === h && query === q && key === k);
      const out = attention({ ...arrays, ...shape, padding, cuts });
      close(out, attentionOf({ ...arrays, ...shape, sees }), 'hidden');
      assert.deepEqual([...out.subarray(11 * 4, 12 * 4)], [0, 0, 0, 0]);
      assert.ok(attention({ ...arrays, ...shape, padding: Array(30).fill(true) }).every((x) => x === 0));
      close(attention({ ...arrays, ...shape }), attentionOf({ ...arrays, ...shape }), 'what was hidden is seen again');
    });

    it('takes padding that is null for none, also after a call that had some', () => {
      const shape = { heads: 2, dK: 4, queries: 6 };
      const arrays = inputs(shape);
      attention({ ...arrays, ...shape, padding: [0, 1, 1, 0, 1, 0] });
      close(attention({ ...arrays, ...shape, padding: null }), attentionOf({ ...arrays, ...shape }), 'null');
    });

    it('honours cuts as they are at the call, also in a list that has changed', () => {
      const shape = { heads: 2, dK: 4, queries: 6 };
      const arrays = inputs(shape);
      const cuts = [
        { query: 4, key: 3 },
        { head: 1, query: 2, key: 5 },
      ];
      const wanted = () =>
        attentionOf({
          ...arrays,
          ...shape,
          sees: (q, k, h) => !cuts.some(({ head = h, query, key }) => head === h && query === q && key === k),
        });
      close(attention({ ...arrays, ...shape, cuts }), wanted(), 'first');
      cuts[0].key = 1;
      cuts[1] = { query: 0, key: 0 };
      close(attention({ ...arrays, ...shape, cuts }), wanted(), 'changed');
    });

    it('gives scores 120 below the maximum a weight of exactly 0', () => {
      const [q, k] = [Float32Array.of(1, 1, 1, 1), Float32Array.of(0, -120, 0, 0)];
      const v = Float32Array.of(1, 1e38, 1, 1); // any weight above 0 would show
      assert.deepEqual([...attention({ q, k, v, heads: 1, dK: 1, scale: 1 })], [1, 1, 1, 1]);
    });

    it('is the same for scores of any size: only differences count', () => {
      const shape = { heads: 1, dK: 1, queries: 40 };
      const arrays = { q: new Float32Array(40).fill(1), k: numbers(40, 5, 2), v: numbers(40, 6) };
      const raised = { ...arrays, k: arrays.k.map((x) => Math.fround(Math.round(x * 64) / 64)) };
      const out = attention({ ...raised, ...shape, scale: 1 });
      assert.ok(worst(attention({ ...raised, ...shape, k: raised.k.map((x) => x + 4096), scale: 1 }), out) < 1e-3);
      assert.ok(worst(attention({ ...raised, ...shape, k: raised.k.map((x) => x - 4096), scale: 1 }), out) < 1e-3);
    });

    it('sees through a window only what is near', () => {
      for (const [queries, window] of [
        [1, 1],
        [20, 1],
        [40, 3],
        [130, 17],
        [130, 200],
        [200, 64],
      ]) {
        const shape = { heads: 2, dK: 4, queries };
        const arrays = inputs(shape);
        const near = (q, k) => Math.abs(q - k) < window;
        close(
          attention({ ...arrays, ...shape, window }),
          attentionOf({ ...arrays, ...shape, sees: near }),
          `window ${window} of ${queries}`,
        );
        const sees = (q, k) => near(q, k) && k <= q;
        close(
          attention({ ...arrays, ...shape, window, mask: 'causal' }),
          attentionOf({ ...arrays, ...shape, sees }),
          `causal window ${window}`,
        );
      }
    });

    it('sees in blocks its own and every stride-th', () => {
      for (const [queries, size, stride] of [
        [40, 4, 3],
        [130, 16, 4],
        [97, 5, 2],
        [33, 7, 1],
        [200, 32, 3],
      ]) {
        const shape = { heads: 2, dK: 4, queries };
        const arrays = inputs(shape);
        const block = (t) => Math.floor(t / size);
        const wanted = (q, k) => block(q) === block(k) || (block(k) + 1) % stride === 0;
        close(
          attention({ ...arrays, ...shape, blocks: { size, stride } }),
          attentionOf({ ...arrays, ...shape, sees: wanted }),
          `blocks ${size}, ${stride}`,
        );
        const sees = (q, k) => wanted(q, k) && k <= q;
        close(
          attention({ ...arrays, ...shape, blocks: { size, stride }, mask: 'causal' }),
          attentionOf({ ...arrays, ...shape, sees }),
          `causal blocks ${size}, ${stride}`,
        );
      }
    });

    it('mixes by feature maps when asked for linear attention', () => {
      for (const queries of [1, 5, 33]) {
        const shape = { heads: 2, dK: 6, dV: 5, queries };
        const arrays = inputs(shape);
        const padding = Array.from({ length: queries }, (_, k) => k % 3 === 1);
        close(
          attention({ ...arrays, ...shape, variant: 'linear' }),
          linearAttentionOf({ ...arrays, ...shape }),
          'linear',
        );
        const sees = (q, k) => !padding[k] && k <= q;
        close(
          attention({ ...arrays, ...shape, variant: 'linear', mask: 'causal', padding }),
          linearAttentionOf({ ...arrays, ...shape, sees }),
          'causal linear',
        );
      }
    });

    it('writes into the array it is given, and otherwise into a new one that stays', () => {
      const shape = { heads: 2, dK: 4, queries: 9 };
      const [first, second] = [inputs(shape), inputs(shape, 0.3)];
      const out = new Float32Array(72);
      assert.equal(attention({ ...first, ...shape, out }), out);
      const kept = attention({ ...first, ...shape });
      assert.deepEqual(kept, out);
      attention({ ...second, ...shape });
      assert.deepEqual(kept, out);
    });

    it('is what the traced walk computes step by step, at every length, with every mask', async () => {
      const model = (await loadEngine({ build })).randomModel(
        { d_model: 30, n_heads: 3, n_layers: 1, vocab_size: 50, max_length: 130 },
        3,
      );
      for (const n of LENGTHS.filter((length) => length <= 130)) {
        const ids = Array.from({ length: n }, (_, t) => (t * t + 7) % 50);
        const cuts = [
          { query: n - 1, key: 0 },
          { head: 1, query: n >> 1, key: n >> 2 },
        ];
        for (const options of [{}, { mask: 'causal' }, { cuts }, { mask: 'causal', cuts }]) {
          const trace = model.run(ids, { ...options, cuts: options.cuts?.map((cut) => ({ layer: 0, ...cut })) });
          const all = (name) =>
            Float32Array.from([0, 1, 2].flatMap((head) => [...trace.get(name, { layer: 0, head }).data]));
          const [q, k, v] = ['query', 'key', 'value'].map(all);
          close(
            attention({ q, k, v, heads: 3, dK: 10, ...options }),
            all('head_output'),
            `n ${n}, ${JSON.stringify(options)}`,
          );
        }
      }
      model.dispose();
    });
  },
  await loadBuilds(loadAttention),
);

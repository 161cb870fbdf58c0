// Attention without a model, on every build, against float64 (attention-oracle.js): all lengths from
// 1 to 130 and across blocks, uneven data, every mask, both layouts; what must be exactly zero; what
// it costs; what a caller may do wrong.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { loadEngine } from '../../web/model/index.js';
import { attentionOf, linearAttentionOf, numbers } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const worst = (got, wanted) =>
  got.reduce((most, x, i) => Math.max(most, Number.isNaN(x) ? Infinity : Math.abs(x - wanted[i])), 0);

/** Inputs of a shape; values are below 1, so that an absolute difference is a relative one. */
function inputs({ heads, dK, dV = dK, queries, keys = queries }, size = 1.5) {
  return {
    q: numbers(heads * queries * dK, 1, size),
    k: numbers(heads * keys * dK, 2, size),
    v: numbers(heads * keys * dV, 3),
  };
}

const causal =
  (queries, keys = queries) =>
  (q, k) =>
    k <= q + keys - queries;
const LENGTHS = [
  ...Array.from({ length: 27 }, (_, i) => i + 1),
  31,
  32,
  33,
  47,
  48,
  49,
  63,
  64,
  65,
  95,
  96,
  97,
  100,
  113,
  127,
  128,
  129,
  130,
  193,
];

eachBuild(
  'attention without a model',
  (engine, tolerance, build) => {
    const { attention, plan } = engine;
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

    it('takes arrays that lie in its own memory, also when that grows', () => {
      const one = plan({ heads: 1, dK: 4, queries: 8 });
      const { q, k, v } = inputs({ heads: 1, dK: 4, queries: 8 });
      one.fill(q, k, v);
      one.run();
      const wanted = attentionOf({ q: one.copy(), k, v, heads: 1, dK: 4, queries: 8 });
      close(attention({ q: one.arrays.output, k, v, heads: 1, dK: 4 }), wanted, 'a view');
      const much = { heads: 1, dK: 4, queries: 2 ** 18 };
      const large = plan(much); // makes the memory grow
      large.release();
      close(attention({ q: one.arrays.output, k, v, heads: 1, dK: 4 }), wanted, 'after it grew');
      one.release();
    });

    it('computes nothing for padding at the end', () => {
      const one = plan({ heads: 1, dK: 4, queries: 240, padding: true });
      const padding = Array.from({ length: 240 }, (_, key) => key >= 60);
      one.hide(padding);
      one.fill(...Object.values(inputs({ heads: 1, dK: 4, queries: 240 })));
      one.run();
      assert.equal(one.figures().computed_pairs, one.figures().visible_pairs);
      assert.equal(one.figures().visible_pairs, 240 * 60);
      one.release();
    });

    it('counts what it costs, and its scratch does not grow with the length', () => {
      const figures = (options) => {
        const one = plan({ heads: 2, dK: 16, ...options });
        one.run();
        const { scratch_bytes: scratch, visible_pairs: visible, computed_pairs: computed } = one.figures();
        one.release();
        return { scratch, visible, computed };
      };
      const short = figures({ queries: 64, mask: 'causal' });
      const long = figures({ queries: 1024, mask: 'causal' });
      assert.equal(short.scratch, long.scratch);
      const longest = plan({ heads: 1, dK: 64, queries: 16384 });
      assert.ok(longest.figures().scratch_bytes < 1e5);
      longest.release();
      assert.equal(long.visible, (2 * (1024 * 1025)) / 2);
      assert.ok(
        long.computed >= long.visible && long.computed < 1.02 * long.visible,
        `${long.computed} of ${long.visible}`,
      );
      const window = figures({ queries: 1024, mask: 'causal', window: 32 });
      assert.equal(window.visible, 2 * (32 * 1024 - (31 * 32) / 2));
      assert.ok(window.computed < 1.4 * window.visible);
      const linear = figures({ queries: 1024, variant: 'linear' });
      assert.equal(linear.computed, (2 * 2 * 1024 * (16 * 16)) / 32);
    });

    it('measures its distance from full attention in float64', () => {
      const shape = { heads: 2, dK: 8, queries: 50 };
      const arrays = inputs(shape);
      const full = attentionOf({ ...arrays, ...shape, sees: causal(50) });
      for (const [options, exact] of [
        [{}, true],
        [{ window: 5 }, false],
        [{ variant: 'linear' }, false],
        [{ blocks: { size: 8, stride: 2 } }, false],
      ]) {
        const one = plan({ ...shape, mask: 'causal', ...options });
        one.fill(arrays.q, arrays.k, arrays.v);
        one.run();
        const apart = one.difference();
        assert.ok(Math.abs(apart - worst(one.copy(), full)) < 1e-9);
        assert.ok(exact ? apart < tolerance : apart > 0.01, `${JSON.stringify(options)}: ${apart}`);
        one.release();
      }
    });

    it('says in one sentence what is wrong, and works on', () => {
      const shape = { heads: 2, dK: 4, queries: 6 };
      const arrays = inputs(shape);
      const call = (options) => () => attention({ ...arrays, ...shape, ...options });
      const said = (code, words) => (error) =>
        error.code === code && words.test(error.message) && /[.]$/.test(error.message);
      assert.throws(call({ q: [1, 2] }), said('bad_input', /q is no Float32Array/));
      assert.throws(call({ heads: 0 }), said('bad_option', /heads is 0; give a whole number above 0/));
      assert.throws(call({ dK: undefined }), said('bad_option', /dK is undefined/));
      assert.throws(call({ causal: true }), said('bad_option', /no option "causal"/));
      assert.throws(() => attention(), said('bad_input', /q is no Float32Array/));
      assert.throws(
        call({ q: new Float32Array(47) }),
        said('bad_input', /q has 47 numbers, which is no multiple of heads · dK = 8/),
      );
      assert.throws(call({ v: new Float32Array(47) }), said('bad_input', /v has 47 numbers, and 48 are needed/));
      assert.throws(call({ out: new Float32Array(4) }), said('bad_input', /out has 4 numbers, and 48 are needed/));
      assert.throws(call({ out: new Uint8Array(48) }), said('bad_input', /out is no Float32Array/));
      assert.throws(call({ mask: 'half' }), said('bad_option', /choose none or causal/));
      assert.throws(call({ padding: [true] }), said('bad_input', /padding has 1 entries and there are 6 keys/));
      assert.throws(call({ cuts: [{ query: 6, key: 0 }] }), said('bad_input', /query of a cut is 6/));
      assert.throws(call({ window: -1 }), said('bad_input', /window is -1/));
      assert.throws(call({ blocks: { size: 4 } }), said('bad_input', /stride is nan/));
      assert.throws(call({ blocks: { size: 4, stride: 0 } }), said('bad_input', /block is 4 and stride is 0/));
      assert.throws(call({ variant: 'linear', window: 2 }), said('bad_input', /Linear attention knows no pairs/));
      assert.throws(
        call({ k: arrays.k.map((x, i) => (i === 9 ? NaN : x)) }),
        said('not_finite', /Number 9 of the key is not finite/),
      );
      assert.throws(
        call({ v: arrays.v.map((x, i) => (i === 3 ? Infinity : x)) }),
        said('not_finite', /Number 3 of the value/),
      );
      assert.throws(
        call({ q: arrays.q.map((x, i) => (i === 5 ? NaN : x)), variant: 'linear' }),
        said('not_finite', /Number 5 of the query/),
      );
      assert.throws(
        call({ k: arrays.k.map((x, i) => (i === 9 ? NaN : x)), variant: 'linear' }),
        said('not_finite', /Number 9 of the key/),
      );
      assert.throws(
        call({ q: arrays.q.map(() => 3e38), k: arrays.k.map(() => 3e38) }),
        said('not_finite', /larger than a float32/),
      );
      const low = { q: Float32Array.of(-2e19), k: Float32Array.of(2e19), v: Float32Array.of(3), heads: 1, dK: 1 };
      assert.throws(() => attention(low), said('not_finite', /larger than a float32/));
      assert.throws(
        () => attention({ ...low, q: Float32Array.of(1), k: Float32Array.of(-Infinity) }),
        said('not_finite', /Number 0 of the key/),
      );
      assert.deepEqual([...attention({ ...low, padding: [true] })], [0]);
      assert.throws(() => plan({ heads: 64, dK: 4096, queries: 16384 }), said('too_large', /2\^31/));
      const bare = plan(shape);
      assert.throws(() => bare.hide(Array(6).fill(true)), said('bad_option', /made without padding/));
      bare.release();
      const released = plan({ ...shape });
      released.release();
      assert.throws(() => released.arrays, said('bad_handle', /released/));
      close(attention({ ...arrays, ...shape }), attentionOf({ ...arrays, ...shape }), 'afterwards');
    });

    it('after a trap has no plan answer with zeros or with the numbers of another', () => {
      const shape = { heads: 2, dK: 4, queries: 6 };
      const arrays = inputs(shape);
      const [one, other] = [plan(shape), plan({ ...shape, queries: 9 })];
      for (const each of [one, other]) each.arrays.query.fill(1);
      assert.throws(() => engine.call('no such export'), { code: 'trap' });
      for (const use of ['run', 'copy', 'figures', 'difference'])
        assert.throws(() => one[use](), { code: 'bad_handle', message: /fill it again/ });
      one.fill(arrays.q, arrays.k, arrays.v);
      one.run();
      close(one.copy(), attentionOf({ ...arrays, ...shape }), 'filled again');
      assert.throws(() => other.figures(), { code: 'bad_handle', message: /fill it again/ });
      for (const each of [one, other]) each.release();
    });
  },
  await loadBuilds(loadAttention),
);

// A plan: arrays in the module's own memory, what it costs, how far it is from full attention, and what is left of it
// after a fault.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Attention, loadAttention } from '../../web/engine/attention.js';
import { attentionOf, inputs, worst } from './attention-oracle.js';
import { eachBuild, loadBuilds } from './builds.js';

const causal = (q, k) => k <= q;

const ENGINES = await loadBuilds(loadAttention);

eachBuild(
  'a plan',
  (engine, tolerance) => {
    const { attention, plan } = engine;
    const close = (got, wanted, what) =>
      assert.ok(worst(got, wanted) < tolerance, `${what}: off by ${worst(got, wanted)}`);

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
      assert.equal(one.statistics().computed_pairs, one.statistics().visible_pairs);
      assert.equal(one.statistics().visible_pairs, 240 * 60);
      one.release();
    });

    it('counts what it costs, and its scratch does not grow with the length', () => {
      const statistics = (options) => {
        const one = plan({ heads: 2, dK: 16, ...options });
        one.run();
        const { scratch_bytes: scratch, visible_pairs: visible, computed_pairs: computed } = one.statistics();
        one.release();
        return { scratch, visible, computed };
      };
      const short = statistics({ queries: 64, mask: 'causal' });
      const long = statistics({ queries: 1024, mask: 'causal' });
      assert.equal(short.scratch, long.scratch);
      const longest = plan({ heads: 1, dK: 64, queries: 16384 });
      assert.ok(longest.statistics().scratch_bytes < 1e5);
      longest.release();
      assert.equal(long.visible, (2 * (1024 * 1025)) / 2);
      assert.ok(
        long.computed >= long.visible && long.computed < 1.02 * long.visible,
        `${long.computed} of ${long.visible}`,
      );
      const window = statistics({ queries: 1024, mask: 'causal', window: 32 });
      assert.equal(window.visible, 2 * (32 * 1024 - (31 * 32) / 2));
      assert.ok(window.computed < 1.4 * window.visible);
      const linear = statistics({ queries: 1024, variant: 'linear' });
      assert.equal(linear.computed, (2 * 2 * 1024 * (16 * 16)) / 32);
    });

    it('measures its distance from full attention in float64', () => {
      const shape = { heads: 2, dK: 8, queries: 50 };
      const arrays = inputs(shape);
      const full = attentionOf({ ...arrays, ...shape, sees: causal });
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

    it('after a trap has no plan answer with zeros or with the numbers of another', async () => {
      const { exports } = await WebAssembly.instantiate(engine.module, {});
      const attn_direct_trap = () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
      const fragile = new Attention(engine.module, { exports: { ...exports, attn_direct_trap } }, []);
      const shape = { heads: 2, dK: 4, queries: 6 };
      const arrays = inputs(shape);
      const [one, other] = [fragile.plan(shape), fragile.plan({ ...shape, queries: 9 })];
      for (const each of [one, other]) each.arrays.query.fill(1);
      assert.throws(() => fragile.call('trap'), { code: 'trap' });
      for (const use of ['run', 'copy', 'statistics', 'difference'])
        assert.throws(() => one[use](), { code: 'bad_handle', message: /fill it again/ });
      one.fill(arrays.q, arrays.k, arrays.v);
      one.run();
      close(one.copy(), attentionOf({ ...arrays, ...shape }), 'filled again');
      assert.throws(() => other.statistics(), { code: 'bad_handle', message: /fill it again/ });
      for (const each of [one, other]) each.release();
    });

    it('that has been released, or was made without padding, says so', () => {
      const shape = { heads: 2, dK: 4, queries: 6 };
      const bare = plan(shape);
      const message = /made without padding.*[.]$/;
      assert.throws(() => bare.hide(Array(6).fill(true)), { code: 'bad_option', message });
      bare.release();
      assert.throws(() => bare.arrays, { code: 'bad_handle', message: /released.*[.]$/ });
      assert.throws(() => plan({ heads: 64, dK: 4096, queries: 16384 }), {
        code: 'too_large',
        message: /1 GiB in all/,
      });
    });
  },
  ENGINES,
);

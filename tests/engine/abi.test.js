// The binary itself: what it imports (nothing), what it exports (the list in emsdk-config and what
// the list needs), and that its manifest, its trace and its error texts hold together. Raw exports,
// because this is the seam that web/engine stands on.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { BUILDS, canRun, wasmBytes } from './builds.js';
import { CONFIG, request, start } from './raw.js';

const listed = (file) =>
  readFileSync(new URL(`../../emsdk-config/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const MODULES = { attn: 'exports.txt', 'attn-direct': 'exports-direct.txt', 'attn-train': 'exports-train.txt' };

for (const build of BUILDS.filter(canRun)) {
  describe(`the seam (${build})`, () => {
    for (const [module, list] of Object.entries(MODULES)) {
      if (module === 'attn-train' && build === 'relaxed') continue; // the trainer has no such build
      it(`imports nothing and exports exactly what is listed: ${module}`, async () => {
        const compiled = await WebAssembly.compile(wasmBytes(build, module));
        assert.deepEqual(WebAssembly.Module.imports(compiled), []);
        const names = WebAssembly.Module.exports(compiled)
          .map(({ name }) => name)
          .sort();
        assert.deepEqual(names, ['_initialize', ...listed(list), 'memory'].sort());
      });
    }

    it('says in its manifest which build it is, what fields are called and what they can be', async () => {
      const { x, manifest } = await start(build);
      assert.equal(x.attn_abi(), 2);
      assert.equal(manifest.abi, 2);
      assert.equal(manifest.build, build);
      assert.deepEqual(manifest.config, [
        'vocab_size',
        'd_model',
        'n_heads',
        'n_layers',
        'd_ff',
        'max_length',
        'activation',
        'position',
        'position_amplitude',
        'rope_base',
        'embedding_scale',
        'norm_epsilon',
      ]);
      assert.deepEqual(manifest.run, [
        'n_tokens',
        'n_candidates',
        'n_cuts',
        'causal',
        'padding_id',
        'position',
        'scale',
        'fault',
        'n_heads_off',
      ]);
      assert.deepEqual(manifest.choices, {
        activation: ['relu', 'gelu'],
        position: ['none', 'sinusoidal', 'rope'],
        embedding_scale: ['none', 'sqrt(d_model)'],
        scale: ['sqrt(d_k)', 'none', 'd_k', 'sqrt(d_model)'],
        fault: ['none', 'softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'],
      });
    });

    it('says in its manifest what is measured, in which order steps run, and what a row holds', async () => {
      const { manifest } = await start(build);
      assert.deepEqual(manifest.saturation.fields, ['d_k', 'n_keys', 'draws', 'seed']);
      const measures = ['spread', 'largest_weight', 'entropy', 'jacobian', 'gradient'].flatMap((name) => [
        `${name}.median`,
        `${name}.mean`,
      ]);
      assert.deepEqual(
        manifest.saturation.results,
        ['raw', 'scaled'].flatMap((scores) => [...measures, 'saturated'].map((name) => `${scores}.${name}`)),
      );
      assert.deepEqual(manifest.steps, {
        before: ['embed', 'position'],
        layer: [
          'attention_norm',
          'project',
          'rotate',
          'score',
          'scale',
          'mask',
          'softmax',
          'mix',
          'merge',
          'attention_add',
          'feed_forward_norm',
          'feed_forward',
          'feed_forward_add',
        ],
        after: ['final_norm', 'predict'],
      });
      assert.deepEqual(manifest.row, ['tensor', 'layer', 'head', 'rank', 'size0', 'size1', 'offset']);
      const steps = Object.values(manifest.steps).flat();
      assert.ok(
        manifest.tensors.every(
          ({ name, scope, step, shape }) =>
            name && ['model', 'layer', 'head'].includes(scope) && steps.includes(step) && shape.length,
        ),
      );
      assert.equal(new Set(manifest.tensors.map(({ name }) => name)).size, manifest.tensors.length);
      assert.deepEqual(Object.values(manifest.status), [0, -1, -2, -3, -4, -5, -6, -7, -8]);
    });

    it('lays out the trace as the manifest says, without overlaps', async () => {
      const { x, write, manifest } = await start(build);
      write(CONFIG);
      const h = x.attn_create();
      write(request([1, 2, 3, 4, 5], { candidates: [3, 1] }));
      assert.equal(x.attn_begin(h), 0);
      const table = new Int32Array(x.memory.buffer, x.attn_trace(h), x.attn_trace_rows(h) * 7);
      const rows = Array.from({ length: table.length / 7 }, (_, r) => [...table.slice(r * 7, r * 7 + 7)]);
      const sizes = { T: 5, D: 12, K: 4, F: 10, V: 11, C: 3 };
      const copies = { model: 1, layer: 2, head: 6 };
      manifest.tensors.forEach(({ scope, shape, name }, id) => {
        const mine = rows.filter(([tensor]) => tensor === id);
        assert.equal(mine.length, copies[scope], name);
        assert.equal(new Set(mine.map(([, layer, head]) => `${layer} ${head}`)).size, mine.length);
        for (const [, layer, head, rank, size0, size1] of mine) {
          assert.deepEqual([layer >= 0, head >= 0], [scope !== 'model', scope === 'head'], name);
          assert.deepEqual([rank, size0, size1], [shape.length, sizes[shape[0]], sizes[shape[1]] ?? 1], name);
        }
      });
      const spans = rows
        .map(([, , , , size0, size1, offset]) => [offset, offset + 4 * size0 * size1])
        .sort((a, b) => a[0] - b[0]);
      spans.forEach(([begin], i) => assert.ok(begin % 4 === 0 && (i === 0 || begin >= spans[i - 1][1])));
    });

    it('says in a sentence what is wrong with a config, and what is left is usable', async () => {
      const { x, write, error } = await start(build);
      assert.equal(x.attn_create(), -2); // nothing in the parameter buffer yet
      const wrong = [
        [0, 0],
        [0, 1.5],
        [0, NaN],
        [0, -Infinity],
        [1, 13],
        [1, 1e30],
        [2, 0],
        [2, 5],
        [3, -1],
        [4, 0],
        [5, 0],
        [6, 2],
        [7, 3],
        [8, Infinity],
        [9, 0],
        [10, 0.5],
        [11, -1],
        [11, NaN],
      ];
      for (const [field, value] of wrong) {
        write(CONFIG.with(field, value));
        assert.equal(x.attn_create(), -2, `${field} = ${value}`);
        const { code, message } = error();
        assert.equal(code, 'bad_config');
        assert.match(message, /^\S.*[.]$/);
      }
      write(CONFIG.with(7, 2).with(2, 4));
      assert.equal(x.attn_create(), -2);
      assert.match(error().message, /even width; d_model 12 \/ n_heads 4 gives 3/);
      write(CONFIG);
      const h = x.attn_create();
      assert.ok(h > 0);
      assert.deepEqual(error(), {});
      write(request([1], { position: 2 }));
      assert.equal(x.attn_begin(h), 0, 'a head of 4 can be rotated');
    });

    it('knows its handles: unknown, destroyed, zero', async () => {
      const { x, write, error } = await start(build);
      write(CONFIG);
      const h = x.attn_create();
      const other = x.attn_create();
      assert.notEqual(h, other);
      assert.equal(x.attn_destroy(0), 0);
      assert.equal(x.attn_destroy(h), 0);
      for (const bad of [h, -1, 0, 99, 2 ** 31 - 1]) {
        assert.equal(x.attn_begin(bad), -1);
        assert.equal(x.attn_run(bad, 0, 0), -1);
        assert.equal(x.attn_random_weights(bad, 1), -1);
        assert.equal(x.attn_trace(bad), 0);
        assert.equal(x.attn_trace_rows(bad), -1);
        if (bad !== 0) assert.equal(x.attn_destroy(bad), -1);
        assert.equal(error(bad).code, 'bad_handle');
      }
      write(request([1]));
      assert.equal(x.attn_begin(other), 0);
      assert.deepEqual(error(other), {});
    });

    it('refuses an parameter buffer that cannot be, and a run longer than the area', async () => {
      const { x, write, error } = await start(build);
      for (const count of [0, -1, -(2 ** 31), 2 ** 31 - 1]) {
        assert.equal(x.attn_parameters(count), 0);
        assert.equal(error().code, 'bad_input');
      }
      assert.notEqual(x.attn_parameters(1), 0);
      write(CONFIG);
      const h = x.attn_create();
      write([60, 0, 0, 0, -1, -1, 0, 0, 0]);
      assert.equal(x.attn_begin(h), -3);
      assert.match(error(h).message, /passes 69 numbers and the parameter buffer has room for 12/);
      write([1, 0, 0, 0, -1, -1, 0, 0, 2, 5]); // one token, and two heads off that are not there
      assert.equal(x.attn_begin(h), -3);
      assert.match(error(h).message, /passes 14 numbers and the parameter buffer has room for 12/);
    });

    it('refuses products and measurements that do not fit the parameter buffer, and says so', async () => {
      const { x, write, error } = await start(build);
      for (const [count, room] of [
        [-1, 1],
        [1, 1],
        [4, 7],
        [2 ** 31 - 1, 8],
        [2 ** 30, 8],
      ]) {
        x.attn_parameters(room);
        assert.equal(x.attn_products(count), -3, `${count} in ${room}`);
        assert.equal(error().code, 'bad_input');
      }
      assert.equal(x.attn_products(0), 0);
      assert.deepEqual(error(), {});
      const fresh = await start(build);
      assert.equal(fresh.x.attn_saturation(), -3, 'no parameter buffer yet');
      fresh.write([8, 16, 10, 1]);
      assert.equal(fresh.x.attn_saturation(), -3);
      assert.match(fresh.error().message, /room for 4 numbers and the results are 22/);
      for (const [fields, status] of [
        [[0, 16, 10, 1], -3],
        [[8, 0.5, 10, 1], -3],
        [[8, 16, 0, 1], -3],
        [[8, 16, 10, -1], -3],
        [[8, 16, 10, 2 ** 32], -3],
        [[NaN, 16, 10, 1], -3],
        [[65536, 4096, 1000, 1], -5],
        [[8, 16, 10, 2 ** 32 - 1], 0],
      ]) {
        write(fields, 22);
        assert.equal(x.attn_saturation(), status, `${fields}`);
      }
    });
  });
}

// A run as one file: that it holds what the trace holds, and that web/model/verify.py, which shares
// nothing with engine or oracle, comes to the same numbers, and finds one that was changed.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSafetensors, writeSafetensors } from '../../web/model/safetensors.js';
import { eachBuild } from './builds.js';
import { FIXTURE, shipped, takeApart } from './files.js';
import { noPython } from './python.js';
import { loadSmall, makeConfig, randomIds, randomWeights } from './small.js';
import { verify } from './verify.js';

const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
eachBuild('export', (engine, tolerance) => {
  it('holds every tensor of the trace and every weight, as they are, and says what was run', async () => {
    const model = await engine.loadModel(FIXTURE);
    const trace = model.run(ARTICLE, {
      mask: 'causal',
      cuts: [{ query: 6, key: 0 }],
      scale: 'none',
      fault: 'zero_mask',
      headsOff: [{ layer: 1, head: 2 }],
    });
    const bytes = model.export(trace);
    model.dispose();
    const {
      header: { __metadata__: about, ...entries },
      data,
    } = takeApart(bytes);
    const numbers = (name) => new Float32Array(data.slice(...entries[name].data_offsets).buffer);
    for (const [name, { data: weights, shape }] of readSafetensors(shipped('model.safetensors'))) {
      assert.deepEqual([numbers(name), entries[name].shape], [weights, shape], name);
    }
    const names = trace
      .tensors()
      .map(({ name, layer, head }) => [
        `trace.${layer < 0 ? '' : `layers.${layer}.`}${head < 0 ? '' : `heads.${head}.`}${name}`,
        name,
        { layer, head },
      ]);
    for (const [full, name, place] of names) {
      assert.deepEqual(
        [numbers(full), entries[full].shape],
        [trace.get(name, place).data, trace.get(name, place).shape],
        full,
      );
    }
    assert.equal(Object.keys(entries).length, names.length + readSafetensors(shipped('model.safetensors')).size);
    assert.ok(
      Object.values(about).every((value) => typeof value === 'string'),
      'the format allows strings only',
    );
    assert.deepEqual(JSON.parse(about.run), {
      ids: trace.ids,
      candidates: trace.candidates,
      cuts: [[-1, -1, 6, 0]],
      heads_off: [[1, 2]],
      causal: true,
      padding_id: -1,
      position: 'sinusoidal',
      scale: 'none',
      fault: 'zero_mask',
    });
    assert.equal(JSON.parse(about.config).d_model, 48);
    assert.deepEqual(JSON.parse(about.tokens).slice(0, 2), ['服务 A', '调用']);
  });

  it('is refused for a trace of other weights: changed since, or of another model', async () => {
    const [model, other] = [
      engine.randomModel({ d_model: 8, n_heads: 2 }, 1),
      engine.randomModel({ d_model: 8, n_heads: 2 }, 2),
    ];
    const trace = model.run([1, 2, 3]);
    assert.throws(() => other.export(trace), { code: 'stale_trace' });
    assert.ok(model.export(trace).length > 0);
    model.writeWeight('prediction.bias', { index: 0, value: 1 });
    assert.throws(() => model.export(trace), { code: 'stale_trace' });
    assert.ok(model.export(model.run([1, 2, 3])).length > 0);
    [model, other].forEach((one) => one.dispose());
  });

  it('verify.py agrees about the article, every scale and every fault', { skip: noPython }, async () => {
    const model = await engine.loadModel(FIXTURE);
    const { scale: scales, fault: faults } = engine.manifest.choices;
    const options = [
      {},
      { mask: 'causal', cuts: [{ layer: 1, query: 6, key: 0 }, { key: 2 }, { query: 4 }] },
      { headsOff: [{ layer: 0, head: 1 }, { head: 3 }] },
      ...scales.map((scale) => ({ scale })),
      ...faults.map((fault) => ({ fault, mask: 'causal', headsOff: [{ layer: 1, head: 0 }] })),
    ];
    for (const option of options) {
      const trace = model.run(ARTICLE, option);
      const { status, stdout, apart } = verify(model.export(trace));
      assert.equal(status, 0, `${JSON.stringify(option)}\n${stdout}`);
      assert.equal(apart.size, trace.tensors().length);
      for (const [name, share] of apart) assert.ok(share <= tolerance, `${JSON.stringify(option)} ${name}: ${share}`);
    }
    model.dispose();
  });

  it(
    'verify.py agrees about RoPE, GELU, padding, unscaled embeddings, and heads wider or narrower than the sentence',
    { skip: noPython },
    async () => {
      for (const changes of [
        { position: 'rope', rope_base: 300 },
        { activation: 'gelu', position: 'none' },
        { embedding_scale: 'none', d_model: 9, n_heads: 3 },
      ]) {
        const config = makeConfig(changes);
        const model = await loadSmall(engine, config, randomWeights(config, 3));
        for (const fault of ['none', 'no_head_transpose']) {
          const { status, stdout } = verify(
            model.export(model.run([...randomIds(6, config), 0], { padding: true, candidates: [3, 5], fault })),
          );
          assert.equal(status, 0, stdout);
        }
        model.dispose();
      }
    },
  );

  it('verify.py finds a number that was changed, a tensor left out and one too many', { skip: noPython }, () => {
    const model = engine.randomModel({ d_model: 8, n_heads: 2 }, 1);
    const bytes = model.export(model.run([1, 2, 3]));
    model.dispose();
    const {
      header: { __metadata__: about, ...entries },
      data,
    } = takeApart(bytes);
    const changed = (change) => {
      const tensors = new Map(
        Object.entries(entries).map(
          ([
            name,
            {
              shape,
              data_offsets: [from, to],
            },
          ]) => [name, { shape, data: new Float32Array(data.slice(from, to).buffer) }],
        ),
      );
      change(tensors);
      return verify(writeSafetensors(tensors, about));
    };
    assert.equal(changed(() => {}).status, 0);
    const name = 'trace.layers.0.heads.1.weights';
    for (const value of [0.5, NaN, -Infinity]) {
      const { status, stdout, apart } = changed((tensors) => {
        tensors.get(name).data[4] = value;
      });
      assert.equal(status, 1);
      assert.match(stdout, new RegExp(`${name}  DIFFERS\n`));
      assert.deepEqual(
        [...apart].filter(([, share]) => !(share <= 1e-4)).map(([key]) => key),
        [name],
      );
    }
    assert.equal(
      changed((tensors) => {
        tensors.get('layers.0.attention.key.weight').data[3] += 0.1;
      }).status,
      1,
      'a weight that was not used',
    );
    assert.match(
      changed((tensors) => tensors.delete(name)).stdout,
      /missing in the file {2}trace\.layers\.0\.heads\.1\.weights/,
    );
    assert.match(
      changed((tensors) => tensors.set('trace.more', tensors.get(name))).stdout,
      /missing here {2}trace\.more/,
    );
  });
});

it('the writer aligns its data and is read back by the reader', () => {
  const tensors = new Map([
    ['b', { shape: [2, 2], data: Float32Array.of(1, -2, 3.5, 0) }],
    ['a', { shape: [1], data: Float32Array.of(7) }],
    ['名', { shape: [0], data: new Float32Array(0) }],
  ]);
  for (const note of ['', '1', '22', '333', '4444']) {
    const bytes = writeSafetensors(tensors, { note });
    assert.equal(Number(new DataView(bytes.buffer).getBigUint64(0, true)) % 8, 0);
    assert.deepEqual([...readSafetensors(bytes)], [...tensors]);
    assert.equal(takeApart(bytes).header.__metadata__.note, note);
  }
});

// Random models: shapes, counts, statistics and seeds; and products, the engine's smallest service.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { Model, ModelError } from '../../web/model/index.js';
import { eachBuild } from './builds.js';

const size = (shape) => shape.reduce((a, b) => a * b);
const count = (model, wanted = () => true) =>
  model
    .weights()
    .filter(wanted)
    .reduce((n, { shape }) => n + size(shape), 0);
const IDS = [3, 1, 4, 1, 5, 9, 2, 6];

eachBuild('random models', (engine, tolerance) => {
  it('the base size of the paper: 3,152,384 parameters a layer, 64 columns a head', () => {
    const model = engine.randomModel({ d_model: 512, n_heads: 8, n_layers: 2 }, 1);
    // What PyTorch's TransformerEncoderLayer(512, 8, 2048) has.
    assert.equal(
      count(model, ({ layer }) => layer === 1),
      3152384,
    );
    const trace = model.run(IDS);
    assert.deepEqual(trace.get('query', { layer: 1, head: 7 }).shape, [8, 64]);
    assert.ok(trace.get('logits').data.every(Number.isFinite));
    model.dispose();
  });

  it('matrices have mean 0 and variance 1/fan_in, norms are 1 and biases 0', () => {
    const model = engine.randomModel({ d_model: 64, n_heads: 4, n_layers: 2, d_ff: 128 }, 5);
    for (const { name, layer, shape } of model.weights()) {
      const data = [...model.weight(name, { layer }).data];
      if (shape.length === 1) {
        assert.ok(
          data.every((x) => x === (name.endsWith('norm.weight') ? 1 : 0)),
          name,
        );
        continue;
      }
      const mean = data.reduce((a, b) => a + b) / data.length;
      const fanIn = shape[1];
      const variance = data.reduce((total, x) => total + x * x, 0) / data.length;
      assert.ok(Math.abs(mean) < 5 / Math.sqrt(fanIn * data.length), `${name}: mean ${mean}`);
      assert.ok(Math.abs(variance * fanIn - 1) < 5 * Math.sqrt(2 / data.length), `${name}: variance ${variance}`);
    }
    model.dispose();
  });

  it('the seed decides: the same twice, another with another, and the same for 1, 2, 4 and 8 heads', () => {
    const weights = (heads, seed) => {
      const model = engine.randomModel({ d_model: 16, n_heads: heads }, seed);
      const all = model.weights().map(({ name, layer }) => [...model.weight(name, { layer }).data]);
      const attended = [...model.run(IDS).get('attention_output', { layer: 0 }).data];
      model.dispose();
      return { all, attended };
    };
    const first = weights(1, 7);
    assert.deepEqual(weights(1, 7), first);
    assert.notDeepEqual(weights(1, 8).all, first.all);
    for (const heads of [2, 4, 8]) {
      assert.deepEqual(weights(heads, 7).all, first.all);
      assert.notDeepEqual(weights(heads, 7).attended, first.attended, 'but they attend otherwise');
    }
  });

  it('runs ids with every option, and says that it has no words', () => {
    const model = engine.randomModel({ d_model: 8, n_heads: 2, vocab_size: 10 });
    const trace = model.run(IDS, {
      mask: 'causal',
      padding: true,
      scale: 'none',
      headsOff: [{ head: 1 }],
      candidates: [1, 2],
    });
    assert.deepEqual([trace.ids, trace.tokens.length], [IDS, 8]);
    assert.throws(() => model.run('它'), { code: 'no_tokenizer' });
    assert.throws(() => model.run([10]), { code: 'bad_input' });
    for (const config of [
      {},
      { d_model: 8 },
      { d_model: 9, n_heads: 2 },
      { d_model: 8, n_heads: 2, activation: 'any' },
    ]) {
      assert.throws(() => engine.randomModel(config, 1), ModelError, JSON.stringify(config));
    }
    for (const seed of [-1, 0.5, NaN, 2 ** 32, 'a', null])
      assert.throws(() => engine.randomModel({ d_model: 8, n_heads: 2 }, seed), { code: 'bad_option' });
    engine.randomModel({ d_model: 8, n_heads: 2 }, 2 ** 32 - 1).dispose();
    model.dispose();
  });

  it('is filled again with the same numbers, changes included, when the engine was made anew', async () => {
    const { exports } = await WebAssembly.instantiate(engine.module, {});
    let armed = false;
    const attn_run = (...args) => {
      if (!armed) return exports.attn_run(...args);
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const fragile = new Engine(engine.module, { exports: { ...exports, attn_run } }, []);
    const model = Model.random(fragile, { d_model: 8, n_heads: 2 }, 3);
    model.writeWeight('prediction.bias', { index: 2, value: 1.5 });
    const before = model.run(IDS).get('logits').data;
    armed = true;
    assert.throws(() => model.run(IDS), { code: 'trap' });
    assert.deepEqual(model.run(IDS).get('logits').data, before);
  });

  it('products are those of 32-bit floats, of any two rows', () => {
    // 16777217 is no float; the product of the two largest floats is beyond one.
    assert.deepEqual(engine.products([0.1, 16777217, 3, -0, 3.4e38], [3, 1, -0.5, 5, 3.4e38]), [
      Math.fround(Math.fround(0.1) * 3),
      16777216,
      -1.5,
      -0,
      Infinity,
    ]);
    const model = engine.randomModel({ d_model: 24, n_heads: 2 }, 4);
    const trace = model.run(IDS);
    const [q, k] = ['query', 'key'].map((name) => trace.get(name, { layer: 0, head: 1 }).data.subarray(0, 12));
    const products = engine.products(q, k);
    assert.deepEqual(
      products,
      [...q].map((x, i) => Math.fround(x * k[i])),
    );
    const score = trace.get('scores', { layer: 0, head: 1 }).data[0];
    assert.ok(
      Math.abs(products.reduce((a, b) => a + b) - score) <= tolerance * products.reduce((a, b) => a + Math.abs(b), 0),
    );
    assert.deepEqual(engine.products([], []), []);
    // In order: 1e8 takes in a 1 without a trace, and 3 of them only together.
    assert.deepEqual(
      [[1e8, 1, 1, 1], [1, 1, 1, 1e8], [0.5], []].map((row) => engine.sum(row)),
      [1e8, 100000000, 0.5, 0],
    );
    assert.throws(() => engine.products([1, 2], [1]), { code: 'bad_input' });
    model.dispose();
  });
});

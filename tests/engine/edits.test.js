// After any edits an export holds the weights that ran: verify.py, which reads nothing but the file, comes to the same
// numbers. What the model hands out are copies; writing into them changes neither runs nor exports.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { Model } from '../../web/model/index.js';
import { eachBuild } from './builds.js';
import { noPython } from './python.js';
import { loadSmall, makeConfig, randomIds, randomNumbers, randomWeights } from './small.js';
import { verify } from './verify.js';

const config = makeConfig();
const IDS = randomIds(6, config);

/** Writes into everything that the model handed out, as far as it can be written. */
function scribble(model, trace) {
  for (const { name, layer } of model.weights()) {
    const { data, shape } = model.weight(name, { layer });
    data.fill(7);
    shape.fill(1);
  }
  model.weights().forEach((entry) => Object.assign(entry, { layer: 9 }).shape.fill(1));
  const writes = [
    () => trace.ids.push(1),
    () => trace.ids.fill(1),
    () => trace.candidates.push(1),
    () => Object.assign(model.config, { n_heads: 1, position: 'none' }),
  ];
  for (const write of writes) assert.throws(write, TypeError);
}

eachBuild('edits', (engine) => {
  it('reads and writes a number, and runs with it', async () => {
    const model = await loadSmall(engine, config, randomWeights(config, 40));
    const name = 'attention.query.weight';
    const logits = () => model.run(IDS).get('logits').data;
    const { data, shape } = model.weight(name, { layer: 0 });
    assert.deepEqual(shape, [config.d_model, config.d_model]);
    const untouched = logits();
    model.writeWeight(name, { layer: 0, index: 5, value: data[5] + 3 });
    assert.equal(model.weight(name, { layer: 0 }).data[5], Math.fround(data[5] + 3));
    assert.notDeepEqual(logits(), untouched);
    model.writeWeight(name, { layer: 0, index: 5, value: data[5] });
    assert.deepEqual(logits(), untouched);
    for (const index of [data.length, -1, 0.5, Infinity])
      assert.throws(() => model.writeWeight(name, { layer: 0, index, value: 1 }), { code: 'bad_index' });
    assert.throws(() => model.weight(name, { layer: 2 }), { code: 'no_tensor' });
    assert.throws(() => model.weight('weights', { layer: 0 }), { code: 'no_tensor' });
    model.dispose();
  });

  it('a number that is not finite is found by the next run, which names the weight', async () => {
    const model = await loadSmall(engine, config, randomWeights(config, 40));
    const name = 'feed_forward.up.weight';
    const [kept] = model.weight(name, { layer: 1 }).data;
    for (const value of [NaN, Infinity, 1e39]) {
      model.writeWeight(name, { layer: 1, index: 0, value });
      assert.throws(() => model.run(IDS), { code: 'not_finite', message: /feed_forward\.up\.weight/ });
    }
    model.writeWeight(name, { layer: 1, index: 0, value: kept });
    assert.equal(model.run(IDS).ids.length, IDS.length);
    model.dispose();
  });

  it('what was handed out is a copy: writing into it changes no run and no export', async () => {
    const model = await loadSmall(engine, config, randomWeights(config, 41));
    const candidates = [3, 5];
    const cuts = [{ layer: 0, query: 2, key: 1 }];
    const trace = model.run(IDS, { candidates, cuts });
    const before = model.export(trace);
    const logits = model.run(IDS).get('logits').data;
    scribble(model, trace);
    candidates[0] = 4;
    cuts[0].key = 0;
    assert.deepEqual(model.export(trace), before);
    assert.deepEqual(model.run(IDS).get('logits').data, logits);
    model.dispose();
  });

  it('an export after any sequence of edits is what ran', { skip: noPython }, async () => {
    const random = randomNumbers(42);
    const below = (n) => Math.floor(((random() + 1) / 2) * n);
    const model = await loadSmall(engine, config, randomWeights(config, 43));
    const all = model.weights();
    const wanted = randomWeights(config, 43);
    for (let round = 0; round < 4; round += 1) {
      for (let edit = 0; edit < 30; edit += 1) {
        const { name, layer } = all[below(all.length)];
        const { data } = model.weight(name, { layer });
        const index = below(data.length);
        const value = random();
        data[index] = 100; // a copy: this is not the edit
        model.writeWeight(name, { layer, index, value });
        wanted.get(layer < 0 ? name : `layers.${layer}.${name}`).data[index] = value;
      }
      const trace = model.run(IDS, { mask: 'causal' });
      scribble(model, trace);
      const { status, stdout } = verify(model.export(trace));
      assert.equal(status, 0, stdout);
    }
    for (const [name, { data }] of wanted) {
      const [, layer = -1, own = name] = /^layers\.(\d+)\.(.*)$/.exec(name) ?? [];
      assert.deepEqual(model.weight(own, { layer: Number(layer) }).data, data, name);
    }
    model.dispose();
  });

  it('an export after edits and a trap is what ran', { skip: noPython }, async () => {
    const { exports } = await WebAssembly.instantiate(engine.module, {});
    let armed = false;
    const attn_run = (...args) => {
      if (!armed) return exports.attn_run(...args);
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const fragile = new Engine(engine.module, { exports: { ...exports, attn_run } }, []);
    const model = Model.random(fragile, { d_model: 8, n_heads: 2 }, 3);
    model.writeWeight('prediction.bias', { index: 2, value: 1.5 });
    armed = true;
    assert.throws(() => model.run(IDS), { code: 'trap' });
    const { status, stdout } = verify(model.export(model.run(IDS)));
    assert.equal(status, 0, stdout);
    assert.equal(model.weight('prediction.bias').data[2], 1.5);
  });
});

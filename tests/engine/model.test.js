import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Engine } from '../../web/engine/engine.js';
import { EngineError, Model, TextError, loadEngine } from '../../web/model/index.js';
import { FIXTURE } from './files.js';

const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const PRONOUN = 6;
const belief = (trace) => [...trace.get('belief').data.subarray(PRONOUN * 3, PRONOUN * 3 + 3)];
const engine = await loadEngine();

describe('model: running', () => {
  let model;
  before(async () => {
    model = await engine.loadModel(FIXTURE);
  });
  after(() => model.dispose());

  it('keeps an earlier trace as it was, through longer runs and after the model is gone', async () => {
    const own = await engine.loadModel(FIXTURE);
    const first = own.run(ARTICLE);
    const kept = [...first.get('weights', { layer: 1, head: 2 }).data];
    own.run('它'.repeat(96));
    own.dispose();
    const { data, shape } = first.get('weights', { layer: 1, head: 2 });
    assert.deepEqual([...data], kept);
    assert.deepEqual(shape, [12, 12]);
    assert.throws(() => own.run(ARTICLE), { code: 'disposed' });
    own.dispose();
  });

  it('takes the named entities for candidates, in order, each once', () => {
    assert.deepEqual(model.run(ARTICLE).candidates, [11, 24]);
    assert.deepEqual(model.run(`配置中心 B 的配置已过期。${ARTICLE}`).candidates, [24, 11]);
    assert.deepEqual(model.run('它').candidates, []);
    assert.deepEqual(model.run(ARTICLE, { candidates: [14] }).candidates, [14]);
  });

  it('hides what is asked to be hidden: the future, the padding, single edges', () => {
    const weight = (trace, query, key) =>
      trace.get('weights', { layer: 0, head: 0 }).data[query * trace.ids.length + key];
    assert.ok(weight(model.run(ARTICLE), 0, 11) > 0);
    assert.equal(weight(model.run(ARTICLE, { mask: 'causal' }), 0, 11), 0);
    const cut = model.run(ARTICLE, { cuts: [{ layer: 0, head: 0, query: 6, key: 0 }] });
    assert.equal(weight(cut, 6, 0), 0);
    assert.equal(cut.get('masked', { layer: 0, head: 0 }).data[6 * 12], -Infinity);
    assert.ok(cut.get('weights', { layer: 0, head: 1 }).data[6 * 12] > 0);
    assert.ok(weight(model.run(`${ARTICLE}[PAD]`), 6, 12) > 0);
    assert.equal(weight(model.run(`${ARTICLE}[PAD]`, { padding: true }), 6, 12), 0);
  });

  it('changes the belief when every edge 它 -> 服务 A of the second layer is cut', () => {
    const [whole] = belief(model.run(ARTICLE));
    const [cut] = belief(model.run(ARTICLE, { cuts: [{ layer: 1, query: PRONOUN, key: 0 }] }));
    assert.ok(Math.abs(whole - cut) > 0.1, `${whole} against ${cut}`);
  });

  it('names a tensor that a trace does not hold, and where the name exists', () => {
    const trace = model.run(ARTICLE);
    assert.throws(() => trace.get('nothing'), { code: 'no_tensor' });
    assert.throws(() => trace.get('weights', { layer: 0 }), /layer 0 to 1, head 0 to 3/);
    assert.ok(trace.tensors().every(({ name, layer, head }) => trace.get(name, { layer, head }).data.length > 0));
  });

  it('refuses ids, cuts and options that do not exist, and runs on', () => {
    const bad = [
      [[121]],
      [[-1]],
      [[1.5]],
      [[NaN]],
      [[]],
      [ARTICLE, { cuts: [{ layer: 2 }] }],
      [ARTICLE, { cuts: [{ query: 12 }] }],
      [ARTICLE, { candidates: [999] }],
      [ARTICLE, { mask: 'casual' }],
      [ARTICLE, { position: 'learned' }],
      [ARTICLE, { scale: 'd' }],
      [ARTICLE, { scale: null }],
      [ARTICLE, { fault: 'any' }],
      [ARTICLE, { headsOff: [{ head: 4 }] }],
      [ARTICLE, { headsOff: [{ layer: -2 }] }],
      [Array(97).fill(4)],
    ];
    for (const [input, options] of bad) {
      assert.throws(() => model.run(input, options), EngineError, JSON.stringify([input, options]));
    }
    assert.throws(() => model.run('苹果'), TextError);
    assert.equal(model.run(ARTICLE).ids.length, 12);
  });
});

describe('model: after a trap', () => {
  it('the instance is made anew from the kept module, weights that were changed included', async () => {
    const { exports } = await WebAssembly.instantiate(engine.module, {});
    let armed = false;
    const attn_run = (...args) => {
      if (!armed) return exports.attn_run(...args);
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const fragile = new Engine(engine.module, { exports: { ...exports, attn_run } }, []);
    const model = await Model.load(fragile, FIXTURE);
    model.writeWeight('prediction.bias', { index: 11, value: 2 });
    const expected = belief(model.run(ARTICLE));
    armed = true;
    assert.throws(() => model.run(ARTICLE), { code: 'trap' });
    assert.equal(fragile.generation, 1);
    assert.deepEqual(belief(model.run(ARTICLE)), expected);
    model.dispose();
  });
});

describe('model: in a worker', () => {
  it('the same scripts and the posted module give the same numbers', async () => {
    const model = await engine.loadModel(FIXTURE);
    const expected = belief(model.run(ARTICLE));
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { module: engine.module, text: ARTICLE },
    });
    const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await worker.terminate();
    assert.equal(answer.build, engine.build);
    assert.deepEqual(answer.belief.slice(PRONOUN * 3, PRONOUN * 3 + 3), expected);
    model.dispose();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Engine } from '../../web/engine/engine.js';
import { EngineError, LoadError, Model, ModelError, TextError, loadEngine } from '../../web/model/index.js';
import { FIXTURE, safetensors, shipped, shippedFiles, shippedJson, takeApart } from './files.js';
import { serveDuring } from './site.js';

const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const PRONOUN = 6;
const belief = (trace) => [...trace.get('belief').data.subarray(PRONOUN * 3, PRONOUN * 3 + 3)];
const engine = await loadEngine();

describe('model: from a static site', () => {
  const server = serveDuring(FIXTURE);
  const fetchModel = (rules, options) => {
    server.follow(rules);
    return engine.loadModel(server.url, options);
  };
  const failure = async (promise, code) => {
    const error = await promise.then(
      () => assert.fail(`expected ${code}`),
      (reason) => reason,
    );
    assert.equal(error.code, code, error.stack);
    return error;
  };

  it('believes what was recorded about 它 in the three sentences: 0.445, 0.882, 0.119 for 服务 A', async () => {
    const model = await fetchModel([]);
    const sentences = [
      ['', 0.445],
      ['服务 A 启动后没有本地配置。', 0.882],
      ['配置中心 B 的配置已过期。', 0.119],
    ];
    for (const [context, expected] of sentences) {
      const trace = model.run(context + ARTICLE);
      const row = trace.ids.lastIndexOf(model.config.pronoun_id);
      const share = trace.get('belief').data[row * 3 + trace.candidates.indexOf(11)];
      assert.ok(Math.abs(share - expected) < 0.0006, `${context}: ${share}`);
    }
    model.dispose();
  });

  it('tells how far each file has come, never backwards, to the end', async () => {
    const seen = {};
    const model = await fetchModel([], {
      onProgress: ({ file, loaded, total }) => (seen[file] ??= []).push([loaded, total]),
    });
    assert.deepEqual(Object.keys(seen).sort(), ['config.json', 'model.safetensors', 'tokenizer.json']);
    for (const [file, steps] of Object.entries(seen)) {
      const { length } = shipped(file);
      assert.deepEqual(steps.at(-1), [length, length]);
      steps.forEach(([loaded], i) => assert.ok(i === 0 || loaded >= steps[i - 1][0]));
    }
    model.dispose();
  });

  it('names the missing file', async () => {
    for (const file of ['config.json', 'tokenizer.json', 'model.safetensors']) {
      const error = await failure(fetchModel([{ match: new RegExp(file), status: 404 }]), 'not_found');
      assert.ok(error instanceof LoadError && error.details.url.endsWith(`/${file}`) && error.details.status === 404);
    }
  });

  it('tells a page in place of a file, a dead connection and a stalled one apart', async () => {
    for (const file of [/config/, /tokenizer/, /safetensors/]) {
      await failure(fetchModel([{ match: file, body: '<!doctype html>' }]), 'html_instead');
      await failure(fetchModel([{ match: file, drop: true }], { retries: 0 }), 'network');
      await failure(fetchModel([{ match: file, hang: true }], { timeout: 0.2 }), 'timeout');
    }
  });

  it('tries once more when the weights fail once', async () => {
    const model = await fetchModel([{ match: /safetensors/, drop: true, times: 1 }]);
    assert.equal(server.requests.filter((url) => url.includes('safetensors')).length, 2);
    model.dispose();
  });

  it('takes a folder with or without the last slash, and from the disk', async () => {
    for (const folder of [server.url, server.url.replace(/\/$/, ''), FIXTURE, String(FIXTURE)]) {
      server.follow([]);
      (await engine.loadModel(folder)).dispose();
    }
    await failure(engine.loadModel(new URL('./nowhere/', import.meta.url)), 'not_found');
  });

  it('can be stopped by the caller', async () => {
    const stop = new AbortController();
    const hang = { match: /safetensors/, hang: true, met: () => stop.abort() };
    await assert.rejects(fetchModel([hang], { signal: stop.signal }), { name: 'AbortError' });
  });
});

describe('model: files that do not belong together', () => {
  const weights = (change) => {
    const { header, data } = takeApart(shipped('model.safetensors'));
    change(header);
    return safetensors(header, data);
  };
  const refused = (changes, reason, tensor) =>
    assert.throws(
      () => new Model(engine, shippedFiles(changes)),
      (error) => {
        assert.ok(error instanceof ModelError, error.stack);
        assert.deepEqual([error.code, error.details.reason, error.details.tensor], ['bad_weights', reason, tensor]);
        return true;
      },
    );
  const rename = (from, to) => (header) => {
    header[to] = header[from];
    delete header[from];
  };

  it('a missing weight is named', () => {
    refused(
      { weights: weights(rename('layers.1.attention.key.bias', 'layers.1.attention.k.bias')) },
      'missing',
      'layers.1.attention.key.bias',
    );
  });

  it('a weight of another shape is named, also when the number of values is right', () => {
    const swap = (header) => header['layers.0.feed_forward.up.weight'].shape.reverse();
    refused({ weights: weights(swap) }, 'wrong_shape', 'layers.0.feed_forward.up.weight');
    refused({ config: { ...shippedJson('config.json'), d_ff: 96 } }, 'wrong_shape', 'layers.0.feed_forward.up.weight');
  });

  it('more layers than weights, or more weights than layers', () => {
    refused({ config: { ...shippedJson('config.json'), n_layers: 3 } }, 'missing', 'layers.2.attention_norm.weight');
    refused({ config: { ...shippedJson('config.json'), n_layers: 1 } }, 'unexpected', 'layers.1.attention.key.bias');
  });

  it('refusing a hundred of them leaves no memory behind', async () => {
    const instance = await WebAssembly.instantiate(engine.module, {});
    const own = new Engine(engine.module, instance, []);
    const files = shippedFiles({ config: { ...shippedJson('config.json'), n_layers: 1 } });
    const refuse = () => assert.throws(() => new Model(own, files), ModelError);
    refuse();
    const { byteLength } = instance.exports.memory.buffer;
    for (let i = 0; i < 100; i += 1) refuse();
    assert.equal(instance.exports.memory.buffer.byteLength, byteLength);
  });

  it('a size beyond any memory is an error in words, and the engine goes on', async () => {
    assert.throws(
      () => new Model(engine, shippedFiles({ config: { ...shippedJson('config.json'), n_layers: 2 ** 31 } })),
      EngineError,
    );
    const model = await engine.loadModel(FIXTURE);
    assert.equal(model.run(ARTICLE).ids.length, 12);
    model.dispose();
  });
});

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

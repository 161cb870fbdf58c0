// A model from its files: served well and badly, and files that do not belong together.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { EngineError, LoadError, Model, ModelError, loadEngine } from '../../web/model/index.js';
import { FIXTURE, safetensors, shipped, shippedFiles, shippedJson, takeApart } from './files.js';
import { serveDuring } from './site.js';

const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
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

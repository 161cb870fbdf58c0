// Every public call that takes options: each one misspelt is refused by name, with the right one suggested, and a value
// of another kind is either taken or refused in one sentence. Nothing is swallowed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { Engine } from '../../web/engine/engine.js';
import { EngineError, LoadError, encoderUrl, fetchModel, loadEngine, modelUrl } from '../../web/model/index.js';
import { loadTrainer } from '../../web/model/trainer.js';
import { shippedFiles, shippedJson } from './files.js';
import { assertSentence } from './sentence.js';

const TEXT = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const [engine, direct, trainer] = await Promise.all(
  [loadEngine, loadAttention, loadTrainer].map((load) => load({ build: 'scalar' })),
);
const [model, decoder] = await Promise.all([encoderUrl, modelUrl('decoder')].map((url) => engine.loadModel(url)));
const trace = model.run(TEXT);

const floats = (count) => Float32Array.from({ length: count }, (_, i) => Math.sin(i));
const four = (count) => Object.fromEntries(['query', 'key', 'value', 'output'].map((name) => [name, floats(count)]));
const block = direct.multiHeadAttention({ dModel: 8, heads: 2, weights: four(64) });
const plan = direct.plan({ heads: 2, dK: 4, queries: 3 });
const run = trainer.start({ d_model: 8, n_heads: 1, n_layers: 1, d_ff: 4, steps: 1e6, batch: 1 });

const signal = new AbortController().signal;
const request = { signal, timeout: 5, retries: 0 };
const wasm = { build: 'scalar', url: Engine.url('scalar'), bytes: undefined, module: undefined, ...request };
const direct_url = new URL('attn-direct.scalar.wasm', Engine.url('scalar'));
const train_url = new URL('attn-train.scalar.wasm', Engine.url('scalar'));
const rules = { mask: 'causal', window: 2, blocks: { size: 2, stride: 2 }, scale: 0.5 };
const shape = { heads: 2, dK: 4, dV: 4, queries: 3, keys: 3, layout: 'tokens', variant: 'softmax', ...rules };
const arrays = { q: floats(24), k: floats(24), v: floats(24), out: floats(24), padding: [false, true, false] };
const attend = (more) => direct.attention({ q: floats(24), k: floats(24), v: floats(24), heads: 2, dK: 4, ...more });

/** What may be given to each call, with values that are right, and how it is given. */
const CALLS = [
  ['loadEngine', wasm, (options) => loadEngine(options), LoadError],
  ['loadAttention', { ...wasm, url: direct_url }, (options) => loadAttention(options), LoadError],
  ['loadTrainer', { ...wasm, url: train_url }, (options) => loadTrainer(options), LoadError],
  ['fetchModel', { ...request, onProgress() {} }, (options) => fetchModel(encoderUrl, options), LoadError],
  ['loadModel', { ...request, onProgress() {} }, (options) => engine.loadModel(encoderUrl, options), LoadError],
  ['loadModel of files', shippedFiles(), (files) => engine.loadModel(files), LoadError],
  [
    'run',
    {
      mask: 'causal',
      padding: true,
      cuts: [],
      position: 'rope',
      scale: 'none',
      fault: 'none',
      headsOff: [],
      candidates: [11],
    },
    (options) => model.run(TEXT, options),
  ],
  ['a cut', { layer: 0, head: 1, query: 2, key: 0 }, (cut) => model.run(TEXT, { cuts: [{}, cut] })],
  ['a head off', { layer: 0, head: 1 }, (off) => model.run(TEXT, { headsOff: [off] })],
  [
    'generate',
    { tokens: 1, temperature: 0.5, topK: 3, topP: 0.9, seed: 4, stop: [3], cached: true },
    (options) => [...decoder.generate(TEXT, options)],
  ],
  ['get', { layer: 0, head: 1 }, (place) => trace.get('weights', place)],
  ['weight', { layer: 0 }, (place) => model.weight('attention.key.bias', place)],
  ['writeWeight', { layer: 0, index: 3, value: 0.5 }, (change) => model.writeWeight('attention.key.bias', change)],
  ['saturation', { dK: 4, keys: 4, draws: 3, seed: 1 }, (options) => engine.saturation(options)],
  [
    'start',
    Object.fromEntries(trainer.manifest.fields.map(({ name, value }) => [name, value])),
    (fields) => trainer.start(fields).stop(),
  ],
  ['go', { slice: 1, every: 1, sentences: 1, onReport() {}, signal: AbortSignal.abort() }, (how) => run.go(how)],
  ['attention', { ...shape, ...arrays, cuts: [] }, (options) => direct.attention(options)],
  ['plan', { ...shape, padding: true, cuts: [] }, (options) => direct.plan(options).release()],
  ['a cut of attention', { head: 0, query: 1, key: 0 }, (cut) => attend({ cuts: [cut] })],
  ['blocks', { size: 2, stride: 2 }, (blocks) => attend({ blocks })],
  ['difference', { every: 2 }, (options) => plan.difference(options)],
  [
    'multiHeadAttention',
    { dModel: 8, heads: 2, weights: four(64), biases: four(8) },
    (options) => direct.multiHeadAttention(options).release(),
  ],
  ['weights', four(64), (weights) => direct.multiHeadAttention({ dModel: 8, heads: 2, weights }).release()],
  [
    'biases',
    four(8),
    (biases) => direct.multiHeadAttention({ dModel: 8, heads: 2, weights: four(64), biases }).release(),
  ],
  [
    'run of a block',
    { mask: 'causal', window: 2, blocks: { size: 2, stride: 2 }, padding: [false, true], out: floats(16) },
    (options) => block.run(floats(16), options),
  ],
];

const swapCase = (name) => [...name].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');

/** Names that someone may type for this one. */
function misspelt(name, known) {
  const shorter = [...name].map((_, i) => name.slice(0, i) + name.slice(i + 1));
  return [...new Set([...shorter, swapCase(name), `${name}s`])].filter((one) => one !== '' && !known.includes(one));
}

/** The error of a call that is refused at once or later; null if it is not. */
async function errorOf(call, options) {
  try {
    await call(options);
    return null;
  } catch (error) {
    return error;
  }
}

const renamed = (options, from, to) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name === from ? to : name, value]));

// One of each kind that is wrong somewhere, among them what prints as no word, or as a page of text.
const VALUES = [
  null,
  NaN,
  -1,
  0.5,
  1e300,
  10n,
  true,
  'x'.repeat(1000),
  Symbol('s'),
  () => {},
  {},
  { layer: NaN },
  [],
  Array(1000).fill('x'),
  [null],
  new Float32Array(3),
  new Date(NaN),
  /x/,
];

describe('options', () => {
  for (const [where, good, call, Kind = EngineError] of CALLS) {
    const known = Object.keys(good);

    it(`${where} takes what it knows, and refuses each option misspelt, naming it and what was meant`, async () => {
      assert.equal(await errorOf(call, good), null);
      for (const name of known) {
        for (const wrong of misspelt(name, known)) {
          const error = assertSentence(await errorOf(call, renamed(good, name, wrong)), `${where} with ${wrong}`);
          assert.ok(error instanceof Kind, error.stack);
          assert.deepEqual([error.code, error.details.option], ['bad_option', wrong], error.message);
          assert.ok(error.message.includes(` no option ${wrong} `), error.message);
          if (wrong === `${name}s` || wrong === swapCase(name))
            assert.ok(error.message.endsWith(` (did you mean ${name}?).`), error.message);
        }
      }
    });

    it(`${where} takes a value of any kind, or refuses it in one sentence`, async () => {
      for (const name of known) {
        for (const value of VALUES) {
          const error = await errorOf(call, { ...good, [name]: value });
          if (error) assertSentence(error, `${where} with ${name} of kind ${typeof value}`);
        }
      }
    });

    it(`${where} wants an object of options, and none that is inherited unknown`, async () => {
      for (const options of [null, 3, 'causal', [1], floats(2)])
        assertSentence(await errorOf(call, options), `${where} with ${typeof options}`);
      const error = await errorOf(call, Object.assign(Object.create({ maks: 1 }), good));
      assert.equal(error?.code, 'bad_option');
    });
  }
});

describe('inputs', () => {
  it('of any kind are run or refused in one sentence', async () => {
    const calls = [
      (value) => engine.loadModel(value),
      (value) => fetchModel(value),
      (value) => engine.randomModel(value),
      (value) => engine.randomModel({ d_model: 8, n_heads: 2 }, value),
      (value) => model.run(value),
      (value) => model.encode(value),
      (value) => model.export(value),
      (value) => decoder.generate(value),
      (value) => model.weight(value),
      (value) => trace.get(value),
      (value) => engine.products(value, value),
      (value) => engine.sum(value),
      (value) => run.advance(value),
      (value) => run.report(value),
      (value) => block.run(value),
      (value) => plan.fill(value, value, value),
    ];
    for (const [i, call] of calls.entries()) {
      for (const value of [...VALUES, undefined]) {
        const error = await errorOf(call, value);
        if (error) assertSentence(error, `call ${i} with ${typeof value}`);
      }
    }
  });

  it('that name a hundred thousand characters are refused in a short sentence', async () => {
    const long = 'x'.repeat(1e5);
    const calls = [
      () => model.run(TEXT, { [long]: 1 }),
      () => model.run(TEXT, { mask: long }),
      () => model.weight(long),
      () => trace.get(long),
      () => engine.randomModel({ d_model: 8, n_heads: 2, [long]: 1 }),
      () => engine.randomModel({ d_model: 8, n_heads: 2, activation: long }),
      () => engine.loadModel({ ...shippedFiles(), config: { ...shippedJson('config.json'), pad_token: long } }),
      () => loadEngine({ url: `data:application/wasm;base64,${long}` }),
      () => loadEngine({ build: long }),
      () => fetchModel(`data:text/plain,${long}`),
    ];
    for (const [i, call] of calls.entries()) assertSentence(await errorOf(call), `call ${i}`);
  });
});

// A model in the engine: its files checked, its weights written, its text split, its runs traced.
// The weights are kept here too, so that they can be written again when the engine had to be made
// anew. config.json, tokenizer.json and model.safetensors follow the layout of Hugging Face. A random
// model has none of these files but the config: its weights are drawn by the engine, from a seed.

import { EngineError, LoadError } from '../engine/errors.js';
import {
  anything,
  isList,
  kind,
  list,
  needed,
  requireKind,
  requireOptions,
  show,
  table,
  string,
} from '../engine/options.js';
import { ADDRESS, BYTES } from '../engine/request.js';
import { Trace } from '../engine/trace.js';
import { engineFields, readConfig } from './config.js';
import { traceFile } from './export.js';
import { FILES, fetchModel, requireFetchOptions } from './fetch.js';
import { candidates, numbers, pick, readOptions } from './generate.js';
import { requireRunOptions, runInput, runTable } from './request.js';
import { readSafetensors } from './safetensors.js';
import { Tokenizer } from './tokenizer.js';
import { Weights } from './weights.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./request.js').RunOptions} RunOptions */

const CANDIDATES_AT_MOST = 8;
const OF_FILES = table({ config: needed(anything), tokenizer: needed(anything), weights: needed(BYTES) });
const IDS = list(kind('a token id', (id) => Number.isSafeInteger(id) && id >= 0, 'bad_input'));
const TRACE = kind('a trace, as run gives it', (value) => value instanceof Trace);
const CONFIG = kind('the fields of a config.json', (value) => Object(value) === value);

// What a random model has where its maker says nothing; d_ff is then four times d_model, as in the paper.
const RANDOM = {
  vocab_size: 256,
  n_layers: 1,
  max_length: 512,
  activation: 'relu',
  position: 'sinusoidal',
  embedding_scale: 'sqrt(d_model)',
  norm_epsilon: 1e-5,
};

export class Model {
  #engine;
  #weights;
  #takes; // what a run takes
  #seed;
  #handle = 0;
  #generation = -1;
  #disposed = false;
  // What each trace was made of: its input, and which revision of the weights.
  #runs = new WeakMap();
  #decoded = { ids: null, state: '', count: 0 }; // what the engine's cache holds

  /**
   * @param {Engine} engine
   * @param {URL | string | import('./fetch.js').ModelFiles} source a folder's URL, or the files themselves
   * @param {import('./fetch.js').FetchOptions} [options]
   */
  static async load(engine, source, options = {}) {
    requireFetchOptions('loadModel', options);
    options.signal?.throwIfAborted();
    return new Model(engine, ADDRESS.holds(source) ? await fetchModel(source, options) : source);
  }

  /**
   * A model of random weights without a tokenizer: it runs on ids.
   * @param {Engine} engine
   * @param {Record<string, any>} config fields of config.json: d_model, n_heads, and any others
   * @param {number} seed
   */
  static random(engine, config, seed = 0) {
    requireKind('randomModel', 'the config', config, CONFIG);
    const files = { config: { ...RANDOM, d_ff: 4 * config.d_model, ...config } };
    return new Model(engine, /** @type {any} */ (files), seed);
  }

  /**
   * @param {Engine} engine
   * @param {import('./fetch.js').ModelFiles} files the config alone for a model of random weights
   * @param {number} [seed] of random weights
   */
  constructor(engine, files, seed) {
    const isRandom = seed !== undefined;
    if (!isRandom) requireOptions('loadModel', files, OF_FILES, LoadError);
    this.#engine = engine;
    this.#takes = runTable(engine.manifest);
    this.#seed = seed;
    this.config = readConfig(files.config, engine.manifest);
    if (!isRandom) this.tokenizer = new Tokenizer(files.tokenizer, this.config);
    this.#weights = new Weights(engine, isRandom ? undefined : readSafetensors(files.weights, FILES.weights));
    try {
      this.#ready();
    } catch (error) {
      this.dispose(); // files that do not fit together must not leave memory behind
      throw error;
    }
  }

  /**
   * Splits a text into the model's tokens.
   * @param {string} input
   * @returns {ReturnType<import('./tokenizer.js').Tokenizer['encode']>}
   * @throws {import('../engine/errors.js').TextError} empty, blank, too_long, unknown_word
   */
  encode(input) {
    requireKind('encode', 'the text', input, string);
    if (!this.tokenizer)
      throw new EngineError('no_tokenizer', 'This model has random weights and no words; run token ids.');
    return this.tokenizer.encode(input);
  }

  /**
   * Runs a text, or token ids, through the whole model, under the model's own mask unless another is asked for.
   * @param {string | ArrayLike<number>} input
   * @param {RunOptions} [options]
   * @returns {Trace}
   * @throws {EngineError} bad_option, bad_input, not_finite, no_memory, too_large; TextError for a text
   */
  run(input, options = {}) {
    const paddingId = this.#paddingId();
    requireRunOptions(options, this.#takes, paddingId);
    const { ids, tokens } = this.#read(input);
    const wanted = Object.freeze([...(options.candidates ?? this.#candidatesIn(ids))]);
    const own = { ids, candidates: wanted, paddingId, causal: this.config.architecture === 'decoder' };
    const asked = runInput(this.#engine.manifest, own, options);
    const handle = this.#ready();
    this.#engine.begin(handle, asked);
    this.#engine.run(handle, 0, this.#engine.steps(this.config.n_layers).length - 1);
    const trace = this.#engine.snapshot(handle, { ids, tokens, candidates: wanted, options: { ...options } });
    this.#runs.set(trace, { asked, revision: this.#weights.revision });
    return trace;
  }

  /**
   * A .safetensors file of a trace of this model, the weights it was computed with, and what was asked for: all that
   * web/model/verify.py needs to compute it once more.
   * @param {Trace} trace
   * @returns {Uint8Array}
   * @throws {EngineError} stale_trace
   */
  export(trace) {
    requireKind('export', 'the trace', trace, TRACE);
    const run = this.#runs.get(trace);
    if (run?.revision !== this.#weights.revision) {
      throw new EngineError(
        'stale_trace',
        'This trace was made with other weights than the model has now; run it again.',
      );
    }
    this.#ready();
    return traceFile({
      engine: this.#engine,
      config: this.config,
      weights: this.#weights.tensors,
      trace,
      asked: run.asked,
    });
  }

  /** Every weight there is: {name, layer, shape}; layer is -1 where it does not apply. */
  weights() {
    this.#ready();
    return this.#weights.rows().map(({ name, layer, shape }) => ({ name, layer, shape: [...shape] }));
  }

  /**
   * Goes on with a text, one token at a time; the loop that reads them may stop whenever it wants.
   * @param {string | ArrayLike<number>} input
   * @param {import('./generate.js').GenerateOptions} [options]
   * @returns {Generator<import('./generate.js').Next>}
   * @throws {EngineError} bad_option, not_a_decoder, at once; what a run throws, in the loop
   */
  generate(input, options = {}) {
    const how = readOptions(options);
    const { ids } = this.#read(input);
    if (this.config.architecture !== 'decoder') {
      throw new EngineError(
        'not_a_decoder',
        'This model reads both ways and cannot go on with a text; load the decoder.',
      );
    }
    return this.#goOn([...ids], how);
  }

  *#goOn(ids, { tokens, seed, stop, cached, ...how }) {
    const random = numbers(seed);
    const left = this.config.max_length - ids.length;
    const next = () => (cached ? this.#decode(ids) : this.#decodeAnew(ids));
    let logits = next();
    for (let i = 0; i < Math.min(tokens, left); i += 1) {
      const likely = candidates(logits, how);
      const { id, probability } = pick(likely, random());
      yield { id, text: this.tokenizer?.textOf(id) ?? '', probability, candidates: likely };
      if (stop.includes(id)) return;
      ids.push(id);
      logits = next();
    }
  }

  /**
   * The logits after these tokens. Those of this very list that the engine has read are not read again, unless the
   * weights have changed or another text was read in between.
   */
  #decode(ids) {
    const handle = this.#ready();
    const state = `${this.#generation} ${this.#weights.revision}`;
    if (this.#decoded.ids !== ids || this.#decoded.state !== state) {
      this.#engine.decodeBegin(handle);
      this.#decoded = { ids, state, count: 0 };
    }
    let logits;
    for (; this.#decoded.count < ids.length; this.#decoded.count += 1) {
      logits = this.#engine.decode(handle, ids[this.#decoded.count], this.config.vocab_size);
    }
    return logits;
  }

  /** The same from a whole run. */
  #decodeAnew(ids) {
    const { data, shape } = this.run(ids, { candidates: [] }).get('logits');
    return Float64Array.from(data.subarray((shape[0] - 1) * shape[1]));
  }

  /**
   * A weight's numbers as they are now: a copy, so that writeWeight is the one way to change them.
   * @param {string} name
   * @param {{ layer?: number | null }} [place] without a layer where it does not apply
   * @returns {import('../engine/trace.js').Tensor}
   * @throws {EngineError} no_tensor, bad_option
   */
  weight(name, place = {}) {
    this.#ready();
    return this.#weights.get(name, place);
  }

  /**
   * Changes one number of a weight, for all runs from now on.
   * @param {string} name
   * @param {import('./weights.js').Change} change
   * @throws {EngineError} no_tensor, bad_index, bad_option
   */
  writeWeight(name, change) {
    this.#ready();
    this.#weights.set(name, change);
  }

  /** Gives the engine's memory back. Traces taken before stay good. */
  dispose() {
    if (!this.#disposed && this.#generation === this.#engine.generation) this.#engine.destroy(this.#handle);
    this.#disposed = true;
  }

  /** The handle, made (again) and filled where needed. */
  #ready() {
    if (this.#disposed) throw new EngineError('disposed', 'This model was given back; load it again.');
    if (this.#generation !== this.#engine.generation) {
      this.#handle = this.#engine.create(engineFields(this.config, this.#engine.manifest));
      this.#generation = this.#engine.generation;
      if (this.#weights.tensors.size > 0) this.#weights.fill(this.#handle);
      else this.#weights.draw(this.#handle, this.#seed);
    }
    return this.#handle;
  }

  /** The tokens of a text or of ids; frozen, because an export says once more what they were. */
  #read(input) {
    if (typeof input === 'string') {
      const { ids, tokens } = this.encode(input);
      return { ids: Object.freeze(ids), tokens };
    }
    if (!isList(input)) {
      throw new EngineError('bad_input', `A text or a list of token ids can be run; this is ${show(input)}.`);
    }
    const ids = Object.freeze(Array.from(input));
    requireKind('run', 'ids', ids, IDS);
    if (ids.length === 0) throw new EngineError('bad_input', 'There are no token ids; give one at least.');
    const textOf = (id) => this.tokenizer?.textOf(id) ?? '';
    return { ids, tokens: ids.map((id) => ({ id, text: textOf(id), glyph: textOf(id) })) };
  }

  #paddingId() {
    const { pad_token: pad } = this.config;
    return (pad === undefined ? undefined : this.tokenizer?.idOf(pad)) ?? -1;
  }

  /** The entities that the input names, in order of first mention. */
  #candidatesIn(ids) {
    const entities = new Set(this.config.entity_ids);
    return [...new Set(ids.filter((id) => entities.has(id)))].slice(0, CANDIDATES_AT_MOST);
  }
}

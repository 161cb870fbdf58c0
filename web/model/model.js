// A model in the engine: its files checked, its weights written, its text split, its runs traced.
// The weights are kept here too, so that they can be written again when the engine had to be made
// anew. config.json, tokenizer.json and model.safetensors follow the layout of Hugging Face. A random
// model has none of these files but the config: its weights are drawn by the engine, from a seed.

import { EngineError } from '../engine/errors.js';
import { engineFields, readConfig } from './config.js';
import { traceFile } from './export.js';
import { FILES, fetchModel } from './fetch.js';
import { candidates, numbers, pick, readOptions } from './generate.js';
import { runInput } from './request.js';
import { badWeights, readSafetensors } from './safetensors.js';
import { Tokenizer } from './tokenizer.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/trace.js').Trace} Trace */
/** @typedef {import('./request.js').RunOptions} RunOptions */

const CANDIDATES_AT_MOST = 8;

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
  #seed;
  #handle = 0;
  #generation = -1;
  #disposed = false;
  // What each trace was made of: its input, and which state of the weights.
  #runs = new WeakMap();
  #revision = 0;

  /**
   * @param {Engine} engine
   * @param {URL | string | import('./fetch.js').ModelFiles} source a folder's URL, or the files themselves
   * @param {import('./fetch.js').FetchOptions} [options]
   */
  static async load(engine, source, options) {
    const isUrl = typeof source === 'string' || source instanceof URL;
    return new Model(engine, isUrl ? await fetchModel(source, options) : source);
  }

  /**
   * A model of random weights without a tokenizer: it runs on ids.
   * @param {Engine} engine
   * @param {Record<string, any>} config fields of config.json: d_model, n_heads, and any others
   * @param {number} seed
   */
  static random(engine, config, seed = 0) {
    return new Model(engine, { config: { ...RANDOM, d_ff: 4 * config.d_model, ...config }, seed });
  }

  /** @param {Engine} engine @param {import('./fetch.js').ModelFiles & { seed?: number }} files or config and seed alone */
  constructor(engine, files) {
    this.#engine = engine;
    this.config = readConfig(files.config, engine.manifest);
    this.#seed = files.seed;
    if (this.#seed === undefined) {
      this.tokenizer = new Tokenizer(files.tokenizer, this.config);
      this.#weights = readSafetensors(files.weights, FILES.weights);
    }
    try {
      this.#ready();
    } catch (error) {
      this.dispose(); // files that do not fit together must not leave memory behind
      throw error;
    }
  }

  /** Splits a text into the model's tokens. @param {string} text @returns {ReturnType<import('./tokenizer.js').Tokenizer['encode']>} */
  encode(text) {
    if (!this.tokenizer)
      throw new EngineError('no_tokenizer', 'This model has random weights and no words; run token ids.');
    return this.tokenizer.encode(text);
  }

  /**
   * Runs a text, or token ids, through the whole model.
   * @param {string | number[]} input
   * @param {RunOptions} [options]
   * @returns {Trace}
   */
  run(input, options = {}) {
    const { ids, tokens } = typeof input === 'string' ? this.encode(input) : this.#fromIds(input);
    const candidates = options.candidates ?? this.#candidatesIn(ids);
    const paddingId = this.tokenizer?.idOf(this.config.pad_token) ?? -1;
    const asked = runInput(this.#engine.manifest, { ids, candidates, paddingId }, options);
    const handle = this.#ready();
    this.#engine.begin(handle, asked);
    this.#engine.run(handle, 0, this.#engine.steps(this.config.n_layers).length - 1);
    const trace = this.#engine.snapshot(handle, { ids, tokens, candidates, options: { ...options } });
    this.#runs.set(trace, { asked, revision: this.#revision });
    return trace;
  }

  /**
   * A .safetensors file of a trace of this model, the weights it was computed with, and what was asked for: all that
   * web/model/verify.py needs to compute it once more.
   * @param {Trace} trace
   * @returns {Uint8Array}
   */
  export(trace) {
    const run = this.#runs.get(trace);
    if (run?.revision !== this.#revision) {
      throw new EngineError(
        'stale_trace',
        'This trace was made with other weights than the model has now; run it again.',
      );
    }
    this.#ready();
    return traceFile({ engine: this.#engine, config: this.config, weights: this.#weights, trace, asked: run.asked });
  }

  /** Every weight there is: {name, layer, shape}; layer is -1 where it does not apply. */
  weights() {
    this.#ready();
    return this.#writableRows().map(({ name, layer, shape }) => ({ name, layer, shape: [...shape] }));
  }

  /**
   * Goes on with a text, one token at a time; the loop that reads them may stop whenever it wants.
   * @param {string | number[]} input
   * @param {import('./generate.js').GenerateOptions} [options]
   * @returns {Generator<import('./generate.js').Next>}
   */
  *generate(input, options = {}) {
    const { tokens, seed, stop, cached, ...how } = readOptions(options);
    const ids = typeof input === 'string' ? this.encode(input).ids : [...input];
    if (this.config.architecture !== 'decoder') {
      throw new EngineError(
        'not_a_decoder',
        'This model reads both ways and cannot go on with a text; load the decoder.',
      );
    }
    const random = numbers(seed);
    const room = this.config.max_length - ids.length;
    let logits = cached ? this.#read(ids, true) : this.#readAgain(ids);
    for (let i = 0; i < Math.min(tokens, room); i += 1) {
      const list = candidates(logits, how);
      const { id, probability } = pick(list, random());
      yield { id, text: this.tokenizer.textOf(id), probability, candidates: list };
      if (stop.includes(id)) return;
      ids.push(id);
      logits = cached ? this.#read([id], false) : this.#readAgain(ids);
    }
  }

  /** The logits after some more tokens, read one by one. */
  #read(ids, fromStart) {
    const handle = this.#ready();
    if (fromStart) this.#engine.decodeBegin(handle);
    return ids.reduce((_, id) => this.#engine.decode(handle, id, this.config.vocab_size), []);
  }

  /** The same from a whole run. */
  #readAgain(ids) {
    const {
      data,
      shape: [rows, words],
    } = this.run(ids, { mask: 'causal', candidates: [] }).get('logits');
    return Float64Array.from(data.subarray((rows - 1) * words));
  }

  /** The weight's numbers where the engine reads them; good only until the next call. */
  weight(name, { layer = -1 } = {}) {
    const row = this.#row(name, layer);
    return { data: this.#engine.view(row), shape: row.shape };
  }

  /** Changes one number of a weight, for all runs from now on. */
  writeWeight(name, { layer = -1, index, value }) {
    const row = this.#row(name, layer);
    const kept = this.#weights.get(fileName(row));
    if (!Number.isSafeInteger(index) || index < 0 || index >= kept.data.length) {
      throw new EngineError('bad_index', `"${name}" has ${kept.data.length} numbers; there is no number ${index}.`, {
        tensor: name,
        index,
      });
    }
    this.#revision += 1;
    kept.data[index] = value;
    this.#engine.view(row)[index] = value;
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
      if (this.#weights) this.#fill();
      else this.#weights = this.#draw();
    }
    return this.#handle;
  }

  /** Writes every weight of the file to its place; file and engine must want the very same ones. */
  #fill() {
    const places = new Map(this.#writableRows().map((row) => [fileName(row), row]));
    for (const [name, row] of places) {
      const weights = this.#weights.get(name);
      if (!weights) badWeights(FILES.weights, 'missing', 'the model needs it, but the file does not hold it.', name);
      if (String(weights.shape) !== String(row.shape)) {
        badWeights(
          FILES.weights,
          'wrong_shape',
          `its shape is [${weights.shape}], but config.json asks for [${row.shape}].`,
          name,
        );
      }
      this.#engine.view(row).set(weights.data);
    }
    const extra = [...this.#weights.keys()].find((name) => !places.has(name));
    if (extra)
      badWeights(
        FILES.weights,
        'unexpected',
        'the model has no place for it; config.json and weights do not belong together.',
        extra,
      );
  }

  /** Has the engine draw the weights, and keeps a copy like that of a file. */
  #draw() {
    this.#engine.randomWeights(this.#handle, this.#seed);
    return new Map(
      this.#writableRows().map((row) => [fileName(row), { shape: row.shape, data: this.#engine.view(row).slice() }]),
    );
  }

  #writableRows() {
    return this.#engine.rows(this.#handle).filter((row) => row.writable);
  }

  #row(name, layer) {
    this.#ready();
    const row = this.#writableRows().find((one) => one.name === name && one.layer === layer);
    if (row) return row;
    throw new EngineError('no_tensor', `The model has no weight "${name}" at layer ${layer}.`, { tensor: name, layer });
  }

  #fromIds(ids) {
    const textOf = (id) => this.tokenizer?.textOf(id) ?? '';
    return { ids: [...ids], tokens: [...ids].map((id) => ({ id, text: textOf(id), glyph: textOf(id) })) };
  }

  /** The entities that the input names, in order of first mention. */
  #candidatesIn(ids) {
    const entities = new Set(this.config.entity_ids);
    return [...new Set(ids.filter((id) => entities.has(id)))].slice(0, CANDIDATES_AT_MOST);
  }
}

const fileName = ({ name, layer }) => (layer < 0 ? name : `layers.${layer}.${name}`);

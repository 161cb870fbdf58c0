// A model in the engine: its files checked, its weights written, its text split, its runs traced.
// The weights are kept here too, so that they can be written again when the engine had to be made
// anew. config.json, tokenizer.json and model.safetensors follow the layout of Hugging Face.

import { EngineError } from '../engine/errors.js';
import { engineFields, readConfig } from './config.js';
import { FILES, fetchModel } from './fetch.js';
import { runInput } from './request.js';
import { badWeights, readSafetensors } from './safetensors.js';
import { Tokenizer } from './tokenizer.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/trace.js').Trace} Trace */
/** @typedef {import('./request.js').RunOptions} RunOptions */

const CANDIDATES_AT_MOST = 8;

export class Model {
  #engine;
  #weights;
  #handle = 0;
  #generation = -1;
  #disposed = false;

  /**
   * @param {Engine} engine
   * @param {URL | string | import('./fetch.js').ModelFiles} source a folder's URL, or the files themselves
   * @param {import('./fetch.js').FetchOptions} [options]
   */
  static async load(engine, source, options) {
    const isUrl = typeof source === 'string' || source instanceof URL;
    return new Model(engine, isUrl ? await fetchModel(source, options) : source);
  }

  /** @param {Engine} engine @param {import('./fetch.js').ModelFiles} files */
  constructor(engine, files) {
    this.#engine = engine;
    this.config = readConfig(files.config, engine.manifest);
    this.tokenizer = new Tokenizer(files.tokenizer, this.config);
    this.#weights = readSafetensors(files.weights, FILES.weights);
    try {
      this.#ready();
    } catch (error) {
      this.dispose(); // files that do not fit together must not leave memory behind
      throw error;
    }
  }

  /** Splits a text into the model's tokens. @param {string} text */
  encode(text) {
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
    const paddingId = this.tokenizer.idOf(this.config.pad_token) ?? -1;
    const asked = runInput(this.#engine.manifest, { ids, candidates, paddingId }, options);
    const handle = this.#ready();
    this.#engine.begin(handle, asked);
    this.#engine.run(handle, 0, this.#engine.steps(this.config.n_layers).length - 1);
    return this.#engine.snapshot(handle, { ids, tokens, candidates, options: { ...options } });
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
      throw new EngineError('bad_index', `"${name}" has ${kept.data.length} numbers; there is no number ${index}.`, { tensor: name, index });
    }
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
      this.#fill();
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
        badWeights(FILES.weights, 'wrong_shape', `its shape is [${weights.shape}], but config.json asks for [${row.shape}].`, name);
      }
      this.#engine.view(row).set(weights.data);
    }
    const extra = [...this.#weights.keys()].find((name) => !places.has(name));
    if (extra) badWeights(FILES.weights, 'unexpected', 'the model has no place for it; config.json and weights do not belong together.', extra);
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
    const textOf = (id) => this.tokenizer.textOf(id) ?? '';
    return { ids: [...ids], tokens: [...ids].map((id) => ({ id, text: textOf(id), glyph: textOf(id) })) };
  }

  /** The entities that the input names, in order of first mention. */
  #candidatesIn(ids) {
    const entities = new Set(this.config.entity_ids);
    return [...new Set(ids.filter((id) => entities.has(id)))].slice(0, CANDIDATES_AT_MOST);
  }
}

const fileName = ({ name, layer }) => (layer < 0 ? name : `layers.${layer}.${name}`);

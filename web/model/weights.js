// The weights of a model: the one copy that the engine is filled from, that edits change and that exports hold.
// Names are those of the file: "token_embedding.weight", "layers.0.attention.query.weight".

import { EngineError } from '../engine/errors.js';
import { anything, clip, kind, needed, requireKind, requireOptions, show, string, table } from '../engine/options.js';
import { PLACE } from '../engine/trace.js';
import { FILES } from './fetch.js';
import { badWeights } from './safetensors.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/trace.js').Tensor} Tensor */
/**
 * @typedef {object} Change
 * @property {number | null} [layer]
 * @property {number} index
 * @property {number} value taken as a float32; a run refuses one that is not finite
 */

const NUMBER = kind('a number', (value) => typeof value === 'number');
const OF_WEIGHT = table({ layer: PLACE, name: anything, shape: anything }); // an entry of weights() will do
const OF_CHANGE = table({ layer: PLACE, index: needed(NUMBER), value: needed(NUMBER) });

export class Weights {
  #engine;
  #handle = 0;
  /** By name in the file. @type {Map<string, Tensor>} */
  tensors;
  /** How often a number was changed. */
  revision = 0;

  /** @param {Engine} engine @param {Map<string, Tensor>} [tensors] of a file; without them `draw` makes some */
  constructor(engine, tensors = new Map()) {
    this.#engine = engine;
    this.tensors = tensors;
  }

  /** Where each weight lies now, in the engine. */
  rows() {
    return this.#engine.rows(this.#handle).filter((row) => row.writable);
  }

  /** Writes every weight to its place; file and engine must want the very same ones. @param {number} handle */
  fill(handle) {
    this.#handle = handle;
    const rows = new Map(this.rows().map((row) => [fileName(row), row]));
    for (const [name, row] of rows) {
      const { shape, data } =
        this.tensors.get(name) ?? bad('missing', 'the model needs it, but the file does not hold it.', name);
      if (String(shape) !== String(row.shape)) {
        bad('wrong_shape', `its shape is [${clip(String(shape))}], but config.json asks for [${row.shape}].`, name);
      }
      this.#engine.view(row).set(data);
    }
    const extra = [...this.tensors.keys()].find((name) => !rows.has(name));
    if (extra !== undefined)
      bad('unexpected', 'the model has no place for it; config.json and weights do not belong together.', extra);
  }

  /** Has the engine draw the weights, and keeps a copy like that of a file. */
  draw(handle, seed) {
    this.#handle = handle;
    this.#engine.randomWeights(handle, seed);
    for (const row of this.rows()) {
      this.tensors.set(fileName(row), { shape: [...row.shape], data: this.#engine.view(row).slice() });
    }
  }

  /** A copy of one. @param {string} name @param {{ layer?: number | null }} place @returns {Tensor} */
  get(name, place) {
    requireOptions('weight', place, OF_WEIGHT);
    const { data, shape } = this.tensors.get(fileName(this.#row(name, place.layer ?? -1)));
    return { data: data.slice(), shape: [...shape] };
  }

  /** Changes one number of one. @param {string} name @param {Change} change */
  set(name, change) {
    requireOptions('writeWeight', change, OF_CHANGE);
    const { layer, index, value } = change;
    const row = this.#row(name, layer ?? -1);
    const { data } = this.tensors.get(fileName(row));
    if (!(index in data)) {
      throw new EngineError('bad_index', `"${name}" has ${data.length} numbers; there is no number ${show(index)}.`, {
        tensor: name,
        index,
      });
    }
    this.revision += 1;
    data[index] = value;
    this.#engine.view(row)[index] = value;
  }

  #row(name, layer) {
    requireKind('weight', 'the name', name, string);
    const row = this.rows().find((one) => one.name === name && one.layer === layer);
    if (row) return row;
    const where = layer < 0 ? 'without a layer' : `at layer ${layer}`;
    throw new EngineError('no_tensor', `The model has no weight ${show(name)} ${where}; weights() lists them.`, {
      tensor: name,
      layer,
    });
  }
}

const bad = (reason, sentence, tensor) => badWeights(FILES.weights, reason, sentence, tensor);

const fileName = ({ name, layer }) => (layer < 0 ? name : `layers.${layer}.${name}`);

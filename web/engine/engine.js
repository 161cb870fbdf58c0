// The engine: named things in, named things out. JavaScript knows no number of the C side: step
// names, field orders, tensor names and the row layout all come from the manifest.

import { EngineError } from './errors.js';
import { Instance } from './instance.js';
import { Layout, Trace, sizeOf } from './trace.js';

/**
 * @typedef {object} TensorInfo
 * @property {string} name
 * @property {'model' | 'layer' | 'head'} scope how many there are: one, one a layer, one a head of each layer
 * @property {string} step                      the step that makes it; of a parameter, the step that uses it
 * @property {string[]} shape                   a letter an axis: T, D, K, V, C, F (src/core/tensor.h)
 * @property {Axis[]} axes                      what each axis counts; a vector has one
 * @property {'parameter' | 'activation'} role
 * @property {boolean} writable                 parameters are
 */
/** @typedef {'token' | 'key' | 'word' | 'candidate' | 'dimension' | 'head_dimension' | 'hidden' | 'out' | 'in'} Axis */
/**
 * What the C side says of itself: every name in the order of its number.
 * @typedef {object} Manifest
 * @property {number} abi
 * @property {string[]} config                  fields of a model
 * @property {string[]} run                     fields of a run
 * @property {Record<string, string[]>} choices names behind a field's numbers
 * @property {Record<'before' | 'layer' | 'after', string[]>} steps
 * @property {TensorInfo[]} tensors
 * @property {{ fields: string[], results: string[] }} saturation
 * @property {Record<string, number>} status
 * @property {string[]} row                     fields of a row of the trace
 */
/** @typedef {{ name: string, layer: number, head: number, shape: number[], offset: number, writable: boolean }} Row */

// One literal per build: bundlers find and copy a file only when the URL is written out like this.
const MODULES = {
  relaxed: new URL('./attn.relaxed.wasm', import.meta.url),
  simd: new URL('./attn.simd.wasm', import.meta.url),
  scalar: new URL('./attn.scalar.wasm', import.meta.url),
};

export class Engine extends Instance {
  #layouts = new Map();

  /** Where a build lies, and what it is called in a folder of all builds. @param {import('./build.js').Build} build */
  static url(build) {
    return MODULES[build];
  }

  static file(build) {
    return `attn.${build}.wasm`;
  }

  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance @param {object[]} notes */
  constructor(module, instance, notes) {
    super(module, instance, notes, { prefix: 'attn_', abi: 2 });
  }

  /** After a trap everything that was known of handles is void. */
  revived() {
    this.#layouts.clear();
  }

  /** Every step of a model of so many layers, in running order, as {step, layer}. */
  steps(layers) {
    const { before, layer, after } = this.manifest.steps;
    const list = before.map((step) => ({ step, layer: -1 }));
    for (let l = 0; l < layers; l += 1) list.push(...layer.map((step) => ({ step, layer: l })));
    return [...list, ...after.map((step) => ({ step, layer: -1 }))];
  }

  /** A new model from config fields by name. @param {Record<string, number>} config @returns {number} handle */
  create(config) {
    this.write(this.manifest.config.map((field) => config[field]));
    return this.checked(this.call('create'), 0);
  }

  /** Gives a model's memory back. @param {number} handle */
  destroy(handle) {
    this.#layouts.delete(handle);
    if (!this.dead) this.call('destroy', handle);
  }

  /** Fills all weights of a model with random numbers that the seed decides. @param {number} handle @param {number} seed */
  randomWeights(handle, seed) {
    requireSeed(seed);
    this.checked(this.call('random_weights', handle, seed), handle);
  }

  /** Products of two rows, number by number, as the engine's 32-bit floats. @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {number[]} */
  products(a, b) {
    return this.#terms(a, b).slice(0, -1);
  }

  /** The sum of some numbers, added up in order as the engine's 32-bit floats. @param {ArrayLike<number>} values */
  sum(values) {
    return this.#terms(
      values,
      Array.from(values, () => 1),
    ).at(-1);
  }

  /**
   * The entropy of each row of probabilities, −Σ p ln p in nats; src/attn.h.
   * @param {ArrayLike<number>} values row after row @param {number} width of a row @returns {number[]}
   */
  entropies(values, width) {
    const pointer = this.write(Array.from(values));
    const rows = values.length / width;
    this.checked(this.call('entropies', rows, width), 0);
    return [...this.numbers(pointer, rows)];
  }

  /** Products and, last, their sum. */
  #terms(a, b) {
    if (a.length !== b.length) {
      throw new EngineError(
        'bad_input',
        `Rows of ${a.length} and ${b.length} numbers have no products; give two of one length.`,
        { lengths: [a.length, b.length] },
      );
    }
    if (a.length === 0) return [0];
    const pointer = this.write([...a, ...b]);
    this.checked(this.call('products', a.length), 0);
    return [...this.numbers(pointer, a.length + 1)];
  }

  /**
   * What dividing scores by √d_k does to a softmax, over seeded random draws of a query and its keys; src/model/saturation.h
   * says what each number is.
   * @param {{ dK: number, keys: number, draws: number, seed: number }} sizes
   * @returns {Record<'raw' | 'scaled', any>} spread, largest_weight, entropy, jacobian, gradient: {median, mean}; saturated
   */
  saturation({ dK, keys, draws, seed }) {
    const { fields, results } = this.manifest.saturation;
    const values = { d_k: dK, n_keys: keys, draws, seed };
    const pointer = this.write(
      fields.map((field) => values[field]),
      results.length,
    );
    this.checked(this.call('saturation'), 0);
    const numbers = this.numbers(pointer, results.length);
    return nest(results.map((name, i) => [name.split('.'), numbers[i]]));
  }

  /**
   * Says what the next run is about and lays out its tensors.
   * @param {number} handle
   * @param {{ fields: Record<string, number>, ids: number[], candidates: number[], cuts: number[][], headsOff: number[][] }} input
   */
  begin(handle, { fields, ids, candidates, cuts, headsOff }) {
    const head = this.manifest.run.map((field) => fields[field]);
    this.write([...head, ...ids, ...candidates, ...cuts.flat(), ...headsOff.flat()]);
    this.checked(this.call('begin', handle), handle);
  }

  /** Runs steps from..to, both included; what earlier steps wrote stays. */
  run(handle, from, to) {
    this.checked(this.call('run', handle, from, to), handle);
  }

  /** The trace table: where every tensor of the handle lies now. @param {number} handle @returns {Row[]} */
  rows(handle) {
    return this.#layout(handle).rows;
  }

  /** The table as rows; read again only when it changed, because a dragged weight runs often. */
  #layout(handle) {
    const count = this.checked(this.call('trace_rows', handle), handle) * this.manifest.row.length;
    const table = new Int32Array(this.memory.buffer, this.call('trace', handle), count);
    const known = this.#layouts.get(handle);
    if (known?.table.length === count && known.table.every((value, i) => value === table[i])) return known;
    const rows = this.#readRows(table);
    const layout = { table: table.slice(), rows, computed: new Layout(rows.filter((row) => !row.writable)) };
    this.#layouts.set(handle, layout);
    return layout;
  }

  #readRows(table) {
    const fields = this.manifest.row;
    return Array.from({ length: table.length / fields.length }, (_, r) => {
      const at = (field) => table[r * fields.length + fields.indexOf(field)];
      const { name, writable } = this.manifest.tensors[at('tensor')];
      const shape = [at('size0'), at('size1')].slice(0, at('rank'));
      return { name, writable, layer: at('layer'), head: at('head'), shape, offset: at('offset') };
    });
  }

  /** The row's numbers as they stand; good only until the next call into the engine. @param {Row} row */
  view(row) {
    return new Float32Array(this.memory.buffer, row.offset, sizeOf(row));
  }

  /** Forgets what was decoded; the next token is the first. @param {number} handle */
  decodeBegin(handle) {
    this.checked(this.call('decode_begin', handle), handle);
  }

  /** Reads one more token, keeping keys and values. @returns {Float64Array} the logits of the next one */
  decode(handle, id, words) {
    this.checked(this.call('decode', handle, id), handle);
    return new Float64Array(this.memory.buffer, this.call('io', words), words).slice();
  }

  /** A copy of all that the last run computed, which stays as it is whatever happens next. */
  snapshot(handle, about) {
    const { computed } = this.#layout(handle);
    return new Trace(computed, this.memory.buffer.slice(computed.start, computed.end), about);
  }
}

const SEEDS = 2 ** 32; // a seed crosses as 32 bits

function requireSeed(seed) {
  if (Number.isInteger(seed) && seed >= 0 && seed < SEEDS) return;
  throw new EngineError('bad_option', `A seed is a whole number from 0 to ${SEEDS - 1}, not ${seed}.`, {
    option: 'seed',
    value: seed,
  });
}

/** [[['a', 'b'], 1], [['a', 'c'], 2]] becomes {a: {b: 1, c: 2}}. */
function nest(entries) {
  const top = {};
  for (const [path, value] of entries) {
    const last = path.slice(0, -1).reduce((inner, name) => (inner[name] ??= {}), top);
    last[path.at(-1)] = value;
  }
  return top;
}

// A whole multi-head block in the direct module: projections, attention, output projection.

import { EngineError } from './errors.js';
import {
  floats,
  index,
  listOrNull,
  needed,
  oneOf,
  record,
  requireKind,
  requireOptions,
  size,
  table,
} from './options.js';
import { BLOCKS, MASKS, hide, kept, rulesOf } from './plan.js';

const four = (one) => record({ query: one, key: one, value: one, output: one });
const OF_BLOCK = table({
  dModel: needed(size),
  heads: needed(size),
  weights: needed(four(needed(floats))),
  biases: four(floats),
});
const OF_RUN = table({ mask: oneOf(...MASKS), window: index, blocks: BLOCKS, padding: listOrNull, out: floats });

/**
 * @typedef {object} BlockOptions
 * @property {number} dModel
 * @property {number} heads  a divisor of dModel; head h owns the columns h · d_k … (h + 1) · d_k of Q, K and V
 * @property {Record<'query' | 'key' | 'value' | 'output', Float32Array>} weights [dModel, dModel] each, a row for each
 *   output, as PyTorch's Linear has them; packed into the module, and kept for a new start after a fault
 * @property {Partial<Record<'query' | 'key' | 'value' | 'output', Float32Array>>} [biases] [dModel] each; zeros unless said
 */
/** @typedef {{ mask?: 'none' | 'causal', window?: number, blocks?: { size: number, stride: number },
 *   padding?: ArrayLike<number | boolean> | null, out?: Float32Array }} RunOptions padding: [n], true hides a row from every query */

export class MultiHead {
  #engine;
  #options;
  #handle = 0;
  #generation = -1;
  #begun = {};
  #buffer = null;
  #views = null;

  /** @internal @param {import('./attention.js').Attention} engine @param {BlockOptions} options */
  constructor(engine, options = {}) {
    requireOptions('multiHeadAttention', options, OF_BLOCK);
    this.#engine = engine;
    this.#options = options;
    this.#open();
  }

  #open() {
    const { dModel, heads } = this.#options;
    const engine = this.#engine;
    const fields = { d_model: dModel, heads };
    engine.write(engine.manifest.block.fields.map((name) => fields[name]));
    this.#handle = engine.checked(engine.call('block'), 0);
    this.#generation = engine.generation;
    this.#begun = {};
    try {
      this.#pack();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #pack() {
    const { dModel, weights } = this.#options;
    const biases = this.#options.biases ?? {};
    const engine = this.#engine;
    engine.manifest.block.matrices.forEach((name, matrix) => {
      this.#place('weight', dModel * dModel).set(sized(weights[name], dModel * dModel, `The ${name} weight`));
      engine.checked(engine.call('pack', this.#handle, matrix), this.#handle);
      if (biases[name])
        this.#place('bias', 4 * dModel).set(sized(biases[name], dModel, `The ${name} bias`), matrix * dModel);
    });
  }

  #place(name, count, Kind = Float32Array) {
    const engine = this.#engine;
    const pointer = engine.call('place', this.#handle, engine.manifest.block.places.indexOf(name));
    return new Kind(engine.memory.buffer, pointer, count);
  }

  /**
   * x [n, dModel] → [n, dModel]; n is what x holds.
   * @param {Float32Array} x @param {RunOptions} [options]
   * @returns {Float32Array} options.out, or a new array
   * @throws {EngineError} bad_input, too_large, no_memory, not_finite
   */
  run(x, options = {}) {
    if (this.#handle === 0) throw new EngineError('bad_handle', 'This block has been released; make another.');
    requireOptions('run', options, OF_RUN);
    requireKind('run', 'x', x, floats);
    const { padding, out } = options;
    const rows = kept(x, this.#engine);
    if (this.#generation !== this.#engine.generation) this.#open();
    this.#begin(rows.length / this.#options.dModel, rulesOf(options), padding ? 1 : 0);
    const { input, output, hidden } = this.#arrays(rows.length);
    input.set(rows);
    if (padding) hide(hidden, padding);
    this.#engine.checked(this.#engine.call('run', this.#handle), this.#handle);
    if (!out) return output.slice();
    sized(out, output.length, 'out').set(output);
    return out;
  }

  #begin(n, [causal, window, block, stride], padding) {
    const begun = this.#begun;
    if (
      n === begun.n &&
      causal === begun.causal &&
      window === begun.window &&
      block === begun.block &&
      stride === begun.stride &&
      padding === begun.has_padding
    )
      return;
    const fields = { n, causal, window, block, stride, has_padding: padding };
    this.#engine.write(this.#engine.manifest.block.run.map((name) => fields[name]));
    this.#engine.checked(this.#engine.call('begin', this.#handle), this.#handle);
    this.#begun = fields;
    this.#buffer = null;
  }

  #arrays(count) {
    const { buffer } = this.#engine.memory;
    if (this.#buffer !== buffer) {
      const rows = count / this.#options.dModel;
      this.#views = {
        input: this.#place('input', count),
        output: this.#place('output', count),
        hidden: this.#place('padding', rows, Uint8Array),
      };
      this.#buffer = this.#engine.memory.buffer;
    }
    return this.#views;
  }

  /** Bytes of scratch that a run takes beside input, output and weights. */
  get scratchBytes() {
    if (this.#handle !== 0 && this.#generation !== this.#engine.generation) this.#open(); // its old handle may be another's by now
    const pointer = this.#engine.write([], 1);
    this.#engine.checked(this.#engine.call('figures', this.#handle), this.#handle);
    return this.#engine.numbers(pointer, 1)[0];
  }

  /** Gives the memory back. */
  release() {
    if (this.#handle !== 0 && this.#generation === this.#engine.generation) this.#engine.call('destroy', this.#handle);
    this.#handle = 0;
  }
}

function sized(array, length, what) {
  if (array.length === length) return array;
  throw new EngineError('bad_input', `${what} has ${array.length} numbers, and ${length} are needed.`, {
    what,
  });
}

// A whole multi-head block in the direct module: projections, attention, output projection.

import { RULES, hide, isSame, kept, rulesOf } from './attention-request.js';
import { EngineError } from './errors.js';
import { floats, listOrNull, needed, record, requireKind, requireOptions, size, table } from './options.js';

const four = (one) => record({ query: one, key: one, value: one, output: one });
const OF_BLOCK = table({
  dModel: needed(size),
  heads: needed(size),
  weights: needed(four(needed(floats))),
  biases: four(floats),
});
const OF_RUN = table({ ...RULES, padding: listOrNull, out: floats });

/**
 * @typedef {object} BlockOptions
 * @property {number} dModel
 * @property {number} heads  a divisor of dModel; head h owns the columns h · d_k … (h + 1) · d_k of Q, K and V
 * @property {Record<'query' | 'key' | 'value' | 'output', Float32Array>} weights [dModel, dModel] each, a row for each
 *   output, as PyTorch's Linear has them; packed into the module, and kept for a new start after a fault
 * @property {Partial<Record<'query' | 'key' | 'value' | 'output', Float32Array>>} [biases] [dModel] each; zeros unless
 *   said
 */
/** @typedef {{ mask?: 'none' | 'causal', window?: number, blocks?: { size: number, stride: number },
 *   padding?: ArrayLike<number | boolean> | null, out?: Float32Array }} RunOptions padding: [n], true hides a row from
 *   every query */

export class MultiHead {
  #engine;
  #options;
  #handle = 0;
  #generation = -1;
  #begun = null;
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
    engine.writeFields(engine.manifest.block.fields, { d_model: dModel, heads });
    this.#handle = engine.checked(engine.call('block'), 0);
    this.#generation = engine.generation;
    this.#begun = null;
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
      const weight = sized(weights[name], `The ${name} weight`, 'dModel · dModel', [dModel, dModel]);
      this.#place('weight', dModel * dModel).set(weight);
      engine.checked(engine.call('pack', this.#handle, matrix), this.#handle);
      if (!biases[name]) return;
      const bias = sized(biases[name], `The ${name} bias`, 'dModel', [dModel]);
      this.#place('bias', 4 * dModel).set(bias, matrix * dModel);
    });
  }

  #place(name, count, Kind = Float32Array) {
    const engine = this.#engine;
    const pointer = engine.call('buffer', this.#handle, engine.manifest.block.buffers.indexOf(name));
    return new Kind(engine.memory.buffer, pointer, count);
  }

  /**
   * x [n, dModel] → [n, dModel]; n is what x holds.
   *
   * What is hidden does not matter: a row of padding is seen by no query, so that its numbers may be anything, NaN too,
   * and change no bit of the other rows. It is a query like any other; where its own row of the result would not be
   * finite it is zeros. All other numbers must be finite.
   * @param {Float32Array} x @param {RunOptions} [options]
   * @returns {Float32Array} options.out, or a new array
   * @throws {EngineError} bad_option, bad_input, too_large, no_memory, not_finite
   */
  run(x, options = {}) {
    if (this.#handle === 0) throw new EngineError('bad_handle', 'This block has been released; make another.');
    requireOptions('run', options, OF_RUN);
    requireKind('run', 'x', x, floats);
    const { padding, out } = options;
    const { dModel } = this.#options;
    const n = rowsOf(x, dModel);
    if (out) sized(out, 'out', 'n · dModel', [n, dModel]);
    const rows = kept(x, this.#engine);
    if (this.#generation !== this.#engine.generation) this.#open();
    this.#begin({ n, ...rulesOf(options), has_padding: padding ? 1 : 0 });
    const { input, output, hidden } = this.#arrays(rows.length);
    input.set(rows);
    if (padding) hide(hidden, padding);
    this.#engine.checked(this.#engine.call('run', this.#handle), this.#handle);
    if (!out) return output.slice();
    out.set(output);
    return out;
  }

  #begin(request) {
    if (this.#begun && isSame(request, this.#begun)) return;
    this.#engine.writeFields(this.#engine.manifest.block.run, request);
    this.#engine.checked(this.#engine.call('begin', this.#handle), this.#handle);
    this.#begun = request;
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
    // Its old handle may be another's by now.
    if (this.#handle !== 0 && this.#generation !== this.#engine.generation) this.#open();
    const pointer = this.#engine.write([], 1);
    this.#engine.checked(this.#engine.call('statistics', this.#handle), this.#handle);
    return this.#engine.numbers(pointer, 1)[0];
  }

  /** Gives the memory back. */
  release() {
    if (this.#handle !== 0 && this.#generation === this.#engine.generation) this.#engine.call('destroy', this.#handle);
    this.#handle = 0;
  }
}

function rowsOf({ length }, dModel) {
  if (length > 0 && length % dModel === 0) return length / dModel;
  const what = length === 0 ? 'x is empty' : `x has ${length} numbers, which is no multiple of dModel = ${dModel}`;
  throw new EngineError('bad_input', `${what}; give n · dModel of them.`, { option: 'x' });
}

function sized(array, what, names, axes) {
  const wanted = axes.reduce((a, b) => a * b, 1);
  if (array.length === wanted) return array;
  throw new EngineError(
    'bad_input',
    `${what} has ${array.length} numbers, and ${wanted} are needed: ${names} = ${axes.join(' · ')}.`,
    { what },
  );
}

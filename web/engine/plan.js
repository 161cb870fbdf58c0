// One shape of attention with a place for everything it reads and writes.

import { cutsOf, hide, isSame, kept, requestOf, requireLength } from './attention-request.js';
import { EngineError } from './errors.js';
import { floats, requireKind, requireOptions, size, table } from './options.js';

const OF_DIFFERENCE = table({ every: size });

/** One shape's arrays in the module's memory. Release it when it is not needed any more. */
export class Plan {
  #engine;
  #sizes;
  #request;
  #cuts;
  #handle = 0;
  #generation = -1;
  #buffer = null;
  #views = null;

  /**
   * @internal
   * @param {import('./attention.js').Attention} engine @param {object} options checked
   * @param {ReturnType<import('./attention-request.js').sizesOf>} sizes @param {boolean} padding
   */
  constructor(engine, options, sizes, padding) {
    this.#engine = engine;
    this.#sizes = sizes;
    this.#request = requestOf(engine.manifest.attention, options, sizes, padding);
    this.#cuts = cutsOf(options.cuts);
    this.#open();
  }

  #open() {
    this.#engine.writeFields(this.#engine.manifest.attention.fields, this.#request, this.#cuts);
    this.#handle = this.#engine.checked(this.#engine.call('attention'), 0);
    this.#generation = this.#engine.generation;
    this.#buffer = null;
  }

  /** Whether these options ask for what this plan was made for. @internal */
  isFor(options, sizes, padding) {
    if (this.#handle === 0 || this.#generation !== this.#engine.generation) return false;
    const cuts = cutsOf(options.cuts);
    return (
      isSame(requestOf(this.#engine.manifest.attention, options, sizes, padding), this.#request) &&
      cuts.every((value, i) => value === this.#cuts[i])
    );
  }

  /**
   * The arrays as they lie: query [heads, queries, dK], key, value, output, padding [keys] (any but 0 hides the key).
   * They move when the memory grows, so take them anew after other calls.
   * @returns {Record<'query' | 'key' | 'value' | 'output', Float32Array> & { padding: Uint8Array }}
   */
  get arrays() {
    const { buffer } = this.#engine.memory;
    if (this.#buffer === buffer && this.#generation === this.#engine.generation) return this.#views;
    if (this.#handle === 0) throw new EngineError('bad_handle', 'This plan has been released; make another.');
    if (this.#generation !== this.#engine.generation) this.#open();
    const { heads, queries, keys, dK, dV } = this.#sizes;
    const at = (name) =>
      this.#engine.call('buffer', this.#handle, this.#engine.manifest.attention.buffers.indexOf(name));
    const numbers = (name, count) => new Float32Array(this.#engine.memory.buffer, at(name), count);
    this.#views = {
      query: numbers('query', heads * queries * dK),
      key: numbers('key', heads * keys * dK),
      value: numbers('value', heads * keys * dV),
      output: numbers('output', heads * queries * dV),
      padding: new Uint8Array(this.#engine.memory.buffer, at('padding'), keys),
    };
    this.#buffer = this.#engine.memory.buffer;
    return this.#views;
  }

  /**
   * Copies inputs in: Float32Arrays of the arrays' sizes, of which any may lie in the arrays themselves.
   * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v
   */
  fill(q, k, v) {
    const sources = { q, k, v };
    for (const name in sources) {
      requireKind('fill', name, sources[name], floats);
      requireLength(name, sources[name], this.#sizes);
      sources[name] = kept(sources[name], this.#engine); // before one of them is written over
    }
    this.put(sources.q, sources.k, sources.v);
  }

  /** The same for arrays that have been checked. @internal */
  put(q, k, v) {
    const { query, key, value } = this.arrays;
    query.set(q);
    key.set(k);
    value.set(v);
  }

  /** Says which keys are padding. @param {ArrayLike<number | boolean>} padding */
  hide(padding) {
    const { padding: to } = this.arrays;
    if (!this.#request.has_padding) {
      throw new EngineError(
        'bad_option',
        'This plan was made without padding, so that it hides nothing; make it with padding: true.',
        { option: 'padding' },
      );
    }
    hide(to, padding);
  }

  /** Computes the output from what the arrays hold. @throws {EngineError} not_finite, bad_handle */
  run() {
    this.#requireNumbers();
    this.#engine.checked(this.#engine.call('run', this.#handle), this.#handle);
  }

  /** After a trap the handle is nobody's, or another plan's, and what the arrays held is gone. */
  #requireNumbers() {
    if (this.#handle === 0 || this.#generation === this.#engine.generation) return;
    throw new EngineError(
      'bad_handle',
      'The engine was started anew after a fault, and what this plan held is gone; fill it again.',
    );
  }

  /** The output, copied. @param {Float32Array} [out] @returns {Float32Array} out, or a new array */
  copy(out) {
    this.#requireNumbers();
    const { output } = this.arrays;
    if (!out) return output.slice();
    requireKind('copy', 'out', out, floats);
    requireLength('out', out, this.#sizes);
    out.set(output);
    return out;
  }

  /**
   * What it costs: bytes of scratch beside inputs and output, pairs of a query and a key that see each other over all
   * heads (before cuts), and the pairs that the latest run multiplied.
   * @returns {{ scratch_bytes: number, visible_pairs: number, computed_pairs: number }}
   */
  statistics() {
    this.#requireNumbers();
    const names = this.#engine.manifest.attention.statistics;
    const pointer = this.#engine.write([], names.length);
    this.#engine.checked(this.#engine.call('statistics', this.#handle), this.#handle);
    const numbers = this.#engine.numbers(pointer, names.length);
    return /** @type {any} */ (Object.fromEntries(names.map((name, i) => [name, numbers[i]])));
  }

  /**
   * How far the latest output is from full softmax attention in float64: the largest difference over every `every`-th
   * query of each head. Slow: it computes all of that.
   * @param {{ every?: number }} [options] @returns {number}
   */
  difference(options = {}) {
    requireOptions('difference', options, OF_DIFFERENCE);
    const { every = 1 } = options;
    this.#requireNumbers();
    const pointer = this.#engine.write([], 1);
    this.#engine.checked(this.#engine.call('difference', this.#handle, every), this.#handle);
    return this.#engine.numbers(pointer, 1)[0];
  }

  /** Gives the memory back. */
  release() {
    if (this.#handle !== 0 && this.#generation === this.#engine.generation) this.#engine.call('destroy', this.#handle);
    this.#handle = 0;
    this.#buffer = null;
  }
}

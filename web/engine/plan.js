// One shape of attention with a place for everything it reads and writes, and how options become one.

import { EngineError } from './errors.js';
import { floats, needed, record, requireKind, requireOptions, size, table } from './options.js';

const FIELDS = [
  'heads',
  'n_queries',
  'n_keys',
  'd_k',
  'd_v',
  'layout',
  'variant',
  'causal',
  'window',
  'block',
  'stride',
  'scale',
  'has_padding',
  'n_cuts',
];
export const MASKS = ['none', 'causal'];
export const BLOCKS = record({ size: needed(size), stride: needed(size) });
const NO_CUTS = [];
const OF_DIFFERENCE = table({ every: size });

/** One shape's arrays in the module's memory. Release it when it is not needed any more. */
export class Plan {
  #engine;
  #fields;
  #cuts;
  #handle = 0;
  #generation = -1;
  #buffer = null;
  #views = null;

  /** @internal @param {import('./attention.js').Attention} engine @param {number[]} fields @param {number[]} cuts three for each */
  constructor(engine, fields, cuts) {
    this.#engine = engine;
    this.#fields = fields;
    this.#cuts = cuts;
    this.#open();
  }

  #open() {
    const inOrder = this.#engine.manifest.attention.fields.map((name) => this.#fields[FIELDS.indexOf(name)]);
    this.#engine.write([...inOrder, ...this.#cuts]);
    this.#handle = this.#engine.checked(this.#engine.call('attention'), 0);
    this.#generation = this.#engine.generation;
    this.#buffer = null;
  }

  /** Whether these fields and cuts are the ones this plan was made for. @internal */
  isFor(fields, cuts) {
    if (this.#handle === 0 || this.#generation !== this.#engine.generation) return false;
    return fields.every((value, i) => value === this.#fields[i]) && cuts.every((value, i) => value === this.#cuts[i]);
  }

  /**
   * The arrays as they lie: query [heads, queries, dK], key, value, output, padding [keys] (1 hides). They move when the
   * memory grows, so take them anew after other calls.
   * @returns {{ query: Float32Array, key: Float32Array, value: Float32Array, output: Float32Array, padding: Uint8Array }}
   */
  get arrays() {
    const { buffer } = this.#engine.memory;
    if (this.#buffer === buffer && this.#generation === this.#engine.generation) return this.#views;
    if (this.#handle === 0) throw new EngineError('bad_handle', 'This plan has been released; make another.');
    if (this.#generation !== this.#engine.generation) this.#open();
    const [heads, n, m, dK, dV] = this.#fields;
    const at = (name) => this.#engine.call('place', this.#handle, this.#engine.manifest.attention.places.indexOf(name));
    const numbers = (name, count) => new Float32Array(this.#engine.memory.buffer, at(name), count);
    this.#views = {
      query: numbers('query', heads * n * dK),
      key: numbers('key', heads * m * dK),
      value: numbers('value', heads * m * dV),
      output: numbers('output', heads * n * dV),
      padding: new Uint8Array(this.#engine.memory.buffer, at('padding'), m),
    };
    this.#buffer = this.#engine.memory.buffer;
    return this.#views;
  }

  /** Copies inputs in: Float32Arrays of the arrays' sizes. @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v */
  fill(q, k, v) {
    requireKind('fill', 'q', q, floats);
    requireKind('fill', 'k', k, floats);
    requireKind('fill', 'v', v, floats);
    const { query, key, value } = this.arrays;
    put(query, q, 'q');
    put(key, k, 'k');
    put(value, v, 'v');
  }

  /** Says which keys are padding. @param {ArrayLike<number | boolean>} padding */
  hide(padding) {
    const { padding: to } = this.arrays;
    if (!this.#fields[FIELDS.indexOf('has_padding')]) {
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
      'The engine was started anew after a fault, and what this plan held is gone; ' + 'fill it again.',
    );
  }

  /** The output, copied. @param {Float32Array} [out] @returns {Float32Array} out, or a new array */
  copy(out) {
    this.#requireNumbers();
    const { output } = this.arrays;
    if (!out) return output.slice();
    requireKind('copy', 'out', out, floats);
    put(out, output, 'out');
    return out;
  }

  /**
   * What it costs: bytes of scratch beside inputs and output, pairs of a query and a key that see each other over all
   * heads (before cuts), and the pairs that the latest run multiplied.
   * @returns {{ scratch_bytes: number, visible_pairs: number, computed_pairs: number }}
   */
  figures() {
    this.#requireNumbers();
    const names = this.#engine.manifest.attention.figures;
    const pointer = this.#engine.write([], names.length);
    this.#engine.checked(this.#engine.call('figures', this.#handle), this.#handle);
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

/** Writes padding as the module has it. */
export function hide(to, padding) {
  if (padding.length !== to.length) {
    throw new EngineError(
      'bad_input',
      `padding has ${padding.length} entries and there are ${to.length} keys; give one for each.`,
      { option: 'padding' },
    );
  }
  for (let i = 0; i < to.length; i += 1) to[i] = padding[i] ? 1 : 0;
}

/** Options as numbers, in the order of FIELDS; what the names of a choice are the manifest says. */
export function fieldsOf({ layouts, variants }, options, queries, keys, padding) {
  const { heads, dK, dV = dK, layout = 'heads', variant = 'softmax', scale = 0, cuts } = options;
  const [causal, window, block, stride] = rulesOf(options);
  return [
    heads,
    queries,
    keys,
    dK,
    dV,
    layouts.indexOf(layout),
    variants.indexOf(variant),
    causal,
    window,
    block,
    stride,
    scale,
    padding ? 1 : 0,
    cuts?.length ?? 0,
  ];
}

/** The rules that need no list, as causal, window, block, stride. */
export function rulesOf({ mask = 'none', window = 0, blocks }) {
  return [MASKS.indexOf(mask), window, blocks?.size ?? 0, blocks?.stride ?? 0];
}

/** Cuts as numbers: a list that is changed afterwards changes no plan. */
export function numbersOf(cuts) {
  return cuts === undefined ? NO_CUTS : cuts.flatMap(({ head, query, key }) => [head ?? -1, query, key]);
}

/** The array itself, or a copy if it lies in the module's memory, which may grow and leave it empty. */
export const kept = (array, engine) => (array.buffer === engine.memory.buffer ? array.slice() : array);

function put(to, from, name) {
  if (from.length !== to.length) {
    throw new EngineError(
      'bad_input',
      `${name} has ${name === 'out' ? to.length : from.length} numbers, and ` +
        `${name === 'out' ? from.length : to.length} are needed for these heads, rows and widths.`,
      { option: name },
    );
  }
  to.set(from);
}

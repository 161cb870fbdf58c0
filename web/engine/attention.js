// Attention without a model, as fast as it goes: for those who have queries, keys and values of
// their own, or the weights of one multi-head block. A module of its own, which needs none of the rest.
//
//   const { attention } = await loadAttention();           // { attention, multiHeadAttention, plan, build, … }
//   const out = attention({ q, k, v, heads: 8, dK: 64, mask: 'causal' });
//
// All numbers are float32 and lie row-major: `layout: 'heads'` is [heads, n, d], `layout: 'tokens'` is
// [n, heads · d], as a projection leaves them. A call copies its inputs in and its output out, into
// `out` if there is one: making a new large array can take longer than the attention. Who wants no
// copies at all makes a plan and works on its arrays.

import { EngineError } from './errors.js';
import { Instance } from './instance.js';
import { load } from './load.js';
import { MultiHead } from './multi-head.js';

/**
 * @typedef {object} Shape
 * @property {number} heads
 * @property {number} dK                    numbers of a query and of a key, per head
 * @property {number} [dV]                  of a value; dK unless said
 * @property {number} queries               rows of a head
 * @property {number} [keys]                as many as queries unless said
 * @property {'heads' | 'tokens'} [layout]  'heads'
 */
/**
 * @typedef {object} Rules
 * @property {'none' | 'causal'} [mask]     causal: with fewer queries than keys the queries are the last ones
 * @property {number} [window]              only keys less than so many places away
 * @property {{ size: number, stride: number }} [blocks] a query sees its own block of `size` keys and every stride-th
 * @property {ArrayLike<number | boolean>} [padding]     [keys], true hides a key from every query
 * @property {{ head?: number, query: number, key: number }[]} [cuts] pairs whose score is −∞, in one head or in all
 * @property {number} [scale]               1 / √dK unless said
 * @property {'softmax' | 'linear'} [variant] linear: elu(x) + 1 features (Katharopoulos et al., 2020); honours causal and padding
 */
/** @typedef {{ q: Float32Array, k: Float32Array, v: Float32Array, out?: Float32Array }} Arrays */

const MODULES = {
  relaxed: new URL('./attn-direct.relaxed.wasm', import.meta.url),
  simd: new URL('./attn-direct.simd.wasm', import.meta.url),
  scalar: new URL('./attn-direct.scalar.wasm', import.meta.url),
};
const FIELDS = ['heads', 'n_queries', 'n_keys', 'd_k', 'd_v', 'layout', 'variant', 'causal', 'window', 'block', 'stride', 'scale',
  'has_padding', 'n_cuts'];
const LAYOUTS = ['heads', 'tokens'];
const VARIANTS = ['softmax', 'linear'];
const MASKS = ['none', 'causal'];

/**
 * Loads the best build that proves itself on this machine.
 * @param {import('./load.js').LoadOptions} [options]
 * @returns {Promise<Attention>} its methods are bound and can be taken out
 */
export async function loadAttention(options) {
  return load(options, Attention);
}

export class Attention extends Instance {
  #latest = null; // the plan of the latest call of attention()

  /** @param {import('./build.js').Build} build */
  static url(build) { return MODULES[build]; }

  static file(build) { return `attn-direct.${build}.wasm`; }

  /** @internal @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance @param {object[]} notes */
  constructor(module, instance, notes) {
    super(module, instance, notes, { prefix: 'attn_direct_', abi: 1 });
    this.attention = this.attention.bind(this);
    this.multiHeadAttention = this.multiHeadAttention.bind(this);
    this.plan = this.plan.bind(this);
  }

  /**
   * softmax(scale · q · kᵀ, hidden pairs at −∞) · v, for each head; a query that sees no key gets zeros. Exact, whatever
   * the length: scores 88 or more below a row's largest count as exactly 0.
   * @param {Arrays & Rules & Omit<Shape, 'queries' | 'keys'>} options
   * @returns {Float32Array} out, or a new array of its size; the caller's to keep
   * @throws {EngineError} bad_input, too_large, no_memory, not_finite
   */
  attention(options) {
    const { q, k, v, out } = options;
    requireArrays({ q, k, v });
    const plan = this.#planFor(options, q.length / (options.heads * options.dK), k.length / (options.heads * options.dK));
    plan.fill(q, k, v);
    if (options.padding) plan.hide(options.padding);
    plan.run();
    return plan.copy(out);
  }

  /** The same plan again when nothing but numbers has changed. */
  #planFor(options, queries, keys) {
    const latest = this.#latest;
    const fields = fieldsOf(options, queries, keys, Boolean(options.padding));
    const cuts = numbersOf(options.cuts);
    if (latest?.isFor(fields, cuts)) return latest;
    latest?.release();
    this.#latest = null;
    this.#latest = new Plan(this, fields, cuts);
    return this.#latest;
  }

  /**
   * A place for attentions of one shape, to be filled and run again and again; nothing is allocated or copied by a run.
   * @param {Shape & Omit<Rules, 'padding'> & { padding?: boolean }} options
   * @returns {Plan}
   */
  plan(options) {
    const { queries, keys = queries, padding = false, cuts } = options;
    return new Plan(this, fieldsOf(options, queries, keys, padding), numbersOf(cuts));
  }

  /**
   * A whole multi-head block, its weights packed once.
   * @param {import('./multi-head.js').BlockOptions} options
   * @returns {MultiHead}
   */
  multiHeadAttention(options) {
    return new MultiHead(this, options);
  }
}

/** One shape's arrays in the module's memory. Release it when it is not needed any more. */
export class Plan {
  #engine;
  #fields;
  #cuts;
  #handle = 0;
  #generation = -1;
  #buffer = null;
  #views = null;

  /** @internal @param {Attention} engine @param {number[]} fields @param {number[]} cuts three for each */
  constructor(engine, fields, cuts) {
    this.#engine = engine;
    this.#fields = fields;
    this.#cuts = cuts;
    this.#open();
  }

  #open() {
    const inOrder = this.#engine.manifest.attention.fields.map((name) => this.#fields[FIELDS.indexOf(name)]);
    this.#engine.write([...inOrder, ...this.#cuts]);
    this.#handle = this.#engine.checked(this.#engine.call('attention'));
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
    const floats = (name, count) => new Float32Array(this.#engine.memory.buffer, at(name), count);
    this.#views = {
      query: floats('query', heads * n * dK),
      key: floats('key', heads * m * dK),
      value: floats('value', heads * m * dV),
      output: floats('output', heads * n * dV),
      padding: new Uint8Array(this.#engine.memory.buffer, at('padding'), m),
    };
    this.#buffer = this.#engine.memory.buffer;
    return this.#views;
  }

  /** Copies inputs in. @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v */
  fill(q, k, v) {
    const { query, key, value } = this.arrays;
    put(query, q, 'q');
    put(key, k, 'k');
    put(value, v, 'v');
  }

  /** Says which keys are padding. @param {ArrayLike<number | boolean>} padding */
  hide(padding) {
    const { padding: to } = this.arrays;
    if (!this.#fields[FIELDS.indexOf('has_padding')]) {
      throw new EngineError('bad_option', 'This plan was made without padding, so that it hides nothing; make it with padding: true.',
        { option: 'padding' });
    }
    if (padding.length !== to.length) {
      throw new EngineError('bad_input', `padding has ${padding.length} entries and there are ${to.length} keys; give one for each.`,
        { option: 'padding' });
    }
    for (let i = 0; i < to.length; i += 1) to[i] = padding[i] ? 1 : 0;
  }

  /** Computes the output from what the arrays hold. @throws {EngineError} not_finite, bad_handle */
  run() {
    this.#requireNumbers();
    this.#engine.checked(this.#engine.call('run', this.#handle));
  }

  /** After a trap the handle is nobody's, or another plan's, and what the arrays held is gone. */
  #requireNumbers() {
    if (this.#handle === 0 || this.#generation === this.#engine.generation) return;
    throw new EngineError('bad_handle', 'The engine was started anew after a fault, and what this plan held is gone; '
      + 'fill it again.');
  }

  /** The output, copied. @param {Float32Array} [out] @returns {Float32Array} out, or a new array */
  copy(out) {
    this.#requireNumbers();
    const { output } = this.arrays;
    if (!out) return output.slice();
    requireArrays({ out });
    put(out, output, 'out');
    return out;
  }

  /**
   * What it costs: bytes of scratch beside inputs and output, pairs of a query and a key that see each other over all
   * heads, and the pairs that the latest run multiplied.
   * @returns {{ scratch_bytes: number, visible_pairs: number, computed_pairs: number }}
   */
  figures() {
    this.#requireNumbers();
    const names = this.#engine.manifest.attention.figures;
    const pointer = this.#engine.write([], names.length);
    this.#engine.checked(this.#engine.call('figures', this.#handle));
    const numbers = this.#engine.numbers(pointer, names.length);
    return /** @type {any} */ (Object.fromEntries(names.map((name, i) => [name, numbers[i]])));
  }

  /**
   * How far the latest output is from full softmax attention in float64: the largest difference over every `every`-th
   * query of each head. Slow: it computes all of that.
   * @param {{ every?: number }} [options] @returns {number}
   */
  difference({ every = 1 } = {}) {
    this.#requireNumbers();
    const pointer = this.#engine.write([], 1);
    this.#engine.checked(this.#engine.call('difference', this.#handle, every));
    return this.#engine.numbers(pointer, 1)[0];
  }

  /** Gives the memory back. */
  release() {
    if (this.#handle !== 0 && this.#generation === this.#engine.generation) this.#engine.call('destroy', this.#handle);
    this.#handle = 0;
    this.#buffer = null;
  }
}

/** Options as numbers, in the order of FIELDS. */
function fieldsOf(options, queries, keys, padding) {
  const { heads, dK, dV = dK, layout = 'heads', variant = 'softmax', mask = 'none', window = 0, blocks, scale = 0, cuts } = options;
  return [heads, queries, keys, dK, dV, choice('layout', layout, LAYOUTS), choice('variant', variant, VARIANTS),
    choice('mask', mask, MASKS), window, blocks?.size ?? 0, blocks?.stride ?? 0, scale, padding ? 1 : 0, cuts?.length ?? 0];
}

/** Cuts as numbers: a list that is changed afterwards changes no plan. */
function numbersOf(cuts) {
  return (cuts ?? []).flatMap(({ head = -1, query, key }) => [head, query, key]);
}

function choice(option, value, names) {
  const at = names.indexOf(value);
  if (at >= 0) return at;
  throw new EngineError('bad_option', `${option} is ${JSON.stringify(value)}; choose ${names.join(' or ')}.`, { option, value });
}

function requireArrays(arrays) {
  for (const [name, array] of Object.entries(arrays)) {
    if (!(array instanceof Float32Array)) {
      throw new EngineError('bad_input', `${name} is no Float32Array; give one for the numbers of all heads.`, { option: name });
    }
  }
}

function put(to, from, name) {
  if (from.length !== to.length) {
    throw new EngineError('bad_input', `${name} has ${name === 'out' ? to.length : from.length} numbers, and `
      + `${name === 'out' ? from.length : to.length} are needed for these heads, rows and widths.`, { option: name });
  }
  to.set(from);
}

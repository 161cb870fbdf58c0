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

import { RULES, kept, sizesFor, sizesOf } from './attention-request.js';
import { Instance } from './instance.js';
import { load } from './load.js';
import { MultiHead } from './multi-head.js';
import {
  flag,
  floats,
  index,
  list,
  listOrNull,
  needed,
  number,
  oneOf,
  record,
  requireOptions,
  size,
  table,
} from './options.js';
import { Plan } from './plan.js';

export { EngineError, LoadError, TokenWalkError } from './errors.js';
export { MultiHead } from './multi-head.js';
export { Plan } from './plan.js';

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
 * @property {number} [window]              only keys less than so many places away; 0 for no window
 * @property {{ size: number, stride: number }} [blocks] a query sees its own block of `size` keys and every stride-th
 * @property {ArrayLike<number | boolean>} [padding]     [keys], true hides a key from every query
 * @property {{ head?: number, query: number, key: number }[]} [cuts] pairs whose score is −∞, in one head or in all
 * @property {number} [scale]               1 / √dK unless said, or said to be 0
 * @property {'softmax' | 'linear'} [variant] linear: elu(x) + 1 features (Katharopoulos et al., 2020); honours causal
 *   and padding alone
 */
/** @typedef {{ q: Float32Array, k: Float32Array, v: Float32Array, out?: Float32Array }} Arrays */

const MODULES = {
  relaxed: new URL('./attn-direct.relaxed.wasm', import.meta.url),
  simd: new URL('./attn-direct.simd.wasm', import.meta.url),
  scalar: new URL('./attn-direct.scalar.wasm', import.meta.url),
};

/** What `attention` and `plan` take; the names of a choice are the manifest's. */
function tablesOf({ layouts, variants }) {
  const rules = {
    ...RULES,
    cuts: list(record({ head: index, query: needed(index), key: needed(index) })),
    scale: number,
    variant: oneOf(...variants),
    layout: oneOf(...layouts),
  };
  const arrays = { q: needed(floats), k: needed(floats), v: needed(floats), out: floats };
  const shape = { heads: needed(size), dK: needed(size), dV: size, queries: size, keys: size };
  return {
    attention: table({ ...arrays, ...shape, ...rules, padding: listOrNull }),
    plan: table({ ...shape, queries: needed(size), ...rules, padding: flag }),
  };
}

/**
 * Loads the best build that proves itself on this machine.
 * @param {import('./load.js').LoadOptions} [options]
 * @returns {Promise<Attention>} its methods are bound and can be taken out
 */
export async function loadAttention(options) {
  return load('loadAttention', options, Attention);
}

export class Attention extends Instance {
  #latest = null; // the plan of the latest call of attention()
  #tables;

  /** @param {import('./build.js').Build} build */
  static url(build) {
    return MODULES[build];
  }

  static file(build) {
    return `attn-direct.${build}.wasm`;
  }

  /** @internal @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance @param {object[]} notes */
  constructor(module, instance, notes) {
    super(module, instance, notes, { prefix: 'attn_direct_', abi: 1 });
    this.#tables = tablesOf(this.manifest.attention);
    this.attention = this.attention.bind(this);
    this.multiHeadAttention = this.multiHeadAttention.bind(this);
    this.plan = this.plan.bind(this);
  }

  /**
   * softmax(scale · q · kᵀ, hidden pairs at −∞) · v, for each head; a query that sees no key gets zeros. Exact,
   * whatever the length: scores 88 or more below a row's largest count as exactly 0.
   *
   * What is hidden does not matter: numbers in keys and values that no query of their head sees, and in queries that
   * see no key, may be anything, NaN too, and change no bit of the result. All others must be finite.
   * @param {Arrays & Rules & Omit<Shape, 'queries'> & { queries?: number }} options queries follow from q unless said;
   *   keys are as many unless said, so that keys and values of fewer heads are not taken for fewer keys
   * @returns {Float32Array} out, or a new array of its size; the caller's to keep
   * @throws {EngineError} bad_option, bad_input, too_large, no_memory, not_finite
   */
  attention(options = {}) {
    requireOptions('attention', options, this.#tables.attention);
    const { padding, out } = options;
    const sizes = sizesFor(options);
    const [q, k, v] = [kept(options.q, this), kept(options.k, this), kept(options.v, this)];
    const plan = this.#planFor(options, sizes);
    plan.put(q, k, v);
    if (padding) plan.hide(padding);
    plan.run();
    return plan.copy(out);
  }

  /** The same plan again when nothing but numbers has changed. */
  #planFor(options, sizes) {
    const padding = Boolean(options.padding);
    if (this.#latest?.isFor(options, sizes, padding)) return this.#latest;
    this.#latest?.release();
    this.#latest = null;
    this.#latest = new Plan(this, options, sizes, padding);
    return this.#latest;
  }

  /**
   * A place for attentions of one shape, to be filled and run again and again; nothing is allocated or copied by a run.
   * @param {Shape & Omit<Rules, 'padding'> & { padding?: boolean }} options
   * @returns {Plan}
   */
  plan(options = {}) {
    requireOptions('plan', options, this.#tables.plan);
    return new Plan(this, options, sizesOf(options), options.padding ?? false);
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

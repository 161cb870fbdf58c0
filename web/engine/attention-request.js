// From options to what the direct module is asked: numbers by the names that its manifest has for them, and arrays
// held against the sizes.

import { EngineError } from './errors.js';
import { index, needed, oneOf, record, size } from './options.js';

const NO_CUTS = [];
/** What the arrays of an attention are made of, for each head: rows and their width. */
const SHAPES = { q: ['queries', 'dK'], k: ['keys', 'dK'], v: ['keys', 'dV'], out: ['queries', 'dV'] };
const ADVICE = {
  k: '; say keys where there are not as many as queries, and repeat what heads share for each of them',
};

/** The rules of attention and of a multi-head block that need no list: options by name and kind. */
export const RULES = {
  mask: oneOf('none', 'causal'),
  window: index,
  blocks: record({ size: needed(size), stride: needed(size) }),
};

/** Those rules as the module has them. */
export function rulesOf({ mask, window = 0, blocks }) {
  return { causal: mask === 'causal' ? 1 : 0, window, block: blocks?.size ?? 0, stride: blocks?.stride ?? 0 };
}

/** How many there are of what; keys are as many as queries, and values as wide as keys, unless said. */
export function sizesOf({ heads, dK, dV = dK, queries, keys = queries }) {
  return { heads, dK, dV, queries, keys };
}

/** The sizes for given arrays: queries may follow from q. */
export function sizesFor(options) {
  const { q, heads, dK, dV, keys } = options;
  const width = heads * dK;
  const sizes = sizesOf({ heads, dK, dV, queries: options.queries ?? q.length / width, keys });
  if (q.length === 0) throw wrong('q', `q is empty; give heads · queries · dK numbers, ${width} for each query.`);
  if (q.length % width !== 0)
    throw wrong('q', `q has ${q.length} numbers, which is no multiple of heads · dK = ${width}.`);
  for (const name of ['q', 'k', 'v']) requireLength(name, options[name], sizes);
  return sizes;
}

/** Throws unless an array is as long as these sizes ask. */
export function requireLength(name, { length }, sizes) {
  const [rows, width] = SHAPES[name];
  const wanted = sizes.heads * sizes[rows] * sizes[width];
  if (length === wanted) return;
  const product = `heads · ${rows} · ${width} = ${sizes.heads} · ${sizes[rows]} · ${sizes[width]}`;
  throw wrong(name, `${name} has ${length} numbers, and ${wanted} are needed: ${product}${ADVICE[name] ?? ''}.`);
}

const wrong = (option, message) => new EngineError('bad_input', message, { option });

/** What the module is asked, by the names of its manifest. Name by name: a small call feels a spread. */
export function requestOf({ layouts, variants }, options, { heads, dK, dV, queries, keys }, padding) {
  const { layout = layouts[0], variant = variants[0], scale = 0, cuts } = options;
  const { causal, window, block, stride } = rulesOf(options);
  return {
    heads,
    n_queries: queries,
    n_keys: keys,
    d_k: dK,
    d_v: dV,
    layout: layouts.indexOf(layout),
    variant: variants.indexOf(variant),
    causal,
    window,
    block,
    stride,
    scale,
    has_padding: padding ? 1 : 0,
    n_cuts: cuts?.length ?? 0,
  };
}

/** Cuts as numbers: a list that is changed afterwards changes no plan. */
export function cutsOf(cuts) {
  return cuts === undefined ? NO_CUTS : cuts.flatMap(({ head, query, key }) => [head ?? -1, query, key]);
}

/** Whether two requests ask the same. */
export function isSame(one, other) {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}

/** The array itself, or a copy if it lies in the module's memory, which may grow and leave it empty. */
export const kept = (array, engine) => (array.buffer === engine.memory.buffer ? array.slice() : array);

/** Writes padding as the module has it. @param {Uint8Array} to @param {ArrayLike<number | boolean>} padding */
export function hide(to, padding) {
  if (padding.length !== to.length) {
    const message = `padding has ${padding.length} entries and there are ${to.length} keys; give one for each.`;
    throw wrong('padding', message);
  }
  for (let i = 0; i < to.length; i += 1) to[i] = padding[i] ? 1 : 0;
}

/**
 * The state of a figure: declared lists of properties, the same names in attributes, link and `statechange` events.
 * What any figure has is declared here; what one has for itself, in its own folder in the same form.
 *
 * Everything a reader can change is in the state, so that a link restores the exact experiment. What a property's
 * `read` throws on is reported by key, never guessed at, and the default stands in. Layers, heads and tokens count
 * from 0 here, as in the engine; the page says "layer 1" for layer 0.
 */
import { cell, cuts, edits, heads, language, oneOf, sentence, whole } from './properties.js';

/** `token: null` follows the pronoun, `sentence: null` is the article's, after its context. */
export const COMMON = {
  layer: { initial: 0, read: whole(0, 63) },
  head: { initial: 0, read: whole(0, 63) },
  token: { initial: null, read: whole(0, 1023) },
  mask: { initial: 'encoder', read: oneOf('encoder', 'causal') },
  position: { initial: 'model', read: oneOf('model', 'none', 'sinusoidal', 'rope') },
  context: { initial: 'none', read: oneOf('none', 'a', 'b') },
  sentence: { initial: null, read: sentence },
  cuts: { initial: [], ...cuts },
  cell: { initial: null, ...cell },
  scale: { initial: 'sqrt(d_k)', read: oneOf('sqrt(d_k)', 'none', 'd_k', 'sqrt(d_model)') },
  fault: {
    initial: 'none',
    read: oneOf('none', 'softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'),
  },
  off: { initial: [], ...heads },
  edits: { initial: [], ...edits },
  keys: { initial: 'own', read: oneOf('own', 'query') },
  values: { initial: 'own', read: oneOf('own', 'input') },
  depth: { initial: 'formula', read: oneOf('idea', 'formula', 'code') },
  lang: { initial: 'zh', read: language('zh', 'en') },
  model: { initial: 'encoder-rope', read: oneOf('encoder-rope', 'encoder-own', 'decoder') },
  build: { initial: 'auto', read: oneOf('auto', 'relaxed', 'simd', 'scalar') },
};

/** What figures that share a lab have in common. */
export const SHARED = ['sentence', 'context', 'token', 'mask', 'position', 'model', 'lang', 'build'];

/** What another sentence sets back: everything that pointed into the old one. */
export const AFRESH = { token: null, cuts: [], cell: null };

/** What another model sets back as well. */
export const NEW_MODEL = { ...AFRESH, layer: 0, head: 0 };

/** Changes that another figure made, with what they set back here. */
export const withAfresh = (changes) => ({
  ...(('sentence' in changes || 'context' in changes) && AFRESH),
  ...('model' in changes && NEW_MODEL),
  ...changes,
});

/** What a model was trained to see; choosing a model chooses this with it, unless something else is said. */
export const ownMask = (model) => (model === 'decoder' ? 'causal' : 'encoder');

export const initialState = (properties) =>
  Object.fromEntries(Object.entries(properties).map(([name, { initial }]) => [name, initial]));

/**
 * Reads [name, text] pairs; bad values are left out and reported, unknown names handed back.
 * @param {Iterable<[string, string]>} pairs
 * @returns {{ state: object, problems: {name: string, value: string}[], unknown: [string, string][] }} `state` has
 *   only the properties that were given
 */
export function readState(pairs, properties) {
  const state = {};
  const problems = [];
  const unknown = [];
  for (const [name, value] of pairs) {
    try {
      if (Object.hasOwn(state, name)) throw new RangeError(name);
      if (Object.hasOwn(properties, name)) state[name] = properties[name].read(value);
      else unknown.push([name, value]);
    } catch {
      problems.push(problem([name, value]));
    }
  }
  if ('model' in state) state.mask ??= ownMask(state.model);
  return { state, problems, unknown };
}

/** How a pair that cannot be used is told of. */
export const problem = ([name, value]) => ({ name: name.slice(0, 20), value: value.slice(0, 20) });

/** The pairs of a link written by `writeLink` or by hand. */
export const pairsOf = (hash) => new URLSearchParams(hash.replace(/^#/, ''));

/**
 * The part after `#`; what stands at its default is left out, so that the plain page has a plain link, and so is what a
 * figure that is still to come has no value for.
 */
export function writeLink(state, properties) {
  const link = new URLSearchParams();
  for (const [name, { initial, write = String }] of Object.entries(properties)) {
    const value = state[name];
    const usual = name === 'mask' ? ownMask(state.model) : initial;
    if (value === undefined || value === usual || (Array.isArray(value) && value.length === 0)) continue;
    link.set(name, write(value));
  }
  return link.toString();
}

/** Some properties of a state. */
export const only = (names, state) =>
  Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));

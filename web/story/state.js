/**
 * The state of a figure: one declared list of properties, the same names in attributes, link and `statechange` events.
 *
 * Everything a reader can change is here, so that a link restores the exact experiment. A property's `read` turns text
 * into a value or throws; what it throws on is reported by key, never guessed at, and the default stands in.
 * Layers, heads and tokens count from 0 here, as in the engine; the page says "layer 1" for layer 0.
 */
import { STEPS } from './walk.js';

const oneOf =
  (...values) =>
  (text) => {
    if (!values.includes(text)) throw new RangeError(text);
    return text;
  };

const whole = (low, high) => (text) => {
  if (!/^\d{1,4}$/.test(text) || Number(text) < low || Number(text) > high) throw new RangeError(text);
  return Number(text);
};

const fraction = (text) => {
  if (!/^(0|1|0?\.\d{1,6}|[01]\.\d{1,6})$/.test(text) || Number(text) > 1) throw new RangeError(text);
  return Number(text);
};

const sentence = (text) => {
  if (text.length > 2000) throw new RangeError(`${text.slice(0, 20)}…`);
  return text;
};

/** Cut edges: `layer.head.query.key` separated by spaces, `*` for every. */
const cuts = (text) =>
  text
    .split(/[ +]/)
    .filter(Boolean)
    .map((edge) => {
      if (!/^(\d{1,3}|\*)\.(\d{1,3}|\*)\.\d{1,4}\.\d{1,4}$/.test(edge)) throw new RangeError(edge);
      const [layer, head, query, key] = edge.split('.').map((part) => (part === '*' ? undefined : Number(part)));
      return { layer, head, query, key };
    });

const writeCuts = (list) =>
  list.map(({ layer = '*', head = '*', query, key }) => [layer, head, query, key].join('.')).join(' ');

/** Heads switched off: `layer.head` separated by spaces. */
const heads = (text) =>
  text
    .split(/[ +]/)
    .filter(Boolean)
    .map((pair) => {
      if (!/^\d{1,3}\.\d{1,3}$/.test(pair)) throw new RangeError(pair);
      const [layer, head] = pair.split('.').map(Number);
      return { layer, head };
    });

const writeHeads = (list) => list.map(({ layer, head }) => `${layer}.${head}`).join(' ');

/** Weights changed by hand: `tensor:layer:index:value` separated by spaces. */
const edits = (text) =>
  text
    .split(/[ +]/)
    .filter(Boolean)
    .map((edit) => {
      const match =
        /^(attention\.(?:query|key|value)\.(?:weight|bias)):(\d{1,3}):(\d{1,7}):(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(edit);
      if (!match) throw new RangeError(edit.slice(0, 20));
      return { tensor: match[1], layer: Number(match[2]), index: Number(match[3]), value: Number(match[4]) };
    });

const writeEdits = (list) =>
  list.map(({ tensor, layer, index, value }) => [tensor, layer, index, Number(value.toFixed(6))].join(':')).join(' ');

/** One cell of one tensor: `tensor:layer:head:row:column`, `-` where the tensor has no layer or head. */
const cell = (text) => {
  const match = /^([a-z_.]{1,40}):(\d{1,3}|-):(\d{1,3}|-):(\d{1,4}):(\d{1,4})$/.exec(text);
  if (!match) throw new RangeError(text);
  const [layer, head, row, column] = match.slice(2).map((part) => (part === '-' ? null : Number(part)));
  return { tensor: match[1], layer, head, row, column };
};

const writeCell = ({ tensor, layer, head, row, column }) => [tensor, layer ?? '-', head ?? '-', row, column].join(':');

/** name → { initial, read, write }. `token: null` follows the pronoun, `sentence: null` is the article's, after its context. */
export const PROPERTIES = {
  figure: { initial: 'walk', read: oneOf('walk', 'context', 'qkv', 'four-steps', 'multi-head') },
  step: { initial: 'tokens', read: oneOf(...STEPS) },
  layer: { initial: 0, read: whole(0, 63) },
  head: { initial: 0, read: whole(0, 63) },
  token: { initial: null, read: whole(0, 1023) },
  t: { initial: 1, read: fraction },
  mask: { initial: 'encoder', read: oneOf('encoder', 'causal') },
  position: { initial: 'model', read: oneOf('model', 'none', 'sinusoidal', 'rope') },
  context: { initial: 'none', read: oneOf('none', 'a', 'b') },
  sentence: { initial: null, read: sentence },
  cuts: { initial: [], read: cuts, write: writeCuts },
  cell: { initial: null, read: cell, write: writeCell },
  heads: { initial: 'one', read: oneOf('one', 'mean') },
  mentions: { initial: 'apart', read: oneOf('apart', 'together') },
  threshold: { initial: 0.01, read: fraction },
  scale: { initial: 'sqrt(d_k)', read: oneOf('sqrt(d_k)', 'none', 'd_k', 'sqrt(d_model)') },
  fault: {
    initial: 'none',
    read: oneOf('none', 'softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'),
  },
  dk: { initial: 64, read: whole(1, 512) },
  off: { initial: [], read: heads, write: writeHeads },
  edits: { initial: [], read: edits, write: writeEdits },
  size: { initial: 'own', read: oneOf('own', '1', '2', '4', '8', 'paper') },
  keys: { initial: 'own', read: oneOf('own', 'query') },
  values: { initial: 'own', read: oneOf('own', 'input') },
  speed: { initial: '1', read: oneOf('0.5', '1', '2') },
  lang: { initial: 'zh', read: (text) => oneOf('zh', 'en')(text.split('-')[0]) },
  model: { initial: 'encoder', read: oneOf('encoder', 'encoder-own', 'encoder-rope', 'decoder') },
  build: { initial: 'auto', read: oneOf('auto', 'relaxed', 'simd', 'scalar') },
};

/** What a model was trained to see; choosing a model chooses this with it, unless something else is said. */
export const ownMask = (model) => (model === 'decoder' ? 'causal' : 'encoder');

export const initialState = () =>
  Object.fromEntries(Object.entries(PROPERTIES).map(([name, { initial }]) => [name, initial]));

/**
 * Reads [name, text] pairs; unknown names and bad values are left out and reported.
 * @param {Iterable<[string, string]>} pairs
 * @returns {{ state: object, problems: {name: string, value: string}[] }} only the properties that were given
 */
export function readState(pairs) {
  const state = {};
  const problems = [];
  for (const [name, value] of pairs) {
    try {
      if (!Object.hasOwn(PROPERTIES, name) || Object.hasOwn(state, name)) throw new RangeError(name);
      state[name] = PROPERTIES[name].read(value);
    } catch {
      problems.push({ name: name.slice(0, 20), value: value.slice(0, 20) });
    }
  }
  if ('model' in state) state.mask ??= ownMask(state.model);
  return { state, problems };
}

/** The part after `#`; what stands at its default is left out, so that the plain page has a plain link. */
export function writeLink(state) {
  const link = new URLSearchParams();
  for (const [name, { initial, write = String }] of Object.entries(PROPERTIES)) {
    const value = state[name];
    const usual = name === 'mask' ? ownMask(state.model) : initial;
    if (value === usual || (Array.isArray(value) && value.length === 0)) continue;
    link.set(name, name === 't' ? value.toFixed(3) : write(value));
  }
  return link.toString();
}

/** Reads a link written by `writeLink` or by hand. */
export const readLink = (hash) => readState(new URLSearchParams(hash.replace(/^#/, '')));

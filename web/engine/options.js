// The one checker of options. Every public call has a table of what it takes, name → kind. A name that the table
// does not hold, a value of another kind, and what is needed but missing are refused in one sentence: an option that is
// swallowed is a wrong answer.

import { EngineError } from './errors.js';

/**
 * @typedef {object} Kind
 * @property {string} words   what to give, as the end of a sentence
 * @property {(value: any) => boolean} holds
 * @property {string} code    of the error
 * @property {boolean} [needed]
 * @property {Function} [inside] checks what the value is made of
 */
/** @typedef {{ kinds: Map<string, Kind>, needed: string[] }} Table */

const LONGEST = 40; // characters of a caller's own text in a message
const LISTED = 12;

/** @returns {Kind} */
export const kind = (words, holds, code = 'bad_option') => ({ words, holds, code });

/** That kind, which may not be left out. @param {Kind} one @returns {Kind} */
export const needed = (one) => ({ ...one, needed: true });

/** @param {Record<string, Kind>} kinds @returns {Table} */
export const table = (kinds) => ({
  kinds: new Map(Object.entries(kinds)),
  needed: Object.keys(kinds).filter((name) => kinds[name].needed),
});

export const whole = (low, high = Infinity, words = `a whole number from ${low} to ${high}`) =>
  kind(words, (value) => Number.isSafeInteger(value) && value >= low && value <= high);
export const size = whole(1, Infinity, 'a whole number above 0');
export const index = whole(0, Infinity, 'a whole number of at least 0');
export const number = kind('a finite number', Number.isFinite);
export const flag = kind('true or false', (value) => typeof value === 'boolean');
export const oneOf = (...names) => kind(names.join(' or '), (value) => names.includes(value));
export const floats = kind(
  'a Float32Array',
  (value) => value instanceof Float32Array || isA(value, 'Float32Array'),
  'bad_input',
);
export const listOrNull = kind('a list', (value) => value === null || isList(value), 'bad_input');

const OPTIONS = kind('an object of options', (value) => isRecord(value));

/** A list of entries of one kind. @param {Kind} one @returns {Kind} */
export const list = (one) => ({
  ...kind('a list', Array.isArray),
  inside: (value, name, where, Failure) =>
    value.forEach((entry, i) => requireKind(where, `${name}[${i}]`, entry, one, Failure)),
});

/** An object of options of its own. @param {Record<string, Kind>} kinds @returns {Kind} */
export const record = (kinds) => {
  const known = table(kinds);
  return {
    ...kind(`an object of ${Object.keys(kinds).join(', ')}`, isRecord),
    inside: (value, name, where, Failure) => requireOptions(`${name} of ${where}`, value, known, Failure),
  };
};

/**
 * Throws unless these options are what the table knows. An option that is undefined is left out.
 * @param {string} where the call, as messages name it
 * @param {any} options
 * @param {Table} known
 * @param {any} [Failure] the class of error
 */
export function requireOptions(where, options, known, Failure = EngineError) {
  requireKind(where, 'the argument', options, OPTIONS, Failure);
  for (const name in options) {
    const value = options[name];
    const one = known.kinds.get(name);
    if (!one) throw new Failure('bad_option', unknown(where, name, [...known.kinds.keys()]), { where, option: name });
    if (value !== undefined) requireKind(where, name, value, one, Failure);
  }
  for (const name of known.needed) {
    if (options[name] === undefined) requireKind(where, name, undefined, known.kinds.get(name), Failure);
  }
}

function unknown(where, name, names) {
  const near = nearest(name, names);
  const others = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ' and others' : '');
  return `${where} has no option ${clip(name)}${near ? ` (did you mean ${near}?)` : `; it takes ${others}`}.`;
}

/**
 * Throws unless the value is of this kind.
 * @param {string} where @param {string} name @param {any} value @param {Kind} one @param {any} [Failure]
 */
export function requireKind(where, name, value, one, Failure = EngineError) {
  if (!one.holds(value)) {
    throw new Failure(one.code, `${where}: ${name} is ${show(value)}; give ${one.words}.`, {
      where,
      option: name,
      value,
    });
  }
  one.inside?.(value, name, where, Failure);
}

/** The name that a misspelt one is most like, if any is at all. @param {string} name @param {string[]} names */
export function nearest(name, names) {
  const word = plain(clip(name));
  const far = (known) => (known.length > 3 && word.includes(known) ? 1 : edits(word, known));
  const [best] = names.map((known) => ({ known, far: far(plain(known)) })).sort((a, b) => a.far - b.far);
  return best.far <= Math.max(1, word.length / 2) ? best.known : undefined;
}

const plain = (name) => name.toLowerCase().replaceAll('_', '');

/** The fewest letters to put in, take out or exchange (Levenshtein, 1966). */
function edits(from, to) {
  let row = [...to, ''].map((_, i) => i);
  [...from].forEach((letter, i) => {
    const above = row;
    row = [i + 1];
    [...to].forEach((other, j) => row.push(Math.min(above[j] + (letter !== other), above[j + 1] + 1, row[j] + 1)));
  });
  return row.at(-1);
}

/** A value for a message: short, and in words where its text would say nothing. */
export function show(value) {
  if (value === undefined) return 'missing';
  if (Number.isNaN(value)) return 'not a number';
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Object(value) !== value) return String(value);
  return isList(value) ? `a list of ${value.length}` : `of type ${typeof value}`;
}

const clip = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Whether it is of a built-in class, of whatever page or frame. */
export const isA = (value, name) => Object.prototype.toString.call(value) === `[object ${name}]`;

const isList = (value) => typeof value === 'object' && value?.length >= 0;
const isRecord = (value) => Object(value) === value && !isList(value);

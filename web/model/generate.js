// Going on with a text: the decoder names the next token, one is chosen, and it is read in turn.
// Choosing is seeded: the same text, options and seed give the same continuation everywhere.

import { flag, index, kind, list, requireOptions, table, whole } from '../engine/options.js';

/**
 * @typedef {object} GenerateOptions
 * @property {number} [tokens]       at most so many new tokens
 * @property {number} [temperature]  0 takes the likeliest; above 1 evens the odds out
 * @property {number} [topK]         choose among the so many likeliest; 0 = among all
 * @property {number} [topP]         choose among the fewest that hold this share of the probability
 * @property {number} [seed]         0 to 2 ** 32 - 1
 * @property {number[]} [stop]       ids after which nothing more is wanted
 * @property {boolean} [cached]      keep keys and values; otherwise every token reads all again
 */
/** @typedef {{ id: number, probability: number }} Candidate */
/** @typedef {{ id: number, text: string, probability: number, candidates: Candidate[] }} Next */

const DEFAULTS = { tokens: 20, temperature: 1, topK: 0, topP: 1, seed: 0, stop: [], cached: true };
const between = (low, high) =>
  kind(`a number from ${low} to ${high}`, (value) => Number.isFinite(value) && value >= low && value <= high);
const OPTIONS = table({
  tokens: whole(1, 4096),
  temperature: between(0, 100),
  topK: whole(0, 1e6),
  topP: between(0, 1),
  seed: whole(0, 2 ** 32 - 1),
  stop: list(index),
  cached: flag,
});

/** @param {GenerateOptions} options @returns {Required<GenerateOptions>} @throws {EngineError} bad_option */
export function readOptions(options) {
  requireOptions('generate', options, OPTIONS);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

/**
 * The words that may be chosen, likeliest first, with probabilities that sum to 1.
 * @returns {Candidate[]}
 */
export function candidates(logits, { temperature, topK, topP }) {
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  if (temperature === 0) return [{ id: order[0], probability: 1 }];
  const powers = order.map((id) => Math.exp((logits[id] - logits[order[0]]) / temperature));
  const kept = topK > 0 ? Math.min(topK, order.length) : order.length;
  const total = sum(powers.slice(0, kept));
  let count = 0;
  for (let held = 0; count < kept && (count === 0 || held < topP); count += 1) held += powers[count] / total;
  const share = sum(powers.slice(0, count));
  return order.slice(0, count).map((id, i) => ({ id, probability: powers[i] / share }));
}

/** @param {Candidate[]} likely @param {number} at 0…1 */
export function pick(likely, at) {
  let left = at;
  return likely.find(({ probability }) => (left -= probability) < 0) ?? likely.at(-1);
}

/** Seeded numbers in 0…1 (mulberry32). @param {number} seed */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sum = (values) => values.reduce((a, b) => a + b, 0);

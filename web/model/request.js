// What one run asks for: the caller's options, checked, as the numbers that the manifest names.

import { EngineError } from '../engine/errors.js';

/** @typedef {{ layer?: number, head?: number, query?: number, key?: number }} Cut what is left out means every */
/** @typedef {{ layer?: number, head?: number }} HeadOff what is left out means every */
/**
 * @typedef {object} RunOptions
 * @property {'none' | 'causal'} [mask]
 * @property {boolean} [padding]        hide keys that are the padding token
 * @property {Cut[]} [cuts]             edges whose score becomes minus infinity
 * @property {string} [position]        none, sinusoidal or rope; the model's own if left out
 * @property {string} [scale]           what scores are divided by: sqrt(d_k) if left out, none, d_k, sqrt(d_model)
 * @property {string} [fault]           a known mistake to make: none if left out, softmax_columns, mask_after_softmax, zero_mask,
 *                                      no_head_transpose; src/variants/faults.h says what each does
 * @property {HeadOff[]} [headsOff]     heads that put zeros into concat; their head_output stays as computed
 * @property {number[]} [candidates]    ids whose share of the prediction is wanted
 */

/**
 * The run fields of the manifest for these options.
 * @param {any} manifest
 * @param {{ ids: number[], candidates: number[], paddingId: number }} input paddingId -1: the model has none
 * @param {RunOptions} options
 */
export function runInput(manifest, { ids, candidates, paddingId }, options) {
  const { mask = 'none', padding = false } = options;
  const cuts = (options.cuts ?? []).map(({ layer = -1, head = -1, query = -1, key = -1 }) => [layer, head, query, key]);
  const headsOff = (options.headsOff ?? []).map(({ layer = -1, head = -1 }) => [layer, head]);
  requireName('mask', mask, ['none', 'causal']);
  const choose = (option, fallback) => {
    if (options[option] === undefined) return fallback;
    const names = manifest.choices[option];
    requireName(option, options[option], names);
    return names.indexOf(options[option]);
  };
  const fields = {
    n_tokens: ids.length,
    n_candidates: candidates.length,
    n_cuts: cuts.length,
    n_heads_off: headsOff.length,
    causal: mask === 'causal' ? 1 : 0,
    padding_id: padding ? paddingId : -1,
    position: choose('position', -1),
    scale: choose('scale', 0), // the first name of a choice is what happens when nothing is said
    fault: choose('fault', 0),
  };
  return { fields, ids, candidates, cuts, headsOff };
}

function requireName(option, value, names) {
  if (names.includes(value)) return;
  throw new EngineError('bad_option', `"${option}" can be ${names.join(', ')}, not ${JSON.stringify(value)}.`, {
    option,
    value,
  });
}

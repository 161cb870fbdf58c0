// What one run asks for: the caller's options, checked, as the numbers that the manifest names.

import { EngineError } from '../engine/errors.js';
import { flag, index, list, oneOf, record, requireOptions, table } from '../engine/options.js';

/** @typedef {{ layer?: number, head?: number, query?: number, key?: number }} Cut what is left out means every */
/** @typedef {{ layer?: number, head?: number }} HeadOff what is left out means every */
/**
 * @typedef {object} RunOptions
 * @property {'model' | 'none' | 'causal'} [mask] 'model' if left out: causal for a decoder, none for an encoder
 * @property {boolean} [padding]        hide keys that are the padding token, which the model must have
 * @property {Cut[]} [cuts]             edges whose score becomes minus infinity
 * @property {'none' | 'sinusoidal' | 'rope'} [position] the model's own if left out
 * @property {'sqrt(d_k)' | 'none' | 'd_k' | 'sqrt(d_model)'} [scale] what scores are divided by; sqrt(d_k) if left out
 * @property {'none' | 'softmax_columns' | 'mask_after_softmax' | 'zero_mask' | 'no_head_transpose'} [fault]
 *                                      a known mistake to make; src/steps/faults.h says what each does
 * @property {HeadOff[]} [headsOff]     heads that put zeros into concat; their head_output stays as computed
 * @property {number[]} [candidates]    ids whose share of the prediction is wanted
 */

/** What a run takes. @param {any} manifest @returns {import('../engine/options.js').Table} */
export const runTable = ({ choices }) =>
  table({
    mask: oneOf('model', 'none', 'causal'),
    padding: flag,
    cuts: list(record({ layer: index, head: index, query: index, key: index })),
    position: oneOf(...choices.position),
    scale: oneOf(...choices.scale),
    fault: oneOf(...choices.fault),
    headsOff: list(record({ layer: index, head: index })),
    candidates: list(index),
  });

/**
 * Throws unless these are options of a run of this model.
 * @param {any} options
 * @param {import('../engine/options.js').Table} known
 * @param {number} paddingId -1: the model has none
 */
export function requireRunOptions(options, known, paddingId) {
  requireOptions('run', options, known);
  if (!options.padding || paddingId >= 0) return;
  throw new EngineError(
    'bad_option',
    'run: padding is true, but this model has no padding token ("pad_token" in config.json); leave padding out.',
    { where: 'run', option: 'padding', value: true },
  );
}

/**
 * The run fields of the manifest for these options.
 * @param {any} manifest
 * @param {{ ids: readonly number[], candidates: readonly number[], paddingId: number, causal: boolean }} input causal:
 *   whether that is the model's own mask
 * @param {RunOptions} options
 */
export function runInput(manifest, { ids, candidates, paddingId, causal }, options) {
  const { mask = 'model', padding = false } = options;
  const cuts = (options.cuts ?? []).map(({ layer = -1, head = -1, query = -1, key = -1 }) => [layer, head, query, key]);
  const headsOff = (options.headsOff ?? []).map(({ layer = -1, head = -1 }) => [layer, head]);
  const choose = (option, fallback) =>
    options[option] === undefined ? fallback : manifest.choices[option].indexOf(options[option]);
  const fields = {
    n_tokens: ids.length,
    n_candidates: candidates.length,
    n_cuts: cuts.length,
    n_heads_off: headsOff.length,
    causal: Number(mask === 'model' ? causal : mask === 'causal'),
    padding_id: padding ? paddingId : -1,
    position: choose('position', -1),
    scale: choose('scale', 0), // the first name of a choice is what happens when nothing is said
    fault: choose('fault', 0),
  };
  return { fields, ids, candidates, cuts, headsOff };
}

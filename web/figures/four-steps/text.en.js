/** The words of the four-steps figure. */
import { n, pct, quote } from '../../text/numbers.js';

/** The four medians at the place of the d_k slider, unscaled and divided by √d_k. */
function drawn({ dK, draws: { raw, scaled } }) {
  const both = (name, form) => `${form(raw[name].median)} and ${form(scaled[name].median)}`;
  return (
    ` Random vectors, d_k = ${dK}, medians unscaled and divided by √d_k: spread ${both('spread', n)}, ` +
    `largest weight ${both('largest_weight', pct)}, entropy ${both('entropy', n)}, gradient ` +
    `${both('gradient', (value) => n(value, 3))}.`
  );
}

export const words = {
  title: 'Four steps: score, scale, softmax, mix',
  lead:
    'Row by row: dot products of the query with the keys, divided by √dₖ, exponentials, divided by their sum, and ' +
    'the values added up. Σ at the edges are the sums of rows and columns: every row is 1, columns need not be. ' +
    'Choose a wrong way and it is really computed that way, with the rules that it breaks.',
  task:
    'Try this: divide by 1 and see how the largest weights grow; then choose softmax over columns and see which ' +
    'checks turn into crosses.',
  ofPair: (query, key) => `: ${quote(query)} with ${quote(key)}`,
  axes: ' (rows: queries, columns: keys)',
  charts: ['Random q and k as d_k grows', 'purple: unscaled, green: ÷ √d_k; dashed: mean'],
  scaleName: 'Divide by',
  scaleNames: { 'sqrt(d_k)': '√dₖ', none: '1 (no scaling)', d_k: 'dₖ' },
  faultName: 'Wrong way',
  faults: {
    none: 'none',
    softmax_columns: 'softmax over columns',
    mask_after_softmax: 'mask after softmax',
    zero_mask: '0 in place of −∞',
    no_head_transpose: 'no transpose when splitting heads',
    'sqrt(d_model)': 'scale by d_model (divide by √d_model)',
  },
  checks: {
    rows: {
      holds: () => 'the weights of every row add up to 1',
      breaks: (d) => `a row does not add up to 1: ${quote(d.token)} has ${d.value}`,
    },
    hidden: {
      holds: () => 'hidden places have a weight of exactly 0',
      breaks: () => 'hidden places have been given weight',
    },
    scale: { holds: () => 'scores are divided by √dₖ', breaks: () => 'scores are not divided by √dₖ' },
    spread: {
      holds: (d) => `scores of random vectors, once divided, spread by about 1 (${d.value})`,
      breaks: (d) => `scores of random vectors, once divided, no longer spread by about 1 but by ${d.value}`,
    },
    heads: {
      holds: () => 'every head works on one token’s own slice (layer 1)',
      breaks: () => 'numbers of other tokens got into a head (layer 1)',
    },
    weights: {
      holds: () => 'weights equal the right way’s, cell by cell (layer 1)',
      breaks: (d) => `${d.cells} weights of layer 1 differ from the right way’s`,
    },
  },
  now: (f) =>
    `The largest weight in the row of ${quote(f.token)} is ${pct(f.weight)}, given to ${quote(f.best)}. ` +
    (f.broken > 0 ? `${f.broken} ${f.broken === 1 ? 'rule is' : 'rules are'} broken.` : 'Every rule holds.') +
    drawn(f),
  saturation: {
    spread: 'spread of scores',
    largest_weight: 'largest weight',
    entropy: 'entropy (nats)',
    gradient: 'gradient reaching q',
    looks: {
      raw: { median: 'unscaled, median', mean: 'unscaled, mean' },
      scaled: { median: 'divided by √d_k, median', mean: 'divided by √d_k, mean' },
    },
  },
  scales: { 'sqrt(d_k)': '÷ √dₖ', none: '÷ 1', d_k: '÷ dₖ', 'sqrt(d_model)': '÷ √d' },
};

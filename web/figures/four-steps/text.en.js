/** The words of the four-steps figure. */
import { n, pct, quote } from '../../text/numbers.js';

/** The four medians at the place of the d_k slider, unscaled and divided by √d_k. */
function drawn({ dK, draws: { raw, scaled } }) {
  const both = (name, form) => `${form(raw[name].median)} and ${form(scaled[name].median)}`;
  return (
    ` Random vectors, d_k = ${dK}, medians unscaled and divided by √d_k: standard ` +
    `deviation of scores ${both('spread', n)}, ` +
    `largest weight ${both('largest_weight', pct)}, entropy ${both('entropy', n)}, gradient ` +
    `${both('gradient', (value) => n(value, 3))}.`
  );
}

/** What scores are divided by. */
const DIVIDED = {
  'sqrt(d_k)': 'divided by √dₖ',
  none: 'without scaling',
  d_k: 'divided by dₖ',
  'sqrt(d_model)': 'divided by √d_model',
};

/** What is wrong about a wrong way. */
const WRONG = {
  softmax_columns: 'Here largest and sum are those of columns. ',
  mask_after_softmax: 'Here hidden weights are set to 0 after softmax. ',
  zero_mask: 'Here hidden places have the score 0 and get weight. ',
  no_head_transpose: 'Here heads are split without a transpose: the rows of one head hold numbers of other tokens. ',
};

/** What rows and columns add up to. */
const SUMS = {
  none: 'rows that see anything add up to 1, columns need not',
  softmax_columns: 'columns add up to 1, rows need not',
  mask_after_softmax: 'rows with hidden places add up to less than 1',
};

export const words = {
  title: 'Four steps: score, scale, softmax, mix',
  lead: ({ rotary, scale, fault }) =>
    `Row by row: dot products of query and keys${rotary ? ', turned by position,' : ''} ${DIVIDED[scale]}, ` +
    `exponentials, divided by their sum, and the values added up by weight. ${WRONG[fault] ?? ''}` +
    `Σ are the sums of rows and columns: ${SUMS[fault] ?? SUMS.none}. ` +
    'Choose a wrong way and it is really computed that way, with the checks that fail.',
  tasks: {
    scale: {
      asks: 'Do not scale the scores: do the largest weights grow?',
      steps: ['divide by 1'],
      says: (f) =>
        `In ${f.grown} of the ${f.of} rows of layer 1, head ${f.head + 1}, the largest weight has grown, in none has ` +
        `it shrunk; in that of ${quote(f.token)} from ${pct(f.small)} to ${pct(f.large)}.`,
    },
    columns: {
      asks: 'Take softmax over columns: does every row still add up to 1?',
      steps: ['softmax over columns'],
      says: (f) =>
        `Every column adds up to 1, but ${f.rows} ${f.rows === 1 ? 'row does' : 'rows do'} not: that of ` +
        `${quote(f.token)} has ${n(f.sum, 3)}.`,
    },
    zero: {
      asks: 'Hide later tokens, then put 0 in place of −∞: do hidden tokens get weight?',
      steps: ['causal mask', '0 in place of −∞'],
      says: (f) =>
        `${f.hidden} hidden places had a weight of 0; now ${f.given} of them have weight, most of all ` +
        `${f.from} → ${f.to}: ${pct(f.weight)}.`,
    },
    late: {
      asks: 'Hide later tokens, then mask after softmax instead: does every row still add up to 1?',
      steps: ['causal mask', 'mask after softmax'],
      says: (f) =>
        `${f.rows} of ${f.of} rows add up to less than 1, that of ${quote(f.token)} to the least: ${n(f.sum, 3)}.`,
    },
    width: {
      asks: 'Random vectors: what becomes of the gradient that reaches q as d_k grows?',
      steps: ['d_k = 512'],
      says: ({ narrow, wide, below }) =>
        `Median gradient, unscaled and divided by √d_k: ${n(narrow.raw, 3)} and ${n(narrow.scaled, 3)} at d_k = ` +
        `${narrow.dK}, ${n(wide.raw, 3)} and ${n(wide.scaled, 3)} at ${wide.dK}. Of the widths drawn, the unscaled ` +
        `one is smaller from ${below} on.`,
    },
  },
  idle: (count) =>
    `Nothing is hidden here, so this mistake changes nothing: all ${count} weights are those of the right way.`,
  hide: 'Switch to the causal mask',
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
      breaks: (d) => `a row does not add up to 1: ${quote(d.token)} has about ${d.value}`,
    },
    hidden: {
      holds: () => 'hidden places have a weight of exactly 0',
      breaks: () => 'hidden places have been given weight',
    },
    scale: { holds: () => 'scores are divided by √dₖ', breaks: () => 'scores are not divided by √dₖ' },
    spread: {
      holds: (d) => `scores of random vectors, once divided, have a standard deviation of about 1 (${d.value})`,
      breaks: (d) =>
        `scores of random vectors, once divided, have a standard deviation not of about 1 but of ${d.value}`,
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
    (f.broken > 0 ? `${f.broken} ${f.broken === 1 ? 'check fails' : 'checks fail'}.` : 'Every check holds.') +
    drawn(f),
  saturation: {
    spread: 'standard deviation of scores',
    largest_weight: 'largest weight',
    entropy: 'entropy (nats)',
    gradient: 'gradient reaching q',
    looks: {
      raw: { median: 'unscaled, median', mean: 'unscaled, mean' },
      scaled: { median: 'divided by √d_k, median', mean: 'divided by √d_k, mean' },
    },
  },
  scales: { 'sqrt(d_k)': '÷ √dₖ', none: '÷ 1', d_k: '÷ dₖ', 'sqrt(d_model)': '÷ √d_model' },
};

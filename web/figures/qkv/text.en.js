/** The words of the Q/K/V figure. */
import { n, quote } from '../../text/numbers.js';

export const words = {
  title: 'Q, K, V: one vector, three matrices',
  lead: ({ rotary, fault }) =>
    'Think of a search: the query is what you type, a key is the title of an entry, the value its text. Matching ' +
    'looks at question and title only; what you take away is the text. Drag a weight on its cell, or move its ' +
    'slider, and everything after it is computed anew.' +
    (rotary ? ' Scores S are products of Q and K after both have been turned by position (RoPE).' : '') +
    (fault === 'no_head_transpose'
      ? ' The wrong way: heads are split without a transpose, so the rows of one head hold numbers of other tokens.'
      : ''),
  tasks: {
    keys: {
      asks: 'Make W_K equal to W_Q: do scores become symmetric? Do weights?',
      steps: ['W_K := W_Q'],
      says: (f) =>
        `Scores are symmetric now: ${quote(f.from)} and ${quote(f.to)} score each other ${n(f.score)}. Weights are ` +
        `not: ${f.from} → ${f.to} is ${n(f.there, 3)}, the other way ${n(f.back, 3)}, ` +
        (f.hidden ? 'since of two tokens one never sees the other.' : 'since each row is divided by its own sum.'),
    },
    values: {
      asks: 'Make V equal to X, in every layer: does it change who looks at whom? And Z, which comes back?',
      steps: ['V := X'],
      says: ({ first, output, next }) =>
        `In layer 1 who looks at whom stays: all ${first.of} weights are the same, but ${output.changed} of the ` +
        `${output.of} numbers of Z have changed.` +
        (next ? ` So layer 2 is given something else: ${next.changed} of its ${next.of} weights have changed.` : ''),
    },
  },
  keysName: 'Keys',
  ownKeys: 'W_K of its own',
  valuesName: 'Values',
  ownValues: 'W_V of its own',
  undo: 'Put back',
  edited: (count) => `${count} ${count === 1 ? 'weight' : 'weights'} changed.`,
  now: (f) =>
    `In the row of ${quote(f.token)} the query is largest in size in dimension ${f.dimension + 1}: ${n(f.value)}. ` +
    `Scores are ${f.scores ? 'symmetric' : 'not symmetric'}, weights ${f.weights ? 'too' : 'are not'}.`,
};

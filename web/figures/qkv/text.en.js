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
  task:
    'Try this: make W_K equal to W_Q. Scores become symmetric, weights do not: softmax works row by row and each ' +
    'row has its own sum. Then make V equal to X: in layer 1 who looks at whom stays, what ' +
    'comes back changes altogether.',
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

// What the tests of the figure multi-head share.

import { T } from './figures.js';

export const D = 48;

export const WHOLE = {
  weights: 4 * T * T,
  concat: D,
  head_contribution: 4 * D,
  attention_output: D,
  'attention.output.bias': D,
};

// What the tests of the figure four-steps share.

import { range } from './figures.js';

export const SCALES = ['sqrt(d_k)', 'none', 'd_k', 'sqrt(d_model)'];

export const FAULTS = ['none', 'softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'];

export const rows = ({ data, shape: [, width] }) =>
  range(data.length / width).map((i) => [...data.slice(i * width, (i + 1) * width)]);

export const near = (a, b, tolerance) =>
  a.every((x, i) => Math.abs(x - b[i]) <= tolerance * Math.max(1, Math.abs(b[i])));

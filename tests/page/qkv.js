// What the tests of the figure qkv share.

import { D, K, T } from './figures.js';

export const WHOLE = {
  'attention.query.weight': K * D,
  'attention.key.weight': K * D,
  'attention.value.weight': K * D,
  'attention.query.bias': K,
  'attention.key.bias': K,
  'attention.value.bias': K,
  attention_norm: D,
  query: T * K,
  key: T * K,
  value: T * K,
  scores: T * T,
  weights: T * T,
  head_output: T * K,
};

export const written =
  (...edits) =>
  (model) =>
    edits.forEach(({ tensor, layer, index, value }) => model.writeWeight(tensor, { layer, index, value }));

/** Unfolds a weight's cell by the keyboard's way in, and goes to its slider. */
export async function sliderOf(walk, { tensor, layer, row, column }) {
  await walk.cell({ tensor, layer, row, column }).focus();
  const slider = walk.element.locator('.unfold input[type=range]');
  await slider.focus();
  return slider;
}

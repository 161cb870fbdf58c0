// What the tests of the figure qkv share.

import { D, K, LAYERS, T, range } from './figures.js';

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

/** W_K := W_Q in every layer, bias and all. */
export const keysAsQueries = (model) =>
  LAYERS.forEach((layer) =>
    ['weight', 'bias'].forEach((role) => {
      model
        .weight(`attention.query.${role}`, { layer })
        .data.slice()
        .forEach((value, index) => model.writeWeight(`attention.key.${role}`, { layer, index, value }));
    }),
  );

/** V := X in every layer: the identity, and nothing added. */
export const valuesAsInputs = (model) =>
  LAYERS.forEach((layer) => {
    range(D * D).forEach((index) =>
      model.writeWeight('attention.value.weight', { layer, index, value: index % (D + 1) === 0 ? 1 : 0 }),
    );
    range(D).forEach((index) => model.writeWeight('attention.value.bias', { layer, index, value: 0 }));
  });

/** Unfolds a weight's cell by the keyboard's way in, and goes to its slider. */
export async function sliderOf(walk, { tensor, layer, row, column }) {
  await walk.cell({ tensor, layer, row, column }).focus();
  const slider = walk.element.locator('.unfold input[type=range]');
  await slider.focus();
  return slider;
}

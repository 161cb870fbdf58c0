// Texts that scenes draw, other than names, signs and captions of tensors.

import { claim, sign } from './claims.js';

/** An arc or a percentage of the followed token: which weights they show is a figure's own affair. */
export const weightsShown = (rowOf) => [
  claim('{from} → {to}：{weight}', '{from} → {to}: {weight}', (w) => {
    const row = rowOf(w);
    return { from: w.tokens[w.token], to: w.tokens, weight: [...row] };
  }),
  claim('{from} → {to}，{n} 处之和：{weight}', '{from} → {to}, sum of {n} mentions: {weight}', (w) => ({
    from: w.tokens[w.token],
    to: w.tokens,
    n: String,
    weight: String,
  })),
  sign('{percent#}', (w) => ({ percent: [...rowOf(w)] })),
  claim(
    '{grid}，{rows} 行 {columns} 列，用方向键走动',
    '{grid}, {rows} rows, {columns} columns, arrow keys to move',
    () => ({
      grid: String,
      rows: 1,
      columns: String,
    }),
  ),
];

const last = (w) => w.get('weights', w.layers - 1, w.head)[w.token];

export const OPENING_DRAWN = [
  ...weightsShown(last),
  claim(
    '百分数：第 {layer} 层头 {head} 的注意力权重',
    'percentages: attention weights of layer {layer}, head {head}',
    (w) => ({
      layer: w.layers,
      head: w.head + 1,
    }),
  ),
  claim('小字：词表里的编号', 'small print: numbers in the vocabulary'),
];

export const HEADS = claim('头 {n}', 'head {n}', (w) => ({ n: Array.from({ length: w.H }, (_, head) => head + 1) }));

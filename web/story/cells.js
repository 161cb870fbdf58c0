/**
 * Which cells a cell comes from: the one declaration that hover, arrow marks and the inspector read.
 *
 * origin(cell, shape) → null (it is a weight, or random) or
 *   { kind, left: [cells], right: [cells], bias: cell|null, by: number|null }
 * kind: 'dot'    Σ left·right + bias        'sum'    left[0] + left[1]
 *       'times'  left[0] × by               'affine' (left[0] − mean) ÷ std × weight + bias
 *       'over'   left[0] ÷ by               and
 *       'copy', 'mask', 'max', 'exp', 'divide', 'total', 'mean', 'row_mean', 'row_std', 'activation', 'rotate',
 *       'softmax', 'share', 'mentions', 'product', 'entropy', 'sinusoid', 'no_position', 'row_empty'
 * Shapes: T tokens, D model width, K head width, F feed-forward width, V vocabulary.
 */
import { placesOf } from './mentions.js';
import { range } from './range.js';

const cellOf = (tensor, layer, head, row, column) => ({ tensor, layer, head, row, column });

const rowOf = (tensor, layer, head, row, width) =>
  range(width).map((column) => cellOf(tensor, layer, head, row, column));

const columnOf = (tensor, layer, head, column, height) =>
  range(height).map((row) => cellOf(tensor, layer, head, row, column));

const make = (kind, left, rest = {}) => ({ kind, left, right: [], bias: null, by: null, ...rest });

/** What flows into block `layer`: the input, or the block before. */
const stream = (layer, row, column) =>
  layer === 0 ? cellOf('input', null, null, row, column) : cellOf('residual', layer - 1, null, row, column);

/** LayerNorm (Ba et al. 2016): the source cell, then mean, standard deviation, weight and bias. */
const affine =
  (name, source, parameters = name) =>
  (cell, shape) => {
    const { layer, row, column } = cell;
    return make('affine', [
      source(cell, shape),
      cellOf(`${name}_mean`, layer, null, row, 0),
      cellOf(`${name}_std`, layer, null, row, 0),
      cellOf(`${parameters}.weight`, layer, null, 0, column),
      cellOf(`${parameters}.bias`, layer, null, 0, column),
    ]);
  };

/** Linear layer y = x·Wᵀ + b: output column o reads row o of the weight. */
const linear = (input, inputHead, width, weight, { layer, row }, out) =>
  make('dot', rowOf(input, layer, inputHead, row, width), {
    right: rowOf(`${weight}.weight`, layer, null, out, width),
    bias: cellOf(`${weight}.bias`, layer, null, 0, out),
  });

const project =
  (role) =>
  (cell, { D, K }) =>
    linear('attention_norm', null, D, `attention.${role}`, cell, cell.head * K + cell.column);

const rotate =
  (role) =>
  ({ layer, head, row, column }) => {
    const first = column - (column % 2);
    return make('rotate', [cellOf(role, layer, head, row, first), cellOf(role, layer, head, row, first + 1)]);
  };

/** Mean and standard deviation of each row of a source. */
const moments = (name, source) => ({
  [`${name}_mean`]: (cell, shape) => make('row_mean', wholeRow(source, cell, shape)),
  [`${name}_std`]: (cell, shape) => make('row_std', wholeRow(source, cell, shape)),
});

const wholeRow = (source, cell, shape) => range(shape.D).map((column) => source({ ...cell, column }, shape));

/** What each norm reads. */
const NORMED = {
  attention_norm: ({ layer, row, column }) => stream(layer, row, column),
  feed_forward_norm: ({ layer, row, column }) => cellOf('attention_residual', layer, null, row, column),
  final: ({ row, column }, { layers }) => cellOf('residual', layers - 1, null, row, column),
};

const ORIGINS = {
  ...moments('attention_norm', NORMED.attention_norm),
  ...moments('feed_forward_norm', NORMED.feed_forward_norm),
  ...moments('final', NORMED.final),
  position: (_, { position }) => make(position === 'sinusoidal' ? 'sinusoid' : 'no_position', []),
  row_empty: ({ layer, head, row }, { T }) => make('row_empty', rowOf('masked', layer, head, row, T)),
  belief: ({ row }, { V }) => make('share', rowOf('probabilities', null, null, row, V)),
  embedding({ row, column }, { embeddingScale, ids }) {
    const from = [cellOf('token_embedding.weight', null, null, ids[row], column)];
    return embeddingScale === 1 ? make('copy', from) : make('times', from, { by: embeddingScale });
  },
  input: ({ row, column }) =>
    make('sum', [cellOf('embedding', null, null, row, column), cellOf('position', null, null, row, column)]),
  attention_norm: affine('attention_norm', NORMED.attention_norm),
  query: project('query'),
  key: project('key'),
  value: project('value'),
  rotated_query: rotate('query'),
  rotated_key: rotate('key'),
  scores: ({ layer, head, row, column }, { K, rotary }) =>
    make('dot', rowOf(rotary ? 'rotated_query' : 'query', layer, head, row, K), {
      right: rowOf(rotary ? 'rotated_key' : 'key', layer, head, column, K),
    }),
  score_terms: ({ layer, head, row, column }, { T, rotary }) =>
    make('product', [
      cellOf(rotary ? 'rotated_query' : 'query', layer, head, Math.floor(row / T), column),
      cellOf(rotary ? 'rotated_key' : 'key', layer, head, row % T, column),
    ]),
  value_terms: ({ layer, head, row, column }, { T }) =>
    make('product', [
      cellOf('weights', layer, head, Math.floor(row / T), row % T),
      cellOf('value', layer, head, row % T, column),
    ]),
  scaled: ({ layer, head, row, column }, { K, D, scale }) =>
    make('over', [cellOf('scores', layer, head, row, column)], {
      by: { none: 1, d_k: K, 'sqrt(d_model)': Math.sqrt(D) }[scale] ?? Math.sqrt(K),
    }),
  masked: ({ layer, head, row, column }) => make('mask', [cellOf('scaled', layer, head, row, column)]),
  row_max: ({ layer, head, row }, { T }) => make('max', rowOf('masked', layer, head, row, T)),
  exp: ({ layer, head, row, column }) =>
    make('exp', [cellOf('masked', layer, head, row, column), cellOf('row_max', layer, head, row, 0)]),
  row_sum: ({ layer, head, row }, { T }) => make('total', rowOf('exp', layer, head, row, T)),
  weights: ({ layer, head, row, column }) =>
    make('divide', [cellOf('exp', layer, head, row, column), cellOf('row_sum', layer, head, row, 0)]),
  weights_entropy: ({ layer, head, row }, { T }) => make('entropy', rowOf('weights', layer, head, row, T)),
  weights_row_sum: ({ layer, head, row }, { T }) => make('total', rowOf('weights', layer, head, row, T)),
  weights_column_sum: ({ layer, head, row }, { T }) => make('total', columnOf('weights', layer, head, row, T)),
  weights_mean: ({ layer, row, column }, { H }) =>
    make(
      'mean',
      range(H).map((head) => cellOf('weights', layer, head, row, column)),
    ),
  mentions: ({ layer, head, row, column }, { ids, names }) =>
    make(
      'mentions',
      placesOf(column, ids, names).map((place) =>
        cellOf(head === null ? 'weights_mean' : 'weights', layer, head, row, place),
      ),
    ),
  head_output: ({ layer, head, row, column }, { T }) =>
    make('dot', rowOf('weights', layer, head, row, T), {
      right: columnOf('value', layer, head, column, T),
    }),
  concat: ({ layer, row, column }, { K }) =>
    make('copy', [cellOf('head_output', layer, Math.floor(column / K), row, column % K)]),
  attention_output: (cell, { D }) => linear('concat', null, D, 'attention.output', cell, cell.column),
  head_contribution: ({ layer, head, row, column }, { K }) =>
    make('dot', rowOf('head_output', layer, head, row, K), {
      right: range(K).map((k) => cellOf('attention.output.weight', layer, null, column, head * K + k)),
    }),
  attention_residual: ({ layer, row, column }) =>
    make('sum', [stream(layer, row, column), cellOf('attention_output', layer, null, row, column)]),
  feed_forward_norm: affine('feed_forward_norm', NORMED.feed_forward_norm),
  feed_forward_up: (cell, { D }) => linear('feed_forward_norm', null, D, 'feed_forward.up', cell, cell.column),
  feed_forward_hidden: ({ layer, row, column }) =>
    make('activation', [cellOf('feed_forward_up', layer, null, row, column)]),
  feed_forward_output: (cell, { F }) => linear('feed_forward_hidden', null, F, 'feed_forward.down', cell, cell.column),
  residual: ({ layer, row, column }) =>
    make('sum', [
      cellOf('attention_residual', layer, null, row, column),
      cellOf('feed_forward_output', layer, null, row, column),
    ]),
  final: affine('final', NORMED.final, 'final_norm'),
  logits: ({ row, column }, { D }) =>
    make('dot', rowOf('final', null, null, row, D), {
      right: rowOf('token_embedding.weight', null, null, column, D),
      bias: cellOf('prediction.bias', null, null, 0, column),
    }),
  probabilities: ({ row, column }) => make('softmax', [cellOf('logits', null, null, row, column)]),
};

/**
 * @param {{tensor: string, layer: number|null, head: number|null, row: number, column: number}} cell
 * @param {object} shape story/view.js, shapeOf
 */
export function origin(cell, shape) {
  return ORIGINS[cell.tensor]?.(cell, shape) ?? null;
}

/** Tensors that a wrong way makes differently; their cells have no right arithmetic to show. */
const FAULTY = {
  softmax_columns: ['exp', 'weights', 'row_max', 'row_sum'],
  mask_after_softmax: ['masked', 'weights'],
  zero_mask: ['masked'],
  no_head_transpose: ['query', 'key', 'value', 'concat', 'head_contribution'],
};

export const isFaulty = ({ tensor }, fault) => FAULTY[fault]?.includes(tensor) ?? false;

/**
 * Whether a cell is zero because its head is switched off; where heads are not what they should be (isFaulty), nobody
 * can say.
 */
export function isOff({ tensor, layer, head, column }, { K, off }) {
  if (tensor !== 'concat' && tensor !== 'head_contribution') return false;
  const from = tensor === 'concat' ? Math.floor(column / K) : head;
  return off.some((one) => one.layer === layer && one.head === from);
}

/**
 * Shared measures of the scenes. A scene is a pure function of a view and, where it moves, of t from 0 to 1:
 *   { height, blocks (made by `matrix` and its like: they hold the numbers), over (what moves above them), lit (which
 *   term of the
 *     formula is under way, 0 for none), tensors (those behind what is drawn otherwise) }
 * A view is what story/view.js makes.
 */
import { svg } from 'lit';
import { block } from './block.js';
import { caption, legend, rowNames, operator } from './marks.js';

export const HUES = {
  query: 'query',
  key: 'key',
  value: 'value',
  rotated_query: 'query',
  rotated_key: 'key',
  scores: 'weight',
  scaled: 'weight',
  masked: 'weight',
  exp: 'weight',
  weights: 'weight',
  row_max: 'weight',
  row_sum: 'weight',
  weights_mean: 'weight',
  mentions: 'weight',
  effect: 'effect',
  'random.weights': 'weight',
  weights_row_sum: 'weight',
  weights_column_sum: 'weight',
  score_terms: 'weight',
  value_terms: 'value',
  head_output: 'value',
  head_contribution: 'value',
  concat: 'value',
};

/** Room on the left for token names. */
export const margin = (view) => (view.narrow ? 64 : 98);

/** A block of a trace tensor or weight at its place, with its hue. */
export function matrix(view, tensor, place, { layer = null, head = null } = {}) {
  return block({ tensor, layer, head, hue: HUES[tensor] ?? 'stream', ...view.get(tensor, layer, head), ...place });
}

/** Width of a cell when `columns` of them share the room right of the names. */
export const wideCell = (view, columns) => Math.floor(((view.width - margin(view) - 4) / columns) * 10) / 10;

/** Height of a row when all tokens' rows share `room`. */
export const rowHeight = (view, room, most = 20) => Math.max(9, Math.min(most, Math.floor(room / view.shape.T)));

/** Width of a caption in pixels: Chinese characters fill their em, Latin letters about half. */
const roughly = (text) => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 13 : 6.8), 24);

/** Symbol and, where it fits, name over a block; and what its shades mean where there is room. */
export function title(view, made, extra = '') {
  const { symbol, name } = view.words.tensors[made.tensor];
  const words = `${name}${extra}`;
  const room = made.width > 300 && made.down.length > 1;
  const fitting = made.x + roughly(words) < view.width ? words : '';
  return svg`${caption(made.x, made.y - 10, symbol, fitting, made.hue)}${room ? legend(made) : ''}`;
}

/** Symbol and name in the margin, for strips that have bars above them. */
export function sideTitle(view, made) {
  const { symbol, name } = view.words.tensors[made.tensor];
  const y = made.y + made.ch / 2;
  if (view.narrow || !name) return caption(made.x - 8, y + 5, symbol, '', made.hue, 'end');
  return svg`${caption(made.x - 8, y - 2, symbol, '', made.hue, 'end')}
    <text class="side" x=${made.x - 8} y=${y + 10}>${name}</text>`;
}

/** One strip of the followed token: a whole row of a tensor across the stage. */
export const strip = (view, tensor, y, at = {}, more = {}) =>
  matrix(
    view,
    tensor,
    {
      x: margin(view),
      y,
      cw: wideCell(view, view.shape.D),
      ch: 20,
      rows: [view.token],
      ...more,
    },
    at,
  );

/** All tokens' rows of a wide tensor, with names. */
export const sheet = (view, tensor, y, at = {}, ch = rowHeight(view, 210)) =>
  matrix(view, tensor, { x: margin(view), y, cw: wideCell(view, view.shape.D), ch }, at);

export const names = (view, made) => rowNames(made, view.tokens, view.token, view.narrow ? 11 : 13);

/** The sign in front of a strip: what is done to get to it. */
export const sign = (made, text) => operator(made.x - 14, made.y + made.ch / 2, text);

/** What flows into the block of this layer. */
export const streamInto = (view) => (view.layer === 0 ? ['input', {}] : ['residual', { layer: view.layer - 1 }]);

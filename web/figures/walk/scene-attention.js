/** One head of attention: rotation, scores, scaling, mask, softmax, Value mix (Vaswani et al. 2017, section 3.2.1). */
import { svg } from 'lit';
import { beat, ease, mix as between, stops, stopsByShare, termAt } from '../../draw/motion.js';
import { valueAt, placeOf } from '../../draw/block.js';
import { barsOver } from '../../draw/bars.js';
import {
  bandOf,
  caption,
  columnNames,
  operator,
  outline,
  rowUnderWay,
  traveller,
  veilAround,
  veilColumns,
} from '../../draw/marks.js';
import { short } from '../../draw/number.js';
import { margin, matrix, names, rowHeight, sideTitle, title } from '../../draw/layout.js';

/** RoPE (Su et al. 2021): neighbouring pairs turn by an angle that grows with the position. */
export function rotate(view, t) {
  const { K } = view.shape;
  const left = margin(view);
  const at = { layer: view.layer, head: view.head };
  const gap = 26;
  const cw = Math.min(26, (view.width - left - gap - 4) / (2 * K));
  const ch = rowHeight(view, 230);
  const place = (i, y) => ({ x: left + i * (K * cw + gap), y, cw, ch, digits: 1 });
  const above = [matrix(view, 'query', place(0, 34), at), matrix(view, 'key', place(1, 34), at)];
  const y = above[0].bottom + 46;
  const below = [matrix(view, 'rotated_query', place(0, y), at), matrix(view, 'rotated_key', place(1, y), at)];
  const p = ease(beat(t, 0.1, 0.9));
  return {
    height: below[0].bottom + 14,
    blocks: [...above, ...below],
    lit: 1,
    over: svg`${[...above, ...below].map((made) => title(view, made))}${names(view, above[0])}${names(view, below[0])}
      ${below.map((made) => veilColumns(made, p * K))}`,
  };
}

/** Q · Kᵀ: a row of Q passes over the columns of Kᵀ; each meeting is one score. */
export function score(view, t) {
  const { T, K, rotary } = view.shape;
  const at = { layer: view.layer, head: view.head };
  const left = margin(view);
  const side = Math.max(2.5, Math.min(view.narrow ? 4.2 : 9, 96 / K));
  const gridX = left + K * side + 14;
  const c = Math.min(31, (view.width - gridX - 4) / T, 360 / T + 4);
  const top = 78;
  const [queries, keys] = rotary ? ['rotated_query', 'rotated_key'] : ['query', 'key'];
  const kt = matrix(view, keys, { x: gridX, y: top, cw: c, ch: side, transpose: true }, at);
  const q = matrix(view, queries, { x: left, y: kt.bottom + 14, cw: side, ch: c }, at);
  const s = matrix(view, 'scores', { x: gridX, y: q.y, cw: c, ch: c, digits: c > 30 ? 1 : 0 }, at);
  const p = beat(t, 0.05, 0.7);
  const stop = stops(p, T);
  const moving = p > 0 && p < 1;
  const [from, to] = [bandOf(kt, stop.index, true), placeOf(s, view.token, stop.index)];
  const value = short(valueAt(s, view.token, stop.index), 1);
  const symbol = ({ tensor }) => view.words.tensors[tensor].symbol;
  return {
    height: s.bottom + 12,
    blocks: [kt, q, s],
    lit: moving ? 1 : 0,
    over: svg`${caption(left - 8, q.y + 12, symbol(q), '', 'query', 'end')}
      ${caption(gridX - 8, top + 12, `${symbol(kt)}ᵀ`, '', 'key', 'end')}
      ${names(view, q)}${columnNames(kt, view.tokens, view.token, top - 6)}
      ${veilAround(s, view.token, p >= 1 ? 1 : (stop.index + (stop.moved > 0.6)) / T, ease(beat(t, 0.74, 1)))}
      ${moving ? outline(bandOf(q, view.token), 'query') : ''}
      ${moving ? outline(bandOf(kt, stop.position, true), 'key') : ''}
      ${moving ? traveller(value, from, to, beat(stop.moved, 0.3, 1), 'weight') : ''}`,
  };
}

/** The followed token's row, its cells wide enough for numbers; `ends` is room kept at the right. */
function closeUp(view, tensor, y, at, ends = 0) {
  const left = margin(view);
  const cw = Math.min(58, (view.width - left - 4 - ends) / view.shape.T);
  return matrix(
    view,
    tensor,
    { x: left, y, cw, ch: 26, rows: [view.token], digits: tensor === 'weights' || tensor === 'exp' || cw > 26 ? 2 : 1 },
    at,
  );
}

/** Every token's row, its columns under those of the close-up. */
function under(view, above, tensor, y, at) {
  const { x, cw, digits } = above;
  return matrix(view, tensor, { x, y, cw, ch: rowHeight(view, 240, 22), digits }, at);
}

/** What scores are divided by, as it is. */
const divisor = ({ scale: by, K, D }) =>
  ({ 'sqrt(d_k)': `÷√${K}`, none: '÷1', d_k: `÷${K}`, 'sqrt(d_model)': `÷√${D}` })[by];

/** ÷ √d_k. */
export function scale(view, t) {
  const at = { layer: view.layer, head: view.head };
  const before = closeUp(view, 'scores', 132, at);
  const after = closeUp(view, 'scaled', before.bottom + 66, at);
  const grid = under(view, after, 'scaled', after.bottom + 44, at);
  const p = ease(beat(t, 0.2, 0.65));
  const [raw, scaled] = [before, after].map((made) => (column) => valueAt(made, view.token, column));
  return {
    height: grid.bottom + 14,
    blocks: [before, after, grid],
    lit: p > 0 ? 1 : 0,
    over: svg`${columnNames(before, view.tokens, view.token, 66)}${sideTitle(view, before)}${sideTitle(view, after)}
      ${barsOver(before, 46, before.top, raw, 'weight')}
      ${barsOver(after, 46, before.top, (column) => between(raw(column), scaled(column), p), 'weight')}
      ${operator(before.x - 8, after.y - 16, divisor(view.shape))}
      ${title(view, grid, view.words.everyToken)}${names(view, grid)}
      ${veilColumns(after, p * view.shape.T)}${veilAround(grid, view.token, p, ease(beat(t, 0.68, 1)))}`,
  };
}

/** Hidden positions become −∞. */
export function mask(view, t) {
  const at = { layer: view.layer, head: view.head };
  const before = closeUp(view, 'scaled', 80, at);
  const after = closeUp(view, 'masked', before.bottom + 22, at);
  const grid = under(view, after, 'masked', after.bottom + 46, at);
  const p = stops(beat(t, 0.1, 0.6), view.shape.T);
  return {
    height: grid.bottom + 14,
    blocks: [before, after, grid],
    lit: t > 0.1 ? 1 : 0,
    over: svg`${columnNames(before, view.tokens, view.token, 72)}${sideTitle(view, before)}${sideTitle(view, after)}
      ${title(view, grid, view.words.everyToken)}${names(view, grid)}
      ${veilColumns(after, t < 0.1 ? 0 : p.index + p.moved)}
      ${veilAround(grid, view.token, beat(t, 0.5, 0.62), ease(beat(t, 0.65, 1)))}`,
  };
}

/** The largest and the sum of a row; where softmax runs along columns, rows have none of their own. */
function besideRow(view, { scores, exps, width }, at) {
  if (view.fault === 'softmax_columns') return [];
  return [
    ['row_max', scores],
    ['row_sum', exps],
  ].map(([tensor, { right, y, ch, rows }]) => matrix(view, tensor, { x: right + 8, y, cw: width, ch, rows }, at));
}

/** How far each score of the row lies below the largest: the first beat of softmax, cell by cell. */
function lessMost(made, most, token, p) {
  const highest = most ? valueAt(most, token, 0) : NaN;
  const largest = made.columns.find((column) => valueAt(made, token, column) === highest);
  if (largest === undefined || p <= 0) return ''; // a row that sees nothing has no largest
  const shown = made.cw < 34 ? [] : made.columns.slice(0, Math.floor(p * made.columns.length));
  const [from, to] = [placeOf(most, token, 0), placeOf(made, token, 0)];
  return svg`${outline(bandOf(made, largest, true), 'weight')}
    ${traveller(short(-highest, 2), from, to, p, 'weight')}
    ${shown.map(
      (
        column,
      ) => svg`<text class="number" aria-hidden="true" x=${made.x + (column + 0.5) * made.cw} y=${made.bottom + 10}
        font-size="12">${short(valueAt(made, token, column) - highest, 1)}</text>`,
    )}`;
}

/** − max, exp, ÷ sum: a row of weights. */
export function softmax(view, t) {
  const at = { layer: view.layer, head: view.head };
  const ends = view.narrow ? 46 : 66;
  const width = ends - 12;
  const scores = closeUp(view, 'masked', 80, at, ends);
  const exps = closeUp(view, 'exp', scores.bottom + 58, at, ends);
  const weights = closeUp(view, 'weights', exps.bottom + 58, at, ends);
  const grid = under(view, weights, 'weights', weights.bottom + 44, at);
  const [most, sum] = besideRow(view, { scores, exps, width }, at);
  const sums = matrix(view, 'weights_row_sum', { x: grid.right + 8, y: grid.y, cw: width, ch: grid.ch }, at);
  const [grow, divide] = [ease(beat(t, 0.34, 0.52)), ease(beat(t, 0.6, 0.78))];
  const [exp, weight] = [exps, weights].map((made) => (column) => valueAt(made, view.token, column));
  const beside = [most, sum].filter(Boolean);
  return {
    height: grid.bottom + 14,
    blocks: [scores, exps, ...beside, weights, grid, sums],
    lit: termAt(t, 0.32, 0.58),
    over: svg`${columnNames(scores, view.tokens, view.token, 72)}
      ${[scores, exps, weights].map((made) => sideTitle(view, made))}
      ${lessMost(scores, most, view.token, beat(t, 0.04, 0.3))}
      ${[...beside, sums].map((made) => title(view, made))}
      ${title(view, grid, view.words.everyToken)}${names(view, grid)}
      ${view.narrow ? '' : operator(exps.x - 8, exps.y - 16, 'exp(s−max)')}
      ${operator(exps.x - 8, weights.y - 16, '÷ Σ')}${barsOver(exps, 40, 1, (column) => exp(column) * grow, 'weight')}
      ${t < 0.56 ? '' : barsOver(weights, 40, 1, (column) => between(exp(column), weight(column), divide), 'weight')}
      ${veilColumns(exps, grow * view.shape.T)}${sum ? veilColumns(sum, beat(t, 0.54, 0.56)) : ''}
      ${veilColumns(weights, divide * view.shape.T)}
      ${veilAround(grid, view.token, divide, ease(beat(t, 0.8, 1)))}
      ${veilAround(sums, view.token, divide >= 1 ? 1 : 0, ease(beat(t, 0.8, 1)))}`,
  };
}

/** z = Σ_j weight_j · v_j: each value row comes over as strongly, and for as long, as its weight says. */
export function mix(view, t) {
  const { T, K } = view.shape;
  const at = { layer: view.layer, head: view.head };
  const left = margin(view);
  const [column, gap] = view.narrow ? [36, 18] : [62, 44];
  const cw = Math.min(27, (view.width - left - column - gap - 4) / (2 * K));
  const ch = rowHeight(view, 430, 34);
  const weights = matrix(
    view,
    'weights',
    { x: left, y: 36, cw: column - 18, ch, rows: [view.token], transpose: true },
    at,
  );
  const value = matrix(view, 'value', { x: left + column, y: 36, cw, ch, digits: 1 }, at);
  const out = matrix(view, 'head_output', { x: value.right + gap, y: 36, cw, ch, digits: 1 }, at);
  const p = beat(t, 0.05, 0.72);
  const row = Array.from({ length: T }, (_, j) => valueAt(weights, view.token, j));
  const stop = stopsByShare(p, row);
  const moving = p > 0 && p < 1;
  const middle = 36 + (T * ch) / 2;
  return {
    height: out.bottom + 14,
    blocks: [weights, value, out],
    lit: moving ? 1 : 0,
    over: svg`${names(view, weights)}${caption(weights.x, 28, 'A', '', 'weight')}
      ${title(view, value)}${title(view, out)}
      ${operator(value.x - 5, middle, '×')}${operator(out.x - gap / 2 + 5, middle, '→')}
      ${veilAround(out, view.token, p >= 1 ? 1 : 0, ease(beat(t, 0.76, 1)))}
      ${moving ? flight({ value, weights, out }, view.token, row, stop) : ''}`,
  };
}

/** The sum so far, and one value row on its way into it, as solid as its weight is large, gone once added. */
function flight({ value, weights, out }, token, row, { index, moved }) {
  const from = bandOf(value, index);
  const x = between(from.x, out.x, moved);
  const y = between(from.y, out.y + token * out.ch, moved);
  const part = (j) => row[j] * (j === index ? moved : 1);
  const sums = out.columns.map((column) =>
    row.slice(0, index + 1).reduce((sum, _, j) => sum + part(j) * valueAt(value, j, column), 0),
  );
  return svg`${rowUnderWay(out, token, sums)}
    <rect class="flight value" x=${x} y=${y} width=${from.width} height=${from.height} rx="4"
      fill-opacity=${((0.04 + 0.96 * row[index]) * Math.min(1, 3 - 3 * moved)).toFixed(2)} />
    ${outline(bandOf(weights, index), 'weight')}${outline(from, 'value')}${outline(bandOf(out, token), 'value')}`;
}

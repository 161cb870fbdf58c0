/** One head of attention: Q/K/V, rotation, scores, scaling, mask, softmax, Value mix (Vaswani et al. 2017, section 3.2.1). */
import { svg } from 'lit';
import { beat, ease, mix as between, stops } from '../motion.js';
import { valueAt, placeOf } from '../block.js';
import { barsOver } from '../bars.js';
import { bandOf, caption, columnNames, operator, outline, traveller, veilAround, veilColumns } from '../marks.js';
import { short } from '../number.js';
import { margin, matrix, names, rowHeight, sign, title } from './layout.js';

const range = (start, n) => Array.from({ length: n }, (_, i) => start + i);

/** One role: the slice of the weight that belongs to this head, its bias, and the product for all tokens. */
function role(view, name, x, cw, tall) {
  const { K, D } = view.shape;
  const at = { layer: view.layer };
  const own = range(view.head * K, K);
  const hue = { hue: name };
  const weight = matrix(view, `attention.${name}.weight`, { x, y: 34, cw, ch: tall, rows: own, transpose: true, ...hue }, at);
  const bias = matrix(view, `attention.${name}.bias`, { x, y: weight.bottom + 6, cw, ch: 12, columns: own, ...hue }, at);
  const product = matrix(view, name, { x, y: bias.bottom + 34, cw, ch: rowHeight(view, 236), digits: 1 }, { ...at, head: view.head });
  return { name, weight, bias, product, D };
}

function sweep(view, { name, weight, bias, product }, p) {
  const { K } = view.shape;
  const stop = stops(p, K);
  const moving = p > 0 && p < 1;
  const row = view.token;
  const value = valueAt(product, row, stop.index);
  return svg`${veilAround(product, row, p >= 1 ? 1 : stop.index / K, view.others)}
    ${moving ? outline(bandOf(weight, stop.position, true), name) : ''}
    ${moving ? traveller(short(value), placeOf(bias, 0, bias.columns[stop.index]), placeOf(product, row, stop.index), stop.moved, name) : ''}`;
}

/** x · W_Q, x · W_K, x · W_V: the followed token's vector meets every column. */
export function project(view, t) {
  const { K, D } = view.shape;
  const left = margin(view);
  const gap = view.narrow ? 10 : 26;
  const cw = Math.min(40, Math.floor(((view.width - left - 2 * gap - 4) / (3 * K)) * 10) / 10);
  const tall = Math.max(2, Math.min(10, (view.narrow ? 200 : 250) / D));
  const roles = ['query', 'key', 'value'].map((name, i) => role(view, name, left + i * (K * cw + gap), cw, tall));
  const x = matrix(view, 'attention_norm', { x: left - 26, y: 34, cw: 14, ch: tall, rows: [view.token], transpose: true }, { layer: view.layer });
  const spans = [[0.03, 0.42], [0.44, 0.6], [0.62, 0.78]];
  const moving = spans.findIndex(([start, end]) => t > start && t < end);
  const inside = { ...view, others: ease(beat(t, 0.8, 1)) };
  return {
    height: roles[0].product.bottom + 14,
    blocks: [x, ...roles.flatMap(({ weight, bias, product }) => [weight, bias, product])],
    lit: moving + 1,
    over: svg`${caption(x.x + 7, 26, 'x', '', 'stream', 'middle')}
      ${roles.map(({ weight, product }) => svg`${title(view, weight)}${title(view, product)}`)}
      ${operator(left - 6, 34 + (D * tall) / 2, '·')}${operator(left - 14, roles[0].bias.y + 6, '+b')}${names(view, roles[0].product)}
      ${roles.map((one, i) => sweep(inside, one, beat(t, ...spans[i])))}
      ${moving >= 0 ? outline({ x: x.x, y: x.y, width: 14, height: x.height }, 'stream') : ''}`,
  };
}

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
  return {
    height: s.bottom + 12,
    blocks: [kt, q, s],
    lit: moving ? 1 : 0,
    over: svg`${caption(left, kt.bottom - 4, 'Q', '', 'query')}${caption(gridX - 8, top + 12, 'Kᵀ', '', 'key', 'end')}
      ${names(view, q)}${columnNames(kt, view.tokens, view.token, top - 6)}
      ${veilAround(s, view.token, p >= 1 ? 1 : (stop.index + (stop.moved > 0.6)) / T, ease(beat(t, 0.74, 1)))}
      ${moving ? outline(bandOf(q, view.token), 'query') : ''}${moving ? outline(bandOf(kt, stop.position, true), 'key') : ''}
      ${moving ? outline({ x: s.x + stop.position * c, y: s.y + view.token * c, width: c, height: c }, 'weight') : ''}`,
  };
}

/** A row of the followed token over the whole width, its cells wide enough for numbers, tokens named above. */
function closeUp(view, tensor, y, at, ends = 0) {
  const left = margin(view);
  const cw = Math.min(52, (view.width - left - 4 - ends) / view.shape.T);
  return matrix(view, tensor, { x: left, y, cw, ch: 24, rows: [view.token], digits: cw > 26 ? 2 : 1 }, at);
}

/** The whole matrices under the close-up: side by side where there is room, else only the last. */
function pair(view, tensors, y, at) {
  const { T } = view.shape;
  const left = margin(view);
  const shown = view.narrow ? tensors.slice(-1) : tensors;
  const gap = 30;
  const c = Math.min(27, (view.width - left - 4 - gap * (shown.length - 1)) / (T * shown.length));
  return shown.map((tensor, i) => matrix(view, tensor, { x: left + i * (T * c + gap), y, cw: c, ch: c, digits: c >= 25 ? 2 : 1 }, at));
}

const besideTitle = (view, made) => title(view, made, made.tensor, view.words.everyToken);

/** ÷ √d_k. */
export function scale(view, t) {
  const at = { layer: view.layer, head: view.head };
  const before = closeUp(view, 'scores', 150, at);
  const after = closeUp(view, 'scaled', before.bottom + 112, at);
  const grids = pair(view, ['scores', 'scaled'], after.bottom + 58, at);
  const p = ease(beat(t, 0.25, 0.7));
  const size = (column) => Math.abs(valueAt(before, view.token, column));
  return {
    height: grids[0].bottom + 14,
    blocks: [before, after, ...grids],
    lit: p > 0 ? 1 : 0,
    over: svg`${columnNames(before, view.tokens, view.token, 146 - 66)}${title(view, before)}${title(view, after)}
      ${barsOver(before, 56, before.top, size, 'weight')}
      ${barsOver(after, 56, before.top, (column) => between(size(column), Math.abs(valueAt(after, view.token, column)), p), 'weight')}
      ${sign(after, `÷${Math.sqrt(view.shape.K).toFixed(2)}`)}${grids.map((made) => besideTitle(view, made))}${names(view, grids[0])}
      ${veilAround(grids.at(-1), view.token, p, ease(beat(t, 0.72, 1)))}`,
  };
}

/** Hidden positions become −∞. */
export function mask(view, t) {
  const at = { layer: view.layer, head: view.head };
  const { T } = view.shape;
  const before = closeUp(view, 'scaled', 84, at);
  const after = closeUp(view, 'masked', before.bottom + 42, at);
  const left = margin(view);
  const c = Math.min(27, (view.width - left - 4) / T);
  const grid = matrix(view, 'masked', { x: left, y: after.bottom + 54, cw: c, ch: c, digits: c >= 25 ? 1 : 0 }, at);
  const p = stops(beat(t, 0.1, 0.6), T);
  return {
    height: grid.bottom + 14,
    blocks: [before, after, grid],
    lit: t > 0.1 ? 1 : 0,
    over: svg`${columnNames(before, view.tokens, view.token, 64)}${title(view, before)}${title(view, after)}${besideTitle(view, grid)}
      ${names(view, grid)}${veilColumns(after, t < 0.1 ? 0 : p.index + p.moved)}
      ${veilAround(grid, view.token, beat(t, 0.5, 0.62), ease(beat(t, 0.65, 1)))}`,
  };
}

/** exp(s − max), then ÷ sum: a row of weights that adds up to 1. */
export function softmax(view, t) {
  const at = { layer: view.layer, head: view.head };
  const ends = view.narrow ? 44 : 62;
  const place = (tensor, made) => matrix(view, tensor, { x: made.right + 8, y: made.y, cw: ends - 10, ch: 24, rows: [view.token] }, at);
  const scores = closeUp(view, 'masked', 84, at, ends);
  const exps = closeUp(view, 'exp', scores.bottom + 82, at, ends);
  const weights = closeUp(view, 'weights', exps.bottom + 82, at, ends);
  const most = place('row_max', scores);
  const sum = place('row_sum', exps);
  const grids = pair(view, ['exp', 'weights'], weights.bottom + 56, at);
  const [grow, divide] = [ease(beat(t, 0.2, 0.45)), ease(beat(t, 0.55, 0.75))];
  const exp = (column) => valueAt(exps, view.token, column);
  return {
    height: grids[0].bottom + 14,
    blocks: [scores, most, exps, sum, weights, ...grids],
    lit: t < 0.2 ? 1 : t < 0.55 ? 2 : 3,
    over: svg`${columnNames(scores, view.tokens, view.token, 64)}
      ${[scores, exps, weights].map((made) => title(view, made))}${[most, sum].map((made) => title(view, made))}
      ${sign(exps, 'exp')}${sign(weights, '÷Σ')}
      ${barsOver(exps, 44, 1, (column) => exp(column) * grow, 'weight')}
      ${barsOver(weights, 44, 1, (column) => between(exp(column), valueAt(weights, view.token, column), divide), 'weight')}
      ${veilColumns(exps, grow * view.shape.T)}${veilColumns(sum, beat(t, 0.48, 0.5))}${veilColumns(weights, divide * view.shape.T)}
      ${grids.map((made) => besideTitle(view, made))}${names(view, grids[0])}
      ${veilAround(grids.at(-1), view.token, divide, ease(beat(t, 0.78, 1)))}`,
  };
}

/** z = Σ_j weight_j · v_j: each value row comes over as strongly as its weight says. */
export function mix(view, t) {
  const { T, K } = view.shape;
  const at = { layer: view.layer, head: view.head };
  const left = margin(view);
  const [column, gap] = view.narrow ? [34, 12] : [52, 40];
  const cw = Math.min(26, (view.width - left - column - gap - 10) / (2 * K));
  const ch = rowHeight(view, 430, 34);
  const weights = matrix(view, 'weights', { x: left, y: 44, cw: column - 6, ch, rows: [view.token], transpose: true }, at);
  const value = matrix(view, 'value', { x: left + column, y: 44, cw, ch, digits: 1 }, at);
  const out = matrix(view, 'head_output', { x: value.right + gap, y: 44, cw, ch, digits: 1 }, at);
  const p = beat(t, 0.05, 0.72);
  const stop = stops(p, T);
  const moving = p > 0 && p < 1;
  const weight = valueAt(weights, view.token, stop.index);
  const flight = { ...bandOf(value, stop.index), x: between(value.x, out.x, stop.moved), y: between(value.y + stop.index * ch, out.y + view.token * ch, stop.moved) };
  return {
    height: out.bottom + 14,
    blocks: [weights, value, out],
    lit: moving ? 1 : 0,
    over: svg`${names(view, weights)}${title(view, weights)}${title(view, value)}${title(view, out)}
      ${operator(left + column - 4, 44 + (T * ch) / 2, '×')}${operator(value.right + gap / 2 - 4, 44 + (T * ch) / 2, 'Σ')}
      ${veilAround(out, view.token, p >= 1 ? 1 : 0, ease(beat(t, 0.76, 1)))}
      ${moving ? svg`<rect class="flight value" x=${flight.x} y=${flight.y} width=${flight.width} height=${ch} rx="4"
        fill-opacity=${(0.15 + 0.85 * weight).toFixed(2)} />` : ''}
      ${moving ? outline(bandOf(weights, stop.index), 'weight') : ''}${moving ? outline(bandOf(value, stop.index), 'value') : ''}`,
  };
}

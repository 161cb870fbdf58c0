/**
 * The four steps in close-up: one row from scores to weights to the mixed value, the whole matrix with the sums at its edges, and
 * under it what scaling does to softmax as keys grow wider.
 */
import { svg } from 'lit';
import { barsOver } from '../bars.js';
import { valueAt } from '../block.js';
import { WIDTHS, drawCurves } from '../curves.js';
import { caption, columnNames, operator } from '../marks.js';
import { margin, matrix, names, rowHeight, sideTitle, title } from './layout.js';

const EDGE = 54;

/** The followed row of one tensor with bars on it. */
function close(view, tensor, y, at, digits = 2) {
  const left = margin(view);
  const cw = Math.min(54, (view.width - left - EDGE - 10) / view.shape.T);
  return matrix(view, tensor, { x: left, y, cw, ch: 24, rows: [view.token], digits: cw > 26 || digits === 2 ? digits : 1 }, at);
}

function rowStrips(view, at) {
  const y = (i) => 108 + i * 66;
  const blocks = [close(view, 'scores', y(0), at, 1), close(view, 'scaled', y(1), at, 1), close(view, 'exp', y(2), at), close(view, 'weights', y(3), at)];
  const tops = [blocks[0].top, blocks[0].top, 1, 1];
  const bars = blocks.map((made, i) => barsOver(made, 34, tops[i], (column) => valueAt(made, view.token, column), 'weight'));
  return { blocks, bars };
}

/** The whole matrix, the sum of each row at its right and of each column at its foot. */
function whole(view, above, y, at) {
  const { x, cw } = above;
  const grid = matrix(view, 'weights', { x, y, cw, ch: rowHeight(view, 230, 21), digits: 2 }, at);
  const rows = matrix(view, 'weights_row_sum', { x: grid.right + 8, y, cw: EDGE - 12, ch: grid.ch }, at);
  const columns = matrix(view, 'weights_column_sum', { x, y: grid.bottom + 8, cw, ch: 20, transpose: true }, at);
  return { grid, rows, columns };
}

/** What each curve shows, from the engine's draws at every width. */
function charts(view, { drawn, here, dK }) {
  const { saturation } = view.words;
  return ['spread', 'largest_weight', 'entropy', 'gradient'].map((name) => ({
    title: saturation[name],
    series: ['raw', 'scaled'].flatMap((kind) => ['median', 'mean'].map((kindOf) => ({
      look: `${kind} ${kindOf}`, points: drawn.map((draw, i) => ({ dK: WIDTHS[i], value: draw[kind][name][kindOf] })),
    }))),
    at: { dK, values: ['raw', 'scaled'].flatMap((kind) => ['median', 'mean'].map((kindOf) => ({ look: `${kind} ${kindOf}`, value: here[kind][name][kindOf] }))) },
  }));
}

function drawCharts(view, saturation, y) {
  const columns = view.narrow ? 2 : 4;
  const wide = (view.width - 12) / columns;
  return charts(view, saturation).map((chart, i) => drawCurves(chart, {
    x: 38 + (i % columns) * wide, y: y + Math.floor(i / columns) * 150, width: wide - 52, height: 92,
  }));
}

/** @param {{saturation: {drawn, here, dK}}} parts */
export function fourSteps(view, { saturation }) {
  const at = { layer: view.layer, head: view.head };
  const { blocks, bars } = rowStrips(view, at);
  const { grid, rows, columns } = whole(view, blocks[3], blocks[3].bottom + 52, at);
  const out = matrix(view, 'head_output', { x: grid.x, y: columns.bottom + 40, cw: Math.min(40, grid.width / view.shape.K), ch: 22, rows: [view.token], digits: 1 }, at);
  const chartsAt = out.bottom + 82;
  const { figures } = view.words;
  return {
    height: chartsAt + (view.narrow ? 300 : 150),
    blocks: [...blocks, grid, rows, columns, out],
    lit: 0,
    over: svg`${columnNames(blocks[0], view.tokens, view.token, 62)}${blocks.map((made) => sideTitle(view, made))}${bars}
      ${operator(grid.x - 8, blocks[1].y - 15, view.words.scales[view.scale])}${view.narrow ? '' : operator(grid.x - 8, blocks[2].y - 15, 'exp(s−max)')}${operator(grid.x - 8, blocks[3].y - 15, '÷ Σ')}
      ${title(view, grid, figures['four-steps'].axes)}${names(view, grid)}${caption(rows.x, rows.y - 10, 'Σ', '', 'weight')}
      ${caption(columns.x - 8, columns.y + 15, 'Σ', '', 'weight', 'end')}${title(view, out)}
      ${figures['four-steps'].charts.map((line, i) => caption(0, chartsAt - 50 + i * 18, '', line, 'weight'))}${drawCharts(view, saturation, chartsAt)}`,
  };
}

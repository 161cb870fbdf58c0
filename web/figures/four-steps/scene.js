/**
 * The four steps in close-up: the products of one query with one key, one row from scores to weights, the whole
 * matrix with the sums at its edges, the weighted values that add up to the output, and what scaling does to softmax
 * as keys grow wider.
 */
import { svg } from 'lit';
import { barsOver } from '../../draw/bars.js';
import { placeOf, valueAt } from '../../draw/block.js';
import { drawCurves } from './curves.js';
import { caption, columnNames, operator, outline, pill } from '../../draw/marks.js';
import { margin, matrix, names, rowHeight, sideTitle, title } from '../../draw/layout.js';

const EDGE = 54;

/** Width of a cell where `count` of them share the room of a strip. */
const cell = (view, count) => Math.min(54, (view.width - margin(view) - EDGE - 10) / count);

/** Query, key and their products, number by number; the products fall into one score. */
function products(view, key, at) {
  const { T, K, rotary } = view.shape;
  const place = (y, rows, ch = 22) => ({ x: margin(view), y, cw: cell(view, K), ch, rows: [rows], digits: 1 });
  const query = matrix(view, rotary ? 'rotated_query' : 'query', place(28, view.token), at);
  const other = matrix(view, rotary ? 'rotated_key' : 'key', place(query.bottom + 12, key), at);
  const terms = matrix(view, 'score_terms', place(other.bottom + 62, view.token * T + key, 24), at);
  return {
    query,
    other,
    terms,
    bars: barsOver(terms, 32, terms.top, (column) => valueAt(terms, view.token * T + key, column), 'weight'),
  };
}

/** The followed row of one tensor with bars on it. */
function close(view, tensor, y, at, digits = 2) {
  const cw = cell(view, view.shape.T);
  return matrix(
    view,
    tensor,
    { x: margin(view), y, cw, ch: 24, rows: [view.token], digits: cw > 26 || digits === 2 ? digits : 1 },
    at,
  );
}

function rowStrips(view, above, at) {
  const y = (i) => above + 160 + i * 66;
  const blocks = [
    close(view, 'scores', y(0), at, 1),
    close(view, 'scaled', y(1), at, 1),
    close(view, 'exp', y(2), at),
    close(view, 'weights', y(3), at),
  ];
  const tops = [blocks[0].top, blocks[0].top, 1, 1];
  const bars = blocks.map((made, i) =>
    barsOver(made, 34, tops[i], (column) => valueAt(made, view.token, column), 'weight'),
  );
  return { blocks, bars };
}

/** From the products down to the score that they add up to. */
function funnel(terms, scores, key) {
  const to = scores.x + key * scores.cw;
  const foot = scores.y - 116; // over the names of the keys
  const path = `M${terms.x},${terms.bottom + 4} H${terms.right} L${to + scores.cw},${foot} H${to} Z`;
  return svg`<path class="funnel" aria-hidden="true" d=${path} />
    ${operator(terms.x - 8, terms.bottom + 16, 'Σ')}${outline(placeOf(scores, scores.rows[0], key), 'weight')}`;
}

/** What each key gives by its weight, one row a key, over the sum of the rows: the head's output. */
function mixed(view, y, at) {
  const { T, K } = view.shape;
  const place = { x: margin(view), cw: Math.min(40, cell(view, K)), digits: 1 };
  const rows = Array.from({ length: T }, (_, key) => view.token * T + key);
  const terms = matrix(view, 'value_terms', { ...place, y, ch: rowHeight(view, 216, 18), rows }, at);
  return {
    terms,
    out: matrix(view, 'head_output', { ...place, y: terms.bottom + 34, ch: 24, rows: [view.token] }, at),
  };
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
  const { saturation } = view.own;
  return ['spread', 'largest_weight', 'entropy', 'gradient'].map((name) => ({
    title: saturation[name],
    series: ['raw', 'scaled'].flatMap((kind) =>
      ['median', 'mean'].map((kindOf) => ({
        look: `${kind} ${kindOf}`,
        points: drawn.map((draw) => ({ dK: draw.dK, value: draw[kind][name][kindOf] })),
      })),
    ),
    at: {
      dK,
      values: ['raw', 'scaled'].flatMap((kind) =>
        ['median', 'mean'].map((kindOf) => ({
          look: `${kind} ${kindOf}`,
          words: saturation.looks[kind][kindOf],
          value: here[kind][name][kindOf],
        })),
      ),
    },
  }));
}

function drawCharts(view, saturation, y) {
  const columns = view.narrow ? 2 : 4;
  const wide = (view.width - 12) / columns;
  return charts(view, saturation).map((chart, i) =>
    drawCurves(chart, {
      x: 38 + (i % columns) * wide,
      y: y + Math.floor(i / columns) * 150,
      width: wide - 52,
      height: 92,
    }),
  );
}

/** Signs, names and titles beside and over the strips and the matrix. */
function words(view, { strips, parts, key, edge, terms, out }) {
  const [scores, scaled, exps, weights] = strips.blocks;
  const { grid, rows, columns } = edge;
  const { own, tokens, token } = view;
  const ofPair = own.ofPair(tokens[token], tokens[key]);
  return svg`${[parts.query, parts.other].map((made) => sideTitle(view, made))}
    ${title(view, { ...parts.terms, y: parts.terms.y - 34 }, ofPair)}
    ${operator(parts.other.x - 8, parts.terms.y - 14, '×')}${funnel(parts.terms, scores, key)}
    ${columnNames(scores, tokens, token, scores.y - 46)}${strips.blocks.map((made) => sideTitle(view, made))}
    ${operator(grid.x - 8, scaled.y - 15, own.scales[view.scale])}
    ${view.narrow ? '' : operator(grid.x - 8, exps.y - 15, 'exp(s−max)')}${operator(grid.x - 8, weights.y - 15, '÷ Σ')}
    ${title(view, grid, own.axes)}${names(view, grid)}${caption(rows.x, rows.y - 10, 'Σ', '', 'weight')}
    ${caption(columns.x - 8, columns.y + 15, 'Σ', '', 'weight', 'end')}
    ${title(view, terms)}${names(view, terms)}${title(view, out)}${operator(out.x - 8, out.y + 12, 'Σ')}`;
}

/** The charts under two lines that say what they show. */
const chartsUnder = (view, saturation, y) =>
  svg`${view.own.charts.map((line, i) => caption(0, y - 50 + i * 18, '', line, 'weight'))}
    ${pill(view.width, y - 54, 'random', view.words.badge.short.random)}${drawCharts(view, saturation, y)}`;

/**
 * @param {{saturation: {drawn, here, dK}, key: number}} parts `key` is the one whose score is shown product by
 *   product
 */
export function fourSteps(view, { saturation, key }) {
  const at = { layer: view.layer, head: view.head };
  const parts = products(view, key, at);
  const strips = rowStrips(view, parts.terms.bottom, at);
  const edge = whole(view, strips.blocks[3], strips.blocks[3].bottom + 52, at);
  const { terms, out } = mixed(view, edge.columns.bottom + 44, at);
  const chartsAt = out.bottom + 82;
  return {
    height: chartsAt + (view.narrow ? 300 : 150),
    blocks: [parts.query, parts.other, parts.terms, ...strips.blocks, ...Object.values(edge), terms, out],
    lit: 0,
    over: svg`${words(view, { strips, parts, key, edge, terms, out })}${parts.bars}${strips.bars}
      ${chartsUnder(view, saturation, chartsAt)}`,
  };
}

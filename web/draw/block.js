/**
 * The one way to draw a tensor. A block is a matrix, a strip (one row of it), a column or a slice of a weight: a pure
 * description with a place for every cell, and `drawBlock` turns it into SVG.
 *
 * Shade is magnitude against the block's own largest value: the hue of its role for positive numbers, grey with a
 * notch for negative ones, hatching for −∞. Shade is `fill-opacity`, an attribute, because a strict content policy
 * forbids inline style.
 */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tensorKey } from '../engine/tensor-ref.js';
import { range } from '../story/range.js';
import { gridOf } from '../story/tensor.js';
import { short } from './number.js';

const largest = (data) =>
  data.reduce((top, value) => (Number.isFinite(value) ? Math.max(top, Math.abs(value)) : top), 0);

/**
 * @param {object} spec tensor, layer, head, data, shape, axes; x, y, cw, ch (size of a cell); hue ('query' …);
 *   rows, columns (indices to show, default all); transpose (rows run sideways); wrap (a strip goes on in the next line
 *   after so many cells); top (value of full shade);
 *   where (said of the block besides its name); after (reached by keyboard after what is drawn over the blocks)
 */
export function block(spec) {
  const [height, width] = gridOf(spec);
  const made = { gap: spec.cw > 9 && spec.ch > 9 ? 1 : 0, layer: null, head: null, ...spec, stride: width };
  made.rows ??= range(height);
  made.columns ??= range(width);
  made.across = made.transpose ? made.rows : made.columns;
  made.down = made.transpose ? made.columns : made.rows;
  made.wrap ??= made.across.length;
  made.width = made.wrap * made.cw;
  made.height = made.down.length * Math.ceil(made.across.length / made.wrap) * made.ch;
  made.right = made.x + made.width;
  made.bottom = made.y + made.height;
  made.top ??= largest(made.data);
  made.name = tensorKey(made);
  return made;
}

export const valueAt = (made, row, column) => made.data[row * made.stride + column];

/** Place of one cell of the tensor, in the block's coordinates. */
export function placeOf(made, row, column) {
  const [across, down] = made.transpose ? [row, column] : [column, row];
  const i = made.across.indexOf(across);
  return {
    x: made.x + (i % made.wrap) * made.cw,
    y: made.y + (made.down.indexOf(down) + Math.floor(i / made.wrap)) * made.ch,
    width: made.cw,
    height: made.ch,
  };
}

export const shows = (made, { tensor, layer, head, row, column }) =>
  made.tensor === tensor &&
  made.layer === layer &&
  made.head === head &&
  made.rows.includes(row) &&
  made.columns.includes(column);

/** Shade in [0.04, 1]: a little more than linear, so that small values can still be told from none. */
export const shade = (value, top) => (top > 0 ? 0.04 + 0.96 * Math.min(1, Math.abs(value) / top) ** 0.8 : 0.04);

function ink(value, top) {
  if (value === -Infinity) return 'number masked';
  return Math.abs(value) > 0.52 * top ? 'number on-dark' : 'number';
}

function fill(value) {
  if (value === -Infinity) return 'cell masked';
  return value < 0 ? 'cell negative' : 'cell';
}

/** Numbers stand in the cells when three characters fit. */
const roomForText = ({ cw, ch }) => cw >= 20 && ch >= 12;

/** Narrow cells do without the nought before the point. */
const tight = (text) => text.replace(/^(\u2212?)0\./, '$1.');

function drawNumber(made, value, x, y) {
  const text = made.cw < 25 ? tight(short(value, made.digits)) : short(value, made.digits);
  const size = Math.min(13, (made.cw - 3) / (text.length * 0.6), made.ch * 0.62);
  return svg`<text class=${ink(value, made.top)} aria-hidden="true" x=${x + made.cw / 2} y=${y + made.ch / 2}
    font-size=${size.toFixed(1)}>${text}</text>`;
}

/** A short bar in negative cells: the sign can be seen without telling colours apart. */
function drawNotch(made, x, y) {
  if (made.cw < 12 || made.ch < 10) return nothing;
  return svg`<line class="notch" aria-hidden="true" x1=${x + made.cw / 2 - 2} x2=${x + made.cw / 2 + 2}
    y1=${y + made.ch / 2} y2=${y + made.ch / 2} />`;
}

/** What stands in a cell: its number where there is room, else a notch in a negative one. */
function drawMark(made, value, x, y) {
  if (roomForText(made)) return drawNumber(made, value, x, y);
  return value < 0 && value !== -Infinity ? drawNotch(made, x, y) : nothing;
}

function drawCell(made, row, column, label) {
  const value = valueAt(made, row, column);
  const { x, y } = placeOf(made, row, column);
  return svg`<rect class=${fill(value)} role="gridcell" tabindex="-1" aria-label=${label(made, row, column, value)}
    x=${x} y=${y} width=${made.cw - made.gap} height=${made.ch - made.gap} rx=${made.gap * 2}
    fill-opacity=${value === -Infinity ? 1 : shade(value, made.top).toFixed(3)}
    data-tensor=${made.tensor} data-layer=${made.layer ?? nothing} data-head=${made.head ?? nothing}
    data-row=${row} data-column=${column} data-value=${String(value)} />${drawMark(made, value, x, y)}`;
}

function drawRows(made, label) {
  return made.down.map(
    (down) =>
      svg`<g role="row">${made.across.map((across) =>
        made.transpose ? drawCell(made, across, down, label) : drawCell(made, down, across, label),
      )}</g>`,
  );
}

/**
 * @param {object} made from `block`
 * @param {{cell: Function, block: Function}} label names for a cell and for the block, in the page's language
 */
export function drawBlock(made, label) {
  const { x, y, width, height, gap } = made;
  const geometry = [made.x, made.y, made.cw, made.ch].map((n) => n.toFixed(1)).join();
  const shown = `${made.rows.length}:${made.rows[0]},${made.columns.length}:${made.columns[0]}`;
  return svg`<g class="block ${made.hue}" role="grid" tabindex="0" data-block=${made.name}
      aria-label=${label.block(made)} aria-rowcount=${made.down.length} aria-colcount=${made.across.length}>
    <rect class="ground" x=${x} y=${y} width=${width - gap} height=${height - gap} rx="2" />
    ${guard([made.data, geometry, shown, label, made.top, made.hue], () => drawRows(made, label.cell))}
    <rect class="frame" x=${x - 1.5} y=${y - 1.5} width=${width + 3 - gap} height=${height + 3 - gap} rx="4" />
  </g>`;
}

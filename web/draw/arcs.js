/**
 * The sentence as chips with arcs from one token to the others: in one line where it fits, else one token below the
 * other. An arc is as thick as its weight is large; each is an element that carries the number behind it.
 */
import { svg, nothing } from 'lit';
import { full, percent } from './number.js';

/** Width of a glyph in ems: Chinese characters fill one, Latin letters about half. */
function emsOf(letter) {
  if (letter === ' ') return 0.3;
  return letter.codePointAt(0) > 0x2e7f ? 1 : 0.62;
}

const ems = (text) => [...text].reduce((sum, letter) => sum + emsOf(letter), 0);

const GAP = 10;
const PADDING = 14;

/**
 * Places for the chips of all tokens.
 * @param {number} split 0…1, how far the sentence has come apart into tokens
 * @returns {{size: number, upright: boolean, height: number, boxes: {x, y, width, height}[]}}
 */
export function chipPlaces(view, split = 1) {
  const total = (size) => view.tokens.reduce((sum, glyph) => sum + ems(glyph) * size + PADDING + GAP * split, 0);
  const size = [22, 20, 18, 17, 16].find((candidate) => total(candidate) < view.width);
  if (!size) return stackedPlaces(view);
  let x = (view.width - total(size)) / 2;
  const boxes = view.tokens.map((glyph) => {
    const width = ems(glyph) * size + PADDING;
    const box = { x, y: 262, width, height: size * 1.9 };
    x += width + GAP * split;
    return box;
  });
  return { size, upright: true, height: 388, boxes };
}

/** The same with one token below the other. */
export function stackedPlaces(view) {
  const line = Math.max(22, Math.min(30, Math.floor(470 / view.tokens.length)));
  const size = Math.min(17, line * 0.58);
  const room = Math.max(...view.tokens.map((glyph) => ems(glyph) * size + 18));
  const boxes = view.tokens.map((_, i) => ({ x: 36, y: 8 + i * line, width: room, height: line - 4 }));
  const reach = 36 + room + 80 + 0.3 * line * view.tokens.length; // beyond the widest arc
  return {
    size,
    upright: false,
    height: view.tokens.length * line + 60,
    boxes,
    amounts: Math.min(view.width - 8, reach),
  };
}

/** How far an arc beside chips that stand in a column goes out; three quarters of it are seen. */
const reachOf = (from, to) => (from.y === to.y ? 34 : 22 + Math.abs(from.y - to.y) * 0.4);

/** Where such an arc is farthest out. */
export const farthest = (from, to) => ({
  x: from.x + from.width + 3 + 0.75 * reachOf(from, to),
  y: (from.y + to.y + from.height) / 2,
});

/** A curve from the followed chip to another; a loop to itself. */
export function arcPath(from, to, upright) {
  if (upright) {
    const [a, b] = [from.x + from.width / 2, to.x + to.width / 2];
    const lift = a === b ? 58 : Math.min(330, 34 + Math.abs(a - b) * 0.42); // three quarters of it are the height
    return a === b
      ? `M${a - 9},${from.y - 3} C${a - 34},${from.y - lift} ${a + 34},${from.y - lift} ${a + 9},${from.y - 3}`
      : `M${a},${from.y - 3} C${a},${from.y - lift} ${b},${from.y - lift} ${b},${to.y - 3}`;
  }
  const [a, b] = [from.y + from.height / 2, to.y + to.height / 2];
  const edge = from.x + from.width + 3;
  const lift = reachOf(from, to);
  return a === b
    ? `M${edge},${a - 6} C${edge + lift},${a - 16} ${edge + lift},${a + 16} ${edge},${a + 6}`
    : `M${edge},${a} C${edge + lift},${a} ${edge + lift},${b} ${edge},${b}`;
}

function arc(view, place, { data, tensor, layer, head }, i, { grown, count, plain }) {
  const value = data[view.token * view.shape.T + i];
  const path = arcPath(place.boxes[view.token], place.boxes[i], place.upright);
  const label = view.words.arc(view.tokens[view.token], view.tokens[i], full(value), count);
  return svg`<g class="arc" role=${plain ? 'img' : 'gridcell'} tabindex=${plain ? nothing : '-1'} aria-label=${label}
      data-tensor=${tensor} data-layer=${layer} data-head=${head ?? nothing}
      data-row=${view.token} data-column=${i} data-value=${String(value)}>
    <path class="hit" d=${path} />
    <path class="line" d=${path} stroke-width=${(0.6 + 15 * value * grown).toFixed(2)}
      stroke-opacity=${(grown * (0.25 + 0.65 * Math.sqrt(value))).toFixed(3)} /></g>`;
}

function amount(view, place, { data }, i, count) {
  const value = data[view.token * view.shape.T + i];
  const text = count > 1 ? `Σ ${percent(value)}` : percent(value);
  const { x, y, width, height } = place.boxes[i];
  const look = value < 0.01 ? 'amount faint' : 'amount';
  if (place.upright)
    return svg`<text class=${look} x=${x + width / 2} y=${y + height + 18} aria-hidden="true">${text}</text>`;
  return svg`<text class=${look} x=${place.amounts} y=${y + height / 2} text-anchor="end"
    aria-hidden="true">${text}</text>`;
}

const number = ({ x, y, anchor }, id) => svg`<text class="id" x=${x} y=${y} text-anchor=${anchor}>${id}</text>`;

function chip(view, { size, upright, plain }, box, i) {
  const idAt = upright
    ? { x: box.x + box.width / 2, y: box.y + box.height + 36, anchor: 'middle' }
    : { x: 28, y: box.y + box.height / 2, anchor: 'end' };
  return svg`<g class=${i === view.token ? 'chip followed' : 'chip'} data-token=${i} data-id=${view.shape.ids[i]}>
    <rect x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="6" />
    <text x=${box.x + box.width / 2} y=${box.y + box.height / 2} font-size=${size}>${view.tokens[i]}</text>
    ${plain ? nothing : number(idAt, view.shape.ids[i])}
  </g>`;
}

/** The chips alone. */
export const drawChips = (view, place) => svg`<g>${place.boxes.map((box, i) => chip(view, place, box, i))}</g>`;

/**
 * Chips, the arcs of the followed token, and their weights as percentages.
 * @param {object} weights { data [T,T], tensor, layer, head }
 * @param {object} place of the chips; in a `plain` one arcs are pictures, no cells to look into, and chips have no ids
 * @param {{grown?: number, threshold?: number, stands?: Function, of?: Function, merged?: Map<number, number[]>}}
 *   options how far the arcs have grown; arcs thinner than the threshold, and those that do not stand, are left out;
 *   `of` says whose cell an arc is, and `merged` which places one arc stands for
 */
export function drawArcs(
  view,
  place,
  weights,
  { grown = 1, threshold = 0, stands = () => true, of = () => weights, merged = new Map() } = {},
) {
  const all = view.tokens.map((_, i) => i);
  const shown = all.filter((i) => stands(i) && of(i).data[view.token * view.shape.T + i] >= threshold);
  const count = (i) => merged.get(i)?.length ?? 1;
  const { plain } = place;
  const label = view.words.cell.grid(view.words.tensors[weights.tensor].name, 1, shown.length);
  const arcs = shown.map((i) => arc(view, place, of(i), i, { grown, count: count(i), plain }));
  const grid = svg`<g class="arcs" role="grid" tabindex="0" aria-label=${label}><g role="row">${arcs}</g></g>`;
  return svg`${plain ? arcs : grid}${drawChips(view, place)}
    <g opacity=${grown}>${shown.map((i) => amount(view, place, of(i), i, count(i)))}</g>`;
}

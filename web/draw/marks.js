/**
 * What moves over the blocks: outlines that sweep, veils that lift, numbers that travel, labels that stay with their
 * vector. All of it is drawn above the cells and none of it holds data.
 */
import { svg, nothing } from 'lit';
import { shade } from './block.js';
import { mix } from './motion.js';
import { short } from './number.js';

/** Outline of a rectangle, in the hue of a role. */
export const outline = (
  { x, y, width, height },
  hue,
  grow = 1.5,
) => svg`<rect class="outline ${hue}" x=${x - grow} y=${y - grow}
  width=${width + 2 * grow - 1} height=${height + 2 * grow - 1} rx="4" />`;

/** A row that is still being made, in the shades of its block: a picture of sums under way, and no cells. */
export const rowUnderWay = (made, row, values) =>
  svg`<g class=${made.hue} aria-hidden="true">${values.map(
    (value, i) => svg`<rect class=${value < 0 ? 'cell negative' : 'cell'} x=${made.x + i * made.cw}
    y=${made.y + row * made.ch} width=${made.cw - made.gap} height=${made.ch - made.gap} rx=${made.gap * 2}
    fill-opacity=${shade(value, made.top).toFixed(3)} />`,
  )}</g>`;

/** The band of one row (or of one column, for `across`) of a block. */
export function bandOf(made, row, across) {
  const place = { x: made.x, y: made.y, width: made.width, height: made.height };
  return across
    ? { ...place, x: made.x + row * made.cw, width: made.cw }
    : { ...place, y: made.y + row * made.ch, height: made.ch };
}

/** How far a veil reaches over a block's frame. */
const OVER = 3.5;

/** Covers what has not been computed yet in this scene, from corner to corner. */
const veil = (left, top, right, bottom) =>
  right - left > 0.5 && bottom - top > 0.5
    ? svg`<rect class="veil" x=${left} y=${top} width=${right - left} height=${bottom - top} />`
    : nothing;

/** Uncovers a block from the left: the first `shown` columns can be seen. */
export const veilColumns = (made, shown) =>
  veil(
    made.x + (shown > 0 ? shown * made.cw : -OVER),
    made.y - OVER,
    shown < made.across.length ? made.right + OVER : made.x,
    made.bottom + OVER,
  );

/** Uncovers a block from above. */
export const veilRows = (made, shown) =>
  veil(
    made.x - OVER,
    made.y + (shown > 0 ? shown * made.ch : -OVER),
    made.right + OVER,
    shown * made.ch < made.height ? made.bottom + OVER : made.y,
  );

/**
 * Uncovers one row from the left (`own`, 0…1), then the rows above and below it (`others`, 0…1).
 * @param {number} followed index of the row among those shown
 */
export function veilAround(made, followed, own, others) {
  const [left, right] = [made.x - OVER, made.right + OVER];
  const top = made.y + followed * made.ch;
  const below = top + made.ch;
  const [first, last] = [made.y - OVER, made.bottom + OVER];
  const [above, under] = [first + (top - first) * (1 - others), last - (last - below) * (1 - others)];
  return svg`${others < 1 ? veil(left, first, right, above) : nothing}
    ${own < 1 ? veil(own > 0 ? made.x + own * made.width : left, top - 1, right, below + 1) : nothing}
    ${others < 1 ? veil(left, under, right, last) : nothing}`;
}

/** A number on its way from one place to another. */
export function traveller(text, from, to, p, hue) {
  if (p <= 0 || p >= 1) return nothing;
  const x = mix(from.x + from.width / 2, to.x + to.width / 2, p);
  const y = mix(from.y + from.height / 2, to.y + to.height / 2, p) - Math.sin(p * Math.PI) * 14;
  const width = 14 + text.length * 6.5;
  return svg`<g class="traveller ${hue}" aria-hidden="true">
    <rect x=${x - width / 2} y=${y - 10} width=${width} height="20" rx="10" />
    <text x=${x} y=${y}>${text}</text></g>`;
}

/** A symbol as it is written by hand: what follows `_` goes below the line. */
function symbolOf(text) {
  const [letter, index] = text.split('_');
  const below = svg`<tspan class="symbol index" dy="4">${index}</tspan><tspan dy="-4">\u200b</tspan>`;
  return svg`<tspan class="symbol">${letter}</tspan>${index ? below : nothing}`;
}

/** A caption: the symbol of a tensor in its hue, then its name. */
export function caption(x, y, symbol, words, hue, anchor = 'start') {
  const name = words ? svg`<tspan class="words" dx=${symbol ? 6 : 0}>${words}</tspan>` : nothing;
  return svg`<text class="caption ${hue}" x=${x} y=${y} text-anchor=${anchor}
    >${symbol ? symbolOf(symbol) : nothing}${name}</text>`;
}

/** What shades mean: from the most negative to the most positive value of this very block. */
export function legend(made, digits = 1) {
  const signed = made.data.some((value) => value < 0 && value !== -Infinity);
  const steps = signed ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const [x, y] = [made.right - 112, made.y - 17];
  const shadeOf = (step, i) =>
    svg`<rect class=${step < 0 ? 'cell negative' : 'cell'} x=${x + i * 15} y=${y} width="14" height="9" rx="2"
      fill-opacity=${(0.04 + 0.96 * Math.abs(step) ** 0.8).toFixed(2)} />`;
  return svg`<g class="legend ${made.hue}" aria-hidden="true">
    <text x=${x - 5} y=${y + 5} text-anchor="end">${short(steps[0] * made.top, digits)}</text>${steps.map(shadeOf)}
    <text x=${x + 80} y=${y + 5}>${short(made.top, digits)}</text></g>`;
}

/** A small mark at the right end of a line: where the numbers of this part come from. */
export function pill(right, y, kind, words) {
  const width = 16 + [...words].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 11 : 6.2), 0);
  return svg`<g class="pill" data-badge=${kind}>
    <rect x=${right - width - 1} y=${y - 9} width=${width} height="18" rx="9" />
    <text x=${right - 1 - width / 2} y=${y}>${words}</text></g>`;
}

export const operator = (x, y, text) => svg`<text class="operator" x=${x} y=${y} aria-hidden="true">${text}</text>`;

/** Token names down the left side; the followed one stands on its marker, and alone where rows are too thin for all. */
export function rowNames(made, tokens, followed, size = 13) {
  const top = (i) => made.y + i * made.ch;
  const marker = (i) => svg`<rect class="marker" x="0" y=${top(i)} width=${made.x - 5} height=${made.ch - 1} rx="3" />`;
  const name = (glyph, i) =>
    svg`<text class=${i === followed ? 'followed' : ''} x=${made.x - 9} y=${top(i) + made.ch / 2}>${glyph}</text>`;
  const height = Math.min(size, Math.max(10, made.ch * 0.82)).toFixed(1);
  return svg`<g class="names" aria-hidden="true" font-size=${height}>${tokens.map(
    (glyph, i) => svg`
    ${i === followed ? marker(i) : nothing} ${i === followed || made.ch > 11 ? name(glyph, i) : nothing}`,
  )}</g>`;
}

/** Token names over the columns, written downwards as Chinese may be. */
export const columnNames = (made, tokens, followed, bottom) => svg`<g class="names upright" aria-hidden="true"
  font-size=${Math.min(12, made.cw * 0.8).toFixed(1)}>${tokens.map(
    (glyph, i) => svg`<text class=${i === followed ? 'followed' : ''}
  x=${made.x + i * made.cw + made.cw / 2} y=${bottom}>${glyph}</text>`,
  )}</g>`;

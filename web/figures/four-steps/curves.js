/**
 * Small curve charts over d_k: a value against the key width on a doubling scale, scaled and unscaled, median and mean.
 */
import { svg } from 'lit';
import { short } from '../../draw/number.js';

/** The key widths that are drawn; the axis doubles from one tick to the next. */
export const WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

const across = (frame, width) => frame.x + (Math.log2(width) / Math.log2(WIDTHS.at(-1))) * frame.width;

const upward = (frame, top, value) => frame.y + frame.height - (value / top) * frame.height;

const line = (frame, top, series, look) =>
  svg`<path class=${look} d=${series
    .map(
      ({ dK, value }, i) => `${i ? 'L' : 'M'}${across(frame, dK).toFixed(1)},${upward(frame, top, value).toFixed(1)}`,
    )
    .join('')} />`;

const TICKS = [1, 8, 64, 512];

function axes(frame, top) {
  const { x, y, width, height } = frame;
  const tick = (dK) => svg`<text x=${across(frame, dK)} y=${y + height + 13} text-anchor="middle">${dK}</text>`;
  return svg`<g class="axes" aria-hidden="true"><path d=${`M${x},${y} V${y + height} H${x + width}`} />
    <text x=${x - 6} y=${y + 4} text-anchor="end">${short(top, 1)}</text>${TICKS.map(tick)}</g>`;
}

/**
 * @param {object} chart title; series: { look, points: [{dK, value}] }[]; at: { dK, values: { look, words, value }[]
 *   } the slider's place, `words` telling the looks apart for those who cannot see them
 * @param {{x, y, width, height}} frame
 */
export function drawCurves({ title, series, at }, frame) {
  const top =
    Math.max(
      ...series.flatMap(({ points }) => points.map(({ value }) => value)),
      ...at.values.map(({ value }) => value),
    ) * 1.05;
  const x = across(frame, at.dK);
  const dot = ({ look, words, value }) =>
    svg`<circle class=${`dot ${look}`} cx=${x} cy=${upward(frame, top, value)} r="3.5" data-look=${look} role="img"
      data-value=${String(value)} aria-label=${`${title}, d_k ${at.dK}, ${words}: ${short(value, 3)}`} />`;
  return svg`<g class="curves"><text class="caption" x=${frame.x} y=${frame.y - 10}>${title}</text>
    ${axes(frame, top)}
    ${series.map(({ points, look }) => line(frame, top, points, `curve ${look}`))}
    <line class="here" x1=${x} x2=${x} y1=${frame.y} y2=${frame.y + frame.height} />
    ${at.values.map(dot)}</g>`;
}

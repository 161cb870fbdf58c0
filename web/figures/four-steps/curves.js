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

/**
 * @param {object} chart title; series: { look, points: [{dK, value}] }[]; at: { dK, values: { look, words, value }[] } the
 *   slider's place, `words` telling the looks apart for those who cannot see them
 * @param {{x, y, width, height}} frame
 */
export function drawCurves({ title, series, at }, frame) {
  const top =
    Math.max(
      ...series.flatMap(({ points }) => points.map(({ value }) => value)),
      ...at.values.map(({ value }) => value),
    ) * 1.05;
  const x = across(frame, at.dK);
  return svg`<g class="curves"><text class="caption" x=${frame.x} y=${frame.y - 10}>${title}</text>
    <g class="axes" aria-hidden="true"><path d=${`M${frame.x},${frame.y} V${frame.y + frame.height} H${frame.x + frame.width}`} />
      <text x=${frame.x - 6} y=${frame.y + 4} text-anchor="end">${short(top, 1)}</text>
      ${[1, 8, 64, 512].map((width) => svg`<text x=${across(frame, width)} y=${frame.y + frame.height + 13} text-anchor="middle">${width}</text>`)}
    </g>
    ${series.map(({ points, look }) => line(frame, top, points, `curve ${look}`))}
    <line class="here" x1=${x} x2=${x} y1=${frame.y} y2=${frame.y + frame.height} />
    ${at.values.map(
      ({ look, words, value }) => svg`<circle class=${`dot ${look}`} cx=${x} cy=${upward(frame, top, value)} r="3.5"
      data-look=${look} data-value=${String(value)} role="img" aria-label=${`${title}, d_k ${at.dK}, ${words}: ${short(value, 3)}`} />`,
    )}</g>`;
}

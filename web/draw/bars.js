/**
 * Bars: a row of upright ones over a strip, where heights say more than shades, and lying ones for shares with a name.
 */
import { svg } from 'lit';
import { percent } from './number.js';
import { placeOf } from './block.js';

/**
 * Upright bars standing on the cells of a one-row block; grey ones stand for negative numbers.
 * @param {number} height of the tallest bar, which is `top`
 * @param {(column: number) => number} heightOf value to draw for a column, at this moment
 */
export function barsOver(made, height, top, heightOf, hue) {
  const [row] = made.rows;
  return svg`<g class="bars ${hue}" aria-hidden="true">${made.columns.map((column) => {
    const { x, y, width } = placeOf(made, row, column);
    const value = heightOf(column);
    const tall = Number.isFinite(value) && top > 0 ? (Math.abs(value) / top) * height : 0;
    return svg`<rect class=${value < 0 ? 'negative' : ''} x=${x + width * 0.18} y=${y - 4 - tall}
      width=${width * 0.64} height=${tall} rx="1.5" />`;
  })}</g>`;
}

/**
 * Shares with names, one lying bar a line, widths as part of `room`.
 * @param {{name: string, value: number, tone: string, cell: object}[]} shares `cell` is the tensor cell behind the
 *   share
 * @param {{x: number, y: number, label: number, room: number, line: number}} place `label` is the room left for names
 * @param {number} grown 0…1, how far the bars have grown
 */
export function shares(list, { x, y, label, room, line }, grown) {
  return svg`${list.map(({ name, value, tone, cell }, i) => {
    const top = y + i * line;
    const width = Math.max(1.5, value * room * grown);
    const amountAt = x + label + Math.min(width, room - 54) + 8;
    return svg`<g class="share ${tone}" role="img" aria-label=${`${name} ${percent(value)}`} data-tensor=${cell.tensor}
        data-row=${cell.row} data-column=${cell.column} data-value=${String(value)}>
      <text class="name" x=${x + label - 10} y=${top + line / 2}>${name}</text>
      <rect class="track" x=${x + label} y=${top + 3} width=${room} height=${line - 8} rx="4" />
      <rect class="bar" x=${x + label} y=${top + 3} width=${width} height=${line - 8} rx="4" />
      <text class="amount" x=${amountAt} y=${top + line / 2}>${value.toFixed(3)}</text>
    </g>`;
  })}`;
}

/**
 * One lying bar whose parts add up to `room`, and a line for each with its name and value.
 * @param {{name: string, value: number, tone: string, cell: object}[]} parts which add up to 1
 * @param {{x: number, y: number, label: number, room: number}} place `label` is the room left for names
 * @param {number} grown 0…1, how far the bar has grown
 */
export function stacked(parts, { x, y, label, room }, grown) {
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, { value }) => sum + value, 0));
  return svg`${parts.map(({ name, value, tone, cell }, i) => {
    const at = y + 44 + i * 22;
    return svg`<g class="share ${tone}" role="img" aria-label=${`${name} ${percent(value)}`} data-tensor=${cell.tensor}
        data-row=${cell.row} data-column=${cell.column} data-value=${String(value)}>
      <rect class="bar part" x=${x + starts[i] * room * grown} y=${y} width=${value * room * grown} height="24" />
      <rect class="bar" x=${x + label - 6} y=${at - 9} width="10" height="10" rx="2" />
      <text class="name" x=${x + label - 14} y=${at - 3}>${name}</text>
      <text class="amount" x=${x + label + 12} y=${at - 3}>${value.toFixed(3)}</text>
    </g>`;
  })}`;
}

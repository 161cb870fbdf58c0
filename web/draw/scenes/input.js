/** Before the first block: the sentence in tokens, their embeddings, and their positions. */
import { svg } from 'lit';
import { beat, ease, stops } from '../motion.js';
import { caption, veilColumns, veilRows, veilAround, outline, bandOf } from '../marks.js';
import { percent } from '../number.js';
import { margin, matrix, names, sheet, sign, strip, title, rowHeight, wideCell } from './layout.js';

/** Width of a glyph run in ems: Chinese characters fill one, Latin letters about half. */
const ems = (text) => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 1 : letter === ' ' ? 0.3 : 0.62), 0);

/** Chips in one line where the line fits, else one below the other. */
function chips(view, split) {
  const gap = 10;
  const padding = 14;
  const total = (size) => view.tokens.reduce((sum, glyph) => sum + ems(glyph) * size + padding + gap * split, 0);
  const size = [22, 20, 18, 17, 16].find((candidate) => total(candidate) < view.width);
  if (!size) return column(view);
  let x = (view.width - total(size)) / 2;
  return {
    size,
    upright: true,
    height: 388,
    boxes: view.tokens.map((glyph) => {
      const width = ems(glyph) * size + padding;
      const box = { x, y: 262, width, height: size * 1.9 };
      x += width + gap * split;
      return box;
    }),
  };
}

function column(view) {
  const line = Math.max(22, Math.min(30, Math.floor(470 / view.tokens.length)));
  const size = Math.min(17, line * 0.58);
  const room = Math.max(...view.tokens.map((glyph) => ems(glyph) * size + 18));
  return {
    size,
    upright: false,
    height: view.tokens.length * line + 60,
    boxes: view.tokens.map((glyph, i) => ({ x: 36, y: 8 + i * line, width: room, height: line - 4 })),
  };
}

/** A curve from the followed chip to another; a loop to itself. */
function arcPath(from, to, upright) {
  if (upright) {
    const [a, b] = [from.x + from.width / 2, to.x + to.width / 2];
    const lift = a === b ? 58 : 34 + Math.abs(a - b) * 0.42;
    return a === b
      ? `M${a - 9},${from.y - 3} C${a - 34},${from.y - lift} ${a + 34},${from.y - lift} ${a + 9},${from.y - 3}`
      : `M${a},${from.y - 3} C${a},${from.y - lift} ${b},${from.y - lift} ${b},${to.y - 3}`;
  }
  const [a, b] = [from.y + from.height / 2, to.y + to.height / 2];
  const edge = from.x + from.width + 3;
  const lift = a === b ? 34 : 22 + Math.abs(a - b) * 0.4;
  return a === b
    ? `M${edge},${a - 6} C${edge + lift},${a - 16} ${edge + lift},${a + 16} ${edge},${a + 6}`
    : `M${edge},${a} C${edge + lift},${a} ${edge + lift},${b} ${edge},${b}`;
}

function arc(view, place, weights, i, grown) {
  const value = weights.data[view.token * view.shape.T + i];
  const { layer, head } = weights.at;
  return svg`<path class="arc" d=${arcPath(place.boxes[view.token], place.boxes[i], place.upright)}
    stroke-width=${(0.6 + 15 * value * grown).toFixed(2)} stroke-opacity=${(grown * (0.25 + 0.65 * Math.sqrt(value))).toFixed(3)}
    role="img" aria-label=${view.words.arc(view.tokens[view.token], view.tokens[i], percent(value))}
    data-tensor="weights" data-layer=${layer} data-head=${head} data-row=${view.token} data-column=${i} data-value=${String(value)} />`;
}

function arcAmount(view, place, weights, i) {
  const value = weights.data[view.token * view.shape.T + i];
  const { x, y, width, height } = place.boxes[i];
  const look = value < 0.01 ? 'amount faint' : 'amount';
  return place.upright
    ? svg`<text class=${look} x=${x + width / 2} y=${y + height + 18} aria-hidden="true">${percent(value)}</text>`
    : svg`<text class=${look} x=${view.width - 8} y=${y + height / 2} text-anchor="end" aria-hidden="true">${percent(value)}</text>`;
}

function chip(view, box, i, size, upright) {
  const followed = i === view.token;
  return svg`<g class=${followed ? 'chip followed' : 'chip'} data-token=${i} data-id=${view.shape.ids[i]}>
    <rect x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="6" />
    <text x=${box.x + box.width / 2} y=${box.y + box.height / 2} font-size=${size}>${view.tokens[i]}</text>
    <text class="id" x=${upright ? box.x + box.width / 2 : 28} y=${upright ? box.y + box.height + 36 : box.y + box.height / 2}
      text-anchor=${upright ? 'middle' : 'end'}>${view.shape.ids[i]}</text>
  </g>`;
}

/** The sentence falls into tokens, and one head of the last layer shows where the followed one will look. */
export function tokens(view, t) {
  const at = { layer: view.shape.layers - 1, head: view.head };
  const weights = { ...view.get('weights', at.layer, at.head), at };
  const place = chips(view, ease(beat(t, 0, 0.3)));
  const grown = ease(beat(t, 0.4, 0.9));
  const all = view.tokens.map((_, i) => i);
  return {
    height: place.height,
    blocks: [],
    lit: 0,
    over: svg`<g class="arcs">${all.map((i) => arc(view, place, weights, i, grown))}</g>
      <g>${all.map((i) => chip(view, place.boxes[i], i, place.size, place.upright))}</g>
      <g opacity=${grown}>${all.map((i) => arcAmount(view, place, weights, i))}</g>
      ${view.words.arcs(at.layer, at.head).map((line, i) => caption(view.width / 2, place.height - 26 + i * 18, '', line, 'weight', 'middle'))}`,
  };
}

/** A token's row of the table, times √d_model. */
export function embedding(view, t) {
  const id = view.shape.ids[view.token];
  const x = margin(view);
  const table = matrix(view, 'token_embedding.weight', { x, y: 36, cw: wideCell(view, view.shape.D), ch: 20, rows: [id] });
  const scaled = strip(view, 'embedding', table.bottom + 44);
  const all = sheet(view, 'embedding', scaled.bottom + 54, {}, rowHeight(view, 300, 26));
  const p = stops(beat(t, 0.1, 0.5), view.shape.D);
  return {
    height: all.bottom + 16,
    blocks: [table, scaled, all],
    lit: t < 0.1 ? 1 : 2,
    over: svg`${title(view, table, ` ${id}`)}${title(view, scaled)}${title(view, all, view.words.everyToken)}
      ${sign(scaled, `×${Math.sqrt(view.shape.D).toFixed(2)}`)}${names(view, all)}
      ${veilColumns(scaled, p.position + p.moved)}
      ${t > 0.1 && t < 0.5 ? outline(bandOf(table, p.position, true), 'stream') : ''}
      ${veilRows(all, ease(beat(t, 0.52, 1)) * view.shape.T)}`,
  };
}

/** Embedding plus sinusoid (Vaswani et al. 2017, section 3.5). */
export function position(view, t) {
  const vector = strip(view, 'embedding', 34);
  const wave = strip(view, 'position', vector.bottom + 40);
  const sum = strip(view, 'input', wave.bottom + 40);
  const waves = sheet(view, 'position', sum.bottom + 48, {}, rowHeight(view, 120, 10));
  const all = sheet(view, 'input', waves.bottom + 42, {}, rowHeight(view, 190, 16));
  const p = beat(t, 0.3, 0.6);
  return {
    height: all.bottom + 14,
    blocks: [vector, wave, sum, waves, all],
    lit: t < 0.3 ? 1 : 2,
    over: svg`${[vector, wave, sum].map((made) => title(view, made))}
      ${[waves, all].map((made) => title(view, made, view.words.everyToken))}
      ${sign(wave, '+')}${sign(sum, '=')}${names(view, waves)}${names(view, all)}
      ${veilColumns(wave, ease(beat(t, 0, 0.25)) * view.shape.D)}${veilColumns(sum, p * view.shape.D)}
      ${p > 0 && p < 1 ? [vector, wave, sum].map((made) => outline(bandOf(made, Math.floor(p * view.shape.D), true), 'stream')) : ''}
      ${veilRows(waves, ease(beat(t, 0, 0.3)) * view.shape.T)}
      ${veilAround(all, view.token, beat(t, 0.5, 0.65), ease(beat(t, 0.65, 1)))}`,
  };
}

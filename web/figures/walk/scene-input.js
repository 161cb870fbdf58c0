/** Before the first block: the tokens' embeddings, and their positions. */
import { svg } from 'lit';
import { beat, ease, stops } from '../../draw/motion.js';
import { bandOf, caption, outline, veilAround, veilColumns, veilRows } from '../../draw/marks.js';
import { margin, matrix, names, sheet, sign, strip, title, rowHeight, wideCell } from '../../draw/layout.js';

const scaledBy = ({ embeddingScale, D }) => (embeddingScale === 1 ? '=' : `×√${D}`);

/** A token's row of the table, times what the model scales it by. */
export function embedding(view, t) {
  const id = view.shape.ids[view.token];
  const x = margin(view);
  const table = matrix(view, 'token_embedding.weight', {
    x,
    y: 36,
    cw: wideCell(view, view.shape.D),
    ch: 20,
    rows: [id],
  });
  const scaled = strip(view, 'embedding', table.bottom + 44);
  const all = sheet(view, 'embedding', scaled.bottom + 54, {}, rowHeight(view, 300, 26));
  const p = stops(beat(t, 0.1, 0.5), view.shape.D);
  return {
    height: all.bottom + 16,
    blocks: [table, scaled, all],
    lit: t < 0.1 ? 1 : 2,
    over: svg`${title(view, table, ` ${id}`)}${title(view, scaled)}${title(view, all, view.words.everyToken)}
      ${sign(scaled, scaledBy(view.shape))}${names(view, all)}
      ${veilColumns(scaled, p.position + p.moved)}
      ${t > 0.1 && t < 0.5 ? outline(bandOf(table, p.position, true), 'stream') : ''}
      ${veilRows(all, ease(beat(t, 0.52, 1)) * view.shape.T)}`,
  };
}

const bandAt = (column) => (made) => outline(bandOf(made, column, true), 'stream');

/** Where no position is added, the embedding is what goes in. */
function unchanged(view, t) {
  const vector = strip(view, 'embedding', 34);
  const input = strip(view, 'input', vector.bottom + 40);
  const all = sheet(view, 'input', input.bottom + 48, {}, rowHeight(view, 190, 16));
  const named = (made) => caption(made.x, made.y - 10, 'x', view.own.unchanged, 'stream');
  return {
    height: all.bottom + 14,
    blocks: [vector, input, all],
    lit: 0,
    over: svg`${title(view, vector)}${[input, all].map(named)}${sign(input, '=')}
      ${names(view, all)}${veilColumns(input, beat(t, 0.1, 0.4) * view.shape.D)}
      ${veilAround(all, view.token, beat(t, 0.4, 0.6), ease(beat(t, 0.6, 1)))}`,
  };
}

/** Embedding plus sinusoid (Vaswani et al. 2017, section 3.5). */
export function position(view, t) {
  if (view.shape.position !== 'sinusoidal') return unchanged(view, t);
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
      ${p > 0 && p < 1 ? [vector, wave, sum].map(bandAt(Math.floor(p * view.shape.D))) : ''}
      ${veilRows(waves, ease(beat(t, 0, 0.3)) * view.shape.T)}
      ${veilAround(all, view.token, beat(t, 0.5, 0.65), ease(beat(t, 0.65, 1)))}`,
  };
}

/** The prediction: every word of the vocabulary against the last vector, and the belief. */
import { svg } from 'lit';
import { shares, stacked } from '../../draw/bars.js';
import { margin, matrix, sign, strip, title } from '../../draw/layout.js';
import { caption, veilColumns, veilRows } from '../../draw/marks.js';
import { beat, ease } from '../../draw/motion.js';
import { partsOf } from '../../parts/belief.js';

/** The words that the followed place expects most. */
function likeliest(view, count) {
  const { V } = view.shape;
  const row = view.get('probabilities').data.subarray(view.token * V, (view.token + 1) * V);
  return [...row.keys()]
    .sort((a, b) => row[b] - row[a])
    .slice(0, count)
    .map((id) => ({
      name: view.word(id),
      value: row[id],
      tone: 'plain',
      cell: { tensor: 'probabilities', row: view.token, column: id },
    }));
}

/** Final norm, then every word of the vocabulary against the followed vector (tied with the embedding). */
export function prediction(view, t) {
  const { V } = view.shape;
  const last = { layer: view.shape.layers - 1 };
  const x = strip(view, 'residual', 34, last);
  const final = strip(view, 'final', x.bottom + 40);
  const wrap = view.narrow ? 41 : 61;
  const logits = matrix(view, 'logits', {
    x: margin(view),
    y: final.bottom + 40,
    cw: Math.floor(((view.width - margin(view) - 4) / wrap) * 10) / 10,
    ch: 14,
    rows: [view.token],
    wrap: Math.min(wrap, V),
  });
  const label = view.narrow ? 86 : 110;
  const room = view.width - label - 8;
  const grown = ease(beat(t, 0.5, 0.9));
  const y = logits.bottom + 52;
  const words = likeliest(view, view.narrow ? 4 : 5);
  const beliefTitle = view.own.beliefTitle(view.tokens[view.token], view.shape.decoder);
  const belief = view.candidates.length > 0 && view.token === view.reading ? partsOf(view) : [];
  const below = y + words.length * 26 + 46;
  return {
    height: below + (belief.length > 0 ? 34 + belief.length * 22 : 0) + 8,
    blocks: [x, final, logits],
    lit: t < 0.5 ? 1 : 2,
    over: svg`${[x, final, logits].map((made) => title(view, made))}${sign(logits, '·Eᵀ')}
      ${veilColumns(final, ease(beat(t, 0.08, 0.28)) * view.shape.D)}
      ${veilRows(logits, ease(beat(t, 0.28, 0.5)) * Math.ceil(V / wrap))}
      ${caption(0, y - 12, 'p', view.own.likeliest, 'stream')}
      ${shares(words, { x: 0, y, label, room, line: 26 }, grown)}
      ${belief.length > 0 ? caption(0, below - 12, '', beliefTitle, 'stream') : ''}
      ${stacked(belief, { x: 0, y: below, label, room: view.width - 8 }, grown)}`,
  };
}

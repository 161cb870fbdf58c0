/** A whole block in one scene: where each head of the followed token looks, and what is added to its vector. */
import { svg } from 'lit';
import { beat, ease } from '../../draw/motion.js';
import { caption, columnNames, veilAround, veilColumns } from '../../draw/marks.js';
import { margin, matrix, names, rowHeight, sheet, sign, streamInto, strip, title } from '../../draw/layout.js';

/** Every head's weights for the followed token, one row a head; 1 is full shade in all of them. */
function headRows(view, y) {
  const { T, H } = view.shape;
  const x = margin(view);
  const place = { x, cw: Math.min(58, (view.width - x - 4) / T), rows: [view.token], digits: 2, top: 1 };
  const ch = Math.max(9, Math.min(24, Math.floor(130 / H)));
  return Array.from({ length: H }, (_, head) =>
    matrix(view, 'weights', { ...place, y: y + head * (ch + 4), ch }, { layer: view.layer, head }),
  );
}

/** Attention and feed-forward, one after the other, added to what flows in. */
export function brief(view, t) {
  const { T, D } = view.shape;
  const at = { layer: view.layer };
  const [stream, from] = streamInto(view);
  const heads = headRows(view, 80);
  const x = strip(view, stream, heads.at(-1).bottom + 38, from);
  const written = strip(view, 'attention_output', x.bottom + 36, at);
  const digested = strip(view, 'feed_forward_output', written.bottom + 36, at);
  const out = strip(view, 'residual', digested.bottom + 36, at);
  const all = sheet(view, 'residual', out.bottom + 46, at, rowHeight(view, 130, 12));
  const p = (start, end) => ease(beat(t, start, end));
  const label = (made, head) => {
    const y = made.y + made.ch / 2 + 4;
    return made.ch > 11 || head === view.head ? caption(made.x - 8, y, '', view.words.head(head), 'weight', 'end') : '';
  };
  return {
    height: all.bottom + 14,
    blocks: [...heads, x, written, digested, out, all],
    lit: t < 0.5 ? 1 : 2,
    over: svg`${columnNames(heads[0], view.tokens, view.token, 72)}${heads.map(label)}
      ${[x, written, digested, out].map((made) => title(view, made))}${title(view, all, view.words.everyToken)}
      ${sign(written, '+')}${sign(digested, '+')}${sign(out, '=')}${names(view, all)}
      ${heads.map((made) => veilColumns(made, p(0.02, 0.35) * T))}
      ${veilColumns(written, p(0.35, 0.5) * D)}${veilColumns(digested, p(0.5, 0.65) * D)}
      ${veilColumns(out, p(0.65, 0.8) * D)}${veilAround(all, view.token, p(0.65, 0.8), p(0.8, 1))}`,
  };
}

/** The rest of a pre-norm block: norm, heads merged, residuals, feed-forward. */
import { svg } from 'lit';
import { beat, ease, stops, termAt } from '../../draw/motion.js';
import { bandOf, caption, operator, outline, veilAround, veilColumns, veilRows } from '../../draw/marks.js';
import {
  margin,
  matrix,
  names,
  rowHeight,
  sheet,
  sign,
  streamInto,
  strip,
  title,
  wideCell,
} from '../../draw/layout.js';

/** The mean and spread of each row, as two narrow columns in front of a sheet. */
function moments(view, name, made, at) {
  const cw = view.narrow ? 26 : 44;
  const place = (i) => ({ x: made.x - (2 - i) * (cw + 2) - 2, y: made.y, cw, ch: made.ch });
  return [matrix(view, `${name}_mean`, place(0), at), matrix(view, `${name}_std`, place(1), at)];
}

const momentNames = (mean, std) =>
  svg`${caption(mean.right - 4, mean.y - 8, 'μ', '', 'stream', 'end')}
    ${caption(std.right - 4, std.y - 8, 'σ', '', 'stream', 'end')}`;

/** A sheet that leaves room for the two columns. */
function sheetBehind(view, tensor, y, at, tall = 240) {
  const room = view.narrow ? 58 : 96;
  const cw = Math.floor(((view.width - margin(view) - room - 4) / view.shape.D) * 10) / 10;
  return matrix(view, tensor, { x: margin(view) + room, y, cw, ch: rowHeight(view, tall, 20) }, at);
}

/** LayerNorm: minus mean, ÷ standard deviation, then the learned weight and bias. */
export function norm(view, t) {
  const at = { layer: view.layer };
  const [stream, from] = streamInto(view);
  const x = strip(view, stream, 34, from);
  const weight = strip(view, 'attention_norm.weight', x.bottom + 40, at, { rows: [0], ch: 12 });
  const bias = strip(view, 'attention_norm.bias', weight.bottom + 36, at, { rows: [0], ch: 12 });
  const out = strip(view, 'attention_norm', bias.bottom + 40, at);
  const all = sheetBehind(view, 'attention_norm', out.bottom + 56, at);
  const [mean, std] = moments(view, 'attention_norm', all, at);
  const p = ease(beat(t, 0.2, 0.6));
  return {
    height: all.bottom + 14,
    blocks: [x, weight, bias, out, mean, std, all],
    lit: t < 0.2 ? 1 : 2,
    over: svg`${[x, weight, bias, out].map((made) => title(view, made))}${title(view, all, view.words.everyToken)}
      ${momentNames(mean, std)}
      ${sign(weight, '×')}${sign(bias, '+')}${sign(out, '=')}${names(view, mean)}
      ${veilColumns(out, p * view.shape.D)}${veilRows(all, ease(beat(t, 0.6, 1)) * view.shape.T)}`,
  };
}

/** The heads' outputs side by side; gaps close as they become one vector. */
function headStrips(view, y, closed) {
  const { K, H } = view.shape;
  const cw = wideCell(view, view.shape.D) - (1 - closed) * 0.6;
  const gap = H > 1 ? (1 - closed) * ((view.shape.D * 0.6) / (H - 1)) : 0;
  return Array.from({ length: H }, (_, head) =>
    matrix(
      view,
      'head_output',
      {
        x: margin(view) + head * (K * cw + gap),
        y,
        cw,
        ch: 20,
        rows: [view.token],
      },
      { layer: view.layer, head },
    ),
  );
}

/** Concat · W_O + b. */
export function merge(view, t) {
  const { D } = view.shape;
  const at = { layer: view.layer };
  const left = margin(view);
  const heads = headStrips(view, 46, ease(beat(t, 0.08, 0.3)));
  const tall = Math.max(2, Math.min(8, (view.narrow ? 150 : 200) / D));
  const top = heads[0].bottom + 40;
  const concat = matrix(
    view,
    'concat',
    { x: left - 26, y: top, cw: 14, ch: tall, rows: [view.token], transpose: true },
    at,
  );
  const weight = matrix(
    view,
    'attention.output.weight',
    { x: left, y: top, cw: wideCell(view, D), ch: tall, transpose: true },
    at,
  );
  const bias = strip(view, 'attention.output.bias', weight.bottom + 5, at, { rows: [0], ch: 10 });
  const all = sheet(view, 'attention_output', bias.bottom + 38, at, rowHeight(view, 190, 18));
  const p = stops(beat(t, 0.34, 0.78), D);
  const moving = t > 0.34 && t < 0.78;
  return {
    height: all.bottom + 14,
    blocks: [...heads, concat, weight, bias, all],
    lit: t < 0.34 ? 1 : 2,
    over: svg`${heads.map((made, head) => caption(made.x, made.y - 8, '', view.words.head(head), 'value'))}
      ${caption(concat.x + 7, top - 8, 'z', '', 'value', 'middle')}${title(view, weight)}${title(view, all)}
      ${operator(left - 6, top + (D * tall) / 2, '·')}${operator(left - 14, bias.y + 5, '+b')}${names(view, all)}
      ${moving ? outline({ x: concat.x, y: top, width: 14, height: concat.height }, 'value') : ''}
      ${moving ? outline(bandOf(weight, p.position, true), 'stream') : ''}
      ${veilAround(all, view.token, t < 0.34 ? 0 : (p.index + p.moved) / D, ease(beat(t, 0.8, 1)))}`,
  };
}

/** The block's input comes back in: x + attention, and the norm before the feed-forward. */
export function add(view, t) {
  const at = { layer: view.layer };
  const [stream, from] = streamInto(view);
  const x = strip(view, stream, 34, from);
  const written = strip(view, 'attention_output', x.bottom + 40, at);
  const sum = strip(view, 'attention_residual', written.bottom + 40, at);
  const all = sheet(view, 'attention_residual', sum.bottom + 48, at, rowHeight(view, 110, 10));
  const normed = sheetBehind(view, 'feed_forward_norm', all.bottom + 44, at, 150);
  const [mean, std] = moments(view, 'feed_forward_norm', normed, at);
  const p = beat(t, 0.1, 0.5);
  const band = (made) => outline(bandOf(made, Math.floor(p * view.shape.D), true), 'stream');
  return {
    height: normed.bottom + 14,
    blocks: [x, written, sum, all, mean, std, normed],
    lit: t < 0.5 ? 1 : 2,
    over: svg`${[x, written, sum].map((made) => title(view, made))}
      ${[all, normed].map((made) => title(view, made, view.words.everyToken))}
      ${momentNames(mean, std)}
      ${sign(written, '+')}${sign(sum, '=')}${names(view, all)}${names(view, mean)}${veilColumns(sum, p * view.shape.D)}
      ${p > 0 && p < 1 ? [x, written, sum].map(band) : ''}
      ${veilAround(all, view.token, p, ease(beat(t, 0.5, 0.7)))}
      ${veilRows(normed, ease(beat(t, 0.7, 1)) * view.shape.T)}`,
  };
}

/** Up to d_ff, through the activation, back down, and added. */
export function feedForward(view, t) {
  const { D, F } = view.shape;
  const at = { layer: view.layer };
  const wrapped = { wrap: Math.min(D, F), ch: 11 };
  const x = strip(view, 'feed_forward_norm', 34, at);
  const up = strip(view, 'feed_forward_up', x.bottom + 38, at, wrapped);
  const hidden = strip(view, 'feed_forward_hidden', up.bottom + 38, at, wrapped);
  const down = strip(view, 'feed_forward_output', hidden.bottom + 38, at);
  const all = sheet(view, 'residual', down.bottom + 48, at, rowHeight(view, 190, 18));
  const shown = (start, end, made) => {
    const lines = Math.ceil(made.across.length / made.wrap);
    return lines > 1
      ? veilRows(made, ease(beat(t, start, end)) * lines)
      : veilColumns(made, ease(beat(t, start, end)) * D);
  };
  return {
    height: all.bottom + 14,
    blocks: [x, up, hidden, down, all],
    lit: termAt(t, 0.35, 0.55),
    over: svg`${[x, up, hidden, down].map((made) => title(view, made))}${title(view, all, view.words.everyToken)}
      ${sign(up, '·W₁')}${sign(hidden, view.words.activation)}${sign(down, '·W₂')}${names(view, all)}
      ${shown(0.08, 0.35, up)}${shown(0.35, 0.55, hidden)}${shown(0.55, 0.75, down)}
      ${veilAround(all, view.token, beat(t, 0.75, 0.82), ease(beat(t, 0.82, 1)))}`,
  };
}

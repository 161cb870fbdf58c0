/** All heads of a layer side by side, and what each writes through W_O, adding up to the whole. */
import { svg, nothing } from 'lit';
import { caption, outline, pill } from '../../draw/marks.js';
import { margin, matrix, names, sign, strip, title } from '../../draw/layout.js';

/** One small matrix a head; in rows of four. */
function heads(view, y) {
  const { H, T } = view.shape;
  const columns = view.narrow ? 2 : Math.min(H, 4);
  const left = margin(view);
  const room = (view.width - left - 4) / columns;
  const c = Math.min(20, (room - 14) / T);
  return Array.from({ length: H }, (_, head) =>
    matrix(
      view,
      'weights',
      {
        x: left + (head % columns) * room,
        y: y + Math.floor(head / columns) * (T * c + 34),
        cw: c,
        ch: c,
      },
      { layer: view.layer, head },
    ),
  );
}

/** Followed row of every head's contribution, then their sum with the bias: the layer's output. */
function contributions(view, y) {
  const at = { layer: view.layer };
  const parts = Array.from({ length: view.shape.H }, (_, head) =>
    strip(view, 'head_contribution', y + head * 40, { ...at, head }, { ch: 16 }),
  );
  const below = y + view.shape.H * 40;
  const bias = strip(view, 'attention.output.bias', below, at, { rows: [0], ch: 10 });
  return { parts, bias, sum: strip(view, 'attention_output', bias.bottom + 34, at) };
}

/** Matrices of a random model with another number of heads, for the shapes. */
function randomHeads(view, count, y) {
  const { T } = view.shape;
  const columns = Math.min(count, view.narrow ? 4 : 8);
  const room = (view.width - 4) / columns;
  const c = Math.min(14, (room - 10) / T);
  return Array.from({ length: count }, (_, head) =>
    matrix(
      view,
      'random.weights',
      {
        hue: 'weight random',
        x: (head % columns) * room + 2,
        y: y + Math.floor(head / columns) * (T * c + 12),
        cw: c,
        ch: c,
      },
      { layer: 0, head },
    ),
  );
}

/** The heads' outputs end to end, each head's slice in a frame of its own. */
function joined(view, y) {
  const concat = strip(view, 'concat', y, { layer: view.layer });
  const width = view.shape.K * concat.cw;
  return {
    concat,
    slices: Array.from({ length: view.shape.H }, (_, head) =>
      outline({ x: concat.x + head * width, y, width, height: concat.ch }, 'value', 0.5),
    ),
  };
}

/** The random model's heads under a line that says what they are. */
const beside = (view, others, random) =>
  svg`${caption(0, others[0].y - 12, '', view.own.random(random, view.shape.D / random), 'weight')}
    ${pill(view.width, others[0].y - 16, 'random', view.words.badge.short.random)}`;

/**
 * @param {{off: Set<number>, random: number|null}} parts heads that are off; how many heads a random model has beside
 */
export function multiHead(view, { off, random }) {
  const { own, words } = view;
  const all = heads(view, 40);
  const { concat, slices } = joined(view, all.at(-1).bottom + 44);
  const { parts, bias, sum } = contributions(view, concat.bottom + 50);
  const others = random ? randomHeads(view, random, sum.bottom + 62) : [];
  const nameOf = (head) => `${words.head(head)}${off.has(head) ? own.isOff : ''}`;
  return {
    height: (others.at(-1) ?? sum).bottom + 16,
    blocks: [...all, concat, ...parts, bias, sum, ...others],
    lit: 0,
    over: svg`${all.map((made, i) => caption(made.x, made.y - 9, '', nameOf(i), 'weight'))}
      ${names(view, all[0])}${title(view, concat)}${slices}
      ${parts.map((made, i) => caption(made.x, made.y - 6, '', `${words.head(i)} · W_O`, 'value'))}
      ${pill(view.width, parts[0].y - 12, 'computed', words.badge.short.computed)}
      ${parts.slice(1).map((made) => sign(made, '+'))}${sign(bias, '+b')}${sign(sum, '=')}${title(view, sum)}
      ${others.length > 0 ? beside(view, others, random) : nothing}`,
  };
}

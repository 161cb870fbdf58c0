/** One vector in three roles: Q, K and V of one head (Vaswani et al. 2017, section 3.2.1). */
import { svg } from 'lit';
import { placeOf, valueAt } from './block.js';
import { margin, matrix, names, rowHeight, title } from './layout.js';
import { bandOf, caption, operator, outline, traveller, veilAround } from './marks.js';
import { beat, ease, stops } from './motion.js';
import { short } from './number.js';

const range = (start, n) => Array.from({ length: n }, (_, i) => start + i);

/** One role: the slice of the weight that belongs to this head, its bias, and the product for all tokens. */
function role(view, name, x, cw, tall) {
  const { K, D } = view.shape;
  const at = { layer: view.layer };
  const own = range(view.head * K, K);
  const hue = { hue: name };
  const weight = matrix(
    view,
    `attention.${name}.weight`,
    { x, y: 34, cw, ch: tall, rows: own, transpose: true, ...hue },
    at,
  );
  const bias = matrix(
    view,
    `attention.${name}.bias`,
    { x, y: weight.bottom + 6, cw, ch: 12, columns: own, ...hue },
    at,
  );
  const product = matrix(
    view,
    name,
    { x, y: bias.bottom + 34, cw, ch: rowHeight(view, 236), digits: 1 },
    { ...at, head: view.head },
  );
  return { name, weight, bias, product, D };
}

function sweep(view, { name, weight, bias, product }, p) {
  const { K } = view.shape;
  const stop = stops(p, K);
  const moving = p > 0 && p < 1;
  const row = view.token;
  const value = valueAt(product, row, stop.index);
  const [from, to] = [placeOf(bias, 0, bias.columns[stop.index]), placeOf(product, row, stop.index)];
  return svg`${veilAround(product, row, p >= 1 ? 1 : stop.index / K, view.others)}
    ${moving ? outline(bandOf(weight, stop.position, true), name) : ''}
    ${moving ? traveller(short(value), from, to, stop.moved, name) : ''}`;
}

/** x · W_Q, x · W_K, x · W_V: the followed token's vector meets every column. */
export function project(view, t) {
  const { K, D } = view.shape;
  const left = margin(view);
  const gap = view.narrow ? 10 : 26;
  const cw = Math.min(40, Math.floor(((view.width - left - 2 * gap - 4) / (3 * K)) * 10) / 10);
  const tall = Math.max(2, Math.min(10, (view.narrow ? 200 : 250) / D));
  const roles = ['query', 'key', 'value'].map((name, i) => role(view, name, left + i * (K * cw + gap), cw, tall));
  const x = matrix(
    view,
    'attention_norm',
    { x: left - 26, y: 34, cw: 14, ch: tall, rows: [view.token], transpose: true },
    { layer: view.layer },
  );
  const spans = [
    [0.03, 0.42],
    [0.44, 0.6],
    [0.62, 0.78],
  ];
  const moving = spans.findIndex(([start, end]) => t > start && t < end);
  const inside = { ...view, others: ease(beat(t, 0.8, 1)) };
  return {
    height: roles[0].product.bottom + 14,
    blocks: [x, ...roles.flatMap(({ weight, bias, product }) => [weight, bias, product])],
    lit: moving + 1,
    over: svg`${caption(x.x + 7, 26, 'x̂', '', 'stream', 'middle')}
      ${roles.map(({ weight, product }) => svg`${title(view, weight)}${title(view, product)}`)}
      ${operator(left - 6, 34 + (D * tall) / 2, '·')}${operator(left - 14, roles[0].bias.y + 6, '+b')}
      ${names(view, roles[0].product)}
      ${roles.map((one, i) => sweep(inside, one, beat(t, ...spans[i])))}
      ${moving >= 0 ? outline({ x: x.x, y: x.y, width: 14, height: x.height }, 'stream') : ''}`,
  };
}

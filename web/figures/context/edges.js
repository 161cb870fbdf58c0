/**
 * Every edge of a sentence: for each layer and head the weights, and beside them what cutting each edge alone does to
 * the belief. All panels share one scale. Where they do not fit side by side, the chosen head stands alone and large.
 */
import { svg, nothing } from 'lit';
import { margin, matrix, names, title } from '../../draw/layout.js';
import { caption, columnNames, legend, outline, pill } from '../../draw/marks.js';
import { range } from '../../story/range.js';

/** Room for the mark left of a map, and between the maps of a pair. */
const [MARK, BETWEEN] = [9, 4];

/** Cells that are smaller cannot be told apart. */
const SMALLEST = 3;

const panelWidth = ({ width, shape: { H } }) => width / H / 2 - MARK - BETWEEN;

const isSmall = (view) => view.narrow || panelWidth(view) / view.shape.T < SMALLEST;

/** The weights of a head and, once each was cut, the effects. */
function pair(view, top, at, [first, second]) {
  const where = view.own.edges.head(at.layer, at.head);
  const said = { where, after: true };
  return [
    matrix(view, 'weights', { ...first, ...said, top: 1 }, at),
    view.get('effect', at.layer, at.head) && matrix(view, 'effect', { ...second, ...said, top }, at),
  ].filter(Boolean);
}

/** Points at the followed token's row. */
const mark = (made, { token }) =>
  svg`<path class="row-mark" d=${`M${made.x - 8},${made.y + (token + 0.5) * made.ch - 4} l6,4 l-6,4 z`} />`;

/** What the shades of a tensor mean, after its symbol and name. */
function key(view, x, y, tensor, hue, top) {
  const { symbol, name } = view.words.tensors[tensor];
  const signs = tensor === 'effect' ? [-1] : [0];
  return svg`${caption(x, y, symbol, name, hue)}${legend({ right: x + 330, y: y + 13, data: signs, top, hue }, 2)}`;
}

/** One head: its panels at a place of their own in the grid of layers and heads. */
function small(view, top, y, at) {
  const { T, H } = view.shape;
  const size = Math.floor((panelWidth(view) / T) * 10) / 10;
  const x = (view.width / H) * at.head + MARK;
  const place = { y: y + at.layer * (T * size + 30) + 20, cw: size, ch: size };
  const other = x + view.width / H / 2 - BETWEEN;
  const made = pair(view, top, at, [
    { ...place, x },
    { ...place, x: other },
  ]);
  const chosen = at.layer === view.layer && at.head === view.head && view.state.heads === 'one';
  const frame = { x: x - MARK, y: place.y - 20, width: other - x + T * size + MARK + 3, height: T * size + 24 };
  const over = svg`${caption(x, place.y - 6, '', made[0].where, 'weight')}${made.map((one) => mark(one, view))}
    ${chosen ? outline(frame, 'stream', 0) : nothing}`;
  return { made, over, bottom: place.y + T * size };
}

function grid(view, top, y) {
  const { layers, H } = view.shape;
  const all = range(layers * H).map((i) => small(view, top, y + 58, { layer: Math.floor(i / H), head: i % H }));
  const half = view.width / 2;
  const { edges } = view.own;
  return {
    blocks: all.flatMap(({ made }) => made),
    bottom: all.at(-1).bottom,
    over: svg`${caption(0, y, '', edges.title(view.tokens[view.token]), 'weight')}
      ${key(view, 0, y + 26, 'weights', 'weight', 1)}${key(view, half, y + 26, 'effect', 'effect', top)}
      ${all.map(({ over }) => over)}`,
  };
}

/** The chosen head alone, its two maps one below the other. */
function alone(view, top, y) {
  const { T } = view.shape;
  const at = { layer: view.layer, head: view.head };
  const cw = Math.min(28, Math.floor(((view.width - margin(view) - 4) / T) * 10) / 10);
  const place = { x: margin(view), cw, ch: Math.max(9, Math.min(20, cw)) };
  const first = { ...place, y: y + 96 };
  const made = pair(view, top, at, [first, { ...place, y: first.y + T * place.ch + 40 }]);
  const over = made.map(
    (one) => svg`${title(view, one)}${names(view, one)}${one.width > 300 ? nothing : legend(one, 2)}`,
  );
  return {
    blocks: made,
    bottom: first.y + 2 * T * place.ch + 40,
    over: svg`${caption(0, y, '', view.own.edges.alone(at.layer, at.head), 'weight')}${over}
      ${columnNames(made[0], view.tokens, view.token, first.y - 26)}`,
  };
}

/** @param {number} top the largest effect of all @param {number} y where it begins @returns blocks, over, bottom */
export function edgeMaps(view, top, y) {
  const made = (isSmall(view) ? alone : grid)(view, top, y);
  const badge = pill(view.width, y - 22, 'computed', view.words.badge.short.computed);
  return { ...made, over: svg`${badge}${made.over}` };
}

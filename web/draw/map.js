/**
 * The whole model as one picture. Every token is a line that runs from the sentence on the left, through all layers,
 * to the prediction on the right, as thick as its vector is long; in each head curves lead from the tokens that are
 * looked at to those that look, as strong as their weights. Its parts are places to go to.
 */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { range } from '../story/range.js';
import { rowOf } from '../story/tensor.js';
import { percent } from './number.js';

/** More columns than these would be too thin to tell apart: then each layer shows the head that is chosen, alone. */
const MOST_HEADS = 48;
/** Weights below this are not drawn: hundreds of lines too thin to be seen. */
const LEAST = 0.02;
/** The other tokens' curves are drawn together, by strength: a path for each of these bounds. */
const BINS = [0.08, 0.25, 0.6, 1.01];
/** Widths of columns in relation to a head's. */
const WIDTHS = { tokens: 0.25, input: 0.9, head: 1, merge: 0.5, 'feed-forward': 0.9, prediction: 0.5 };

/** The columns from left to right, not yet placed. */
function columnsOf({ H, layers }, chosen) {
  const heads = layers * H > MOST_HEADS ? [chosen] : range(H);
  const inLayer = (layer) => [
    ...heads.map((head) => ({ kind: 'head', key: `head:${layer}:${head}`, step: 'softmax', layer, head })),
    { kind: 'merge', key: `merge:${layer}`, step: 'merge', layer },
    { kind: 'feed-forward', key: `feed-forward:${layer}`, step: 'feed-forward', layer },
  ];
  return [
    { kind: 'tokens', key: 'tokens', step: 'tokens' },
    { kind: 'input', key: 'input', step: 'position' },
    ...range(layers).flatMap(inLayer),
    { kind: 'prediction', key: 'prediction', step: 'prediction' },
  ];
}

/**
 * Places of the lines and of the parts.
 * @param {object} view
 * @param {{width, height, left, right, top}} room `left` is kept for names, `right` for the answer
 * @returns {{columns: object[], lineAt: (token: number) => number, pitch: number, room: object}}
 */
export function mapPlaces(view, room) {
  const { shape, head } = view;
  const columns = columnsOf(shape, head);
  const unit = (room.width - room.left - room.right) / columns.reduce((sum, { kind }) => sum + WIDTHS[kind], 0);
  let x = room.left;
  for (const column of columns) {
    column.x = x;
    column.width = WIDTHS[column.kind] * unit;
    x += column.width;
  }
  const pitch = (room.height - room.top) / shape.T;
  return { columns, lineAt: (token) => room.top + (token + 0.5) * pitch, pitch, room };
}

/** The rectangle of a part; a whole layer's for its norm. */
export function placeOfPart({ columns, room }, key) {
  const [kind, layer] = key.split(':');
  const found = columns.filter((column) => (kind === 'layer' ? column.layer === Number(layer) : column.key === key));
  if (found.length === 0) return { x: 0, y: 0, width: room.width, height: room.height };
  const [first, last] = [found[0], found.at(-1)];
  return { x: first.x, y: 0, width: last.x + last.width - first.x, height: room.height };
}

const length = (tensor, row) => Math.hypot(...rowOf(tensor, row));

/** The stream where it enters the first layer, and where it leaves each. */
const streamsOf = ({ get, shape }) => [get('input'), ...range(shape.layers).map((layer) => get('residual', layer))];

/** How long each token's vector is in each of them, beside the longest. */
function lengthsIn(streams, T) {
  const lengths = streams.map((tensor) => range(T).map((token) => length(tensor, token)));
  const longest = Math.max(...lengths.flat());
  return lengths.map((row) => row.map((value) => value / longest));
}

/** The followed token stands out, and so do those that it could mean. */
function lookOf({ token: followed, candidates, shape: { ids } }, token) {
  if (token === followed) return ' followed';
  return candidates.includes(ids[token]) ? ' candidate' : '';
}

/** A token's line, a piece for each layer. */
function line(view, { columns, lineAt, pitch, room }, thick, token) {
  const { layers } = view.shape;
  const begins = (layer) => columns.find((column) => column.layer === layer).x;
  const ends = (layer) => (layer === layers - 1 ? room.width - room.right : begins(layer + 1));
  const pieces = [
    [room.left, begins(0), thick[0][token]],
    ...range(layers).map((layer) => [begins(layer), ends(layer), thick[layer + 1][token]]),
  ];
  const widest = Math.min(7, pitch * 0.42);
  const look = lookOf(view, token);
  return pieces.map(
    ([from, to, share]) =>
      svg`<path class=${`line${look}`} d=${`M${from.toFixed(1)},${lineAt(token)}H${to.toFixed(1)}`}
        stroke-width=${Math.max(0.6, widest * share).toFixed(2)} />`,
  );
}

function curve({ x, width }, lineAt, key, query) {
  const [a, b] = [lineAt(key), lineAt(query)];
  const [from, mid, to] = [x + width * 0.04, x + width / 2, x + width * 0.96].map((at) => at.toFixed(1));
  return `M${from},${a.toFixed(1)}C${mid},${a.toFixed(1)} ${mid},${b.toFixed(1)} ${to},${b.toFixed(1)}`;
}

/** All other tokens' curves in a head. */
function crowd(view, column, lineAt, data) {
  const { T } = view.shape;
  const paths = BINS.map(() => '');
  for (let query = 0; query < T; query += 1) {
    for (let key = 0; key < T && query !== view.token; key += 1) {
      const weight = data[query * T + key];
      if (weight >= LEAST) paths[BINS.findIndex((bound) => weight < bound)] += curve(column, lineAt, key, query);
    }
  }
  return paths.map((d, i) => (d ? svg`<path class="crowd bin-${i}" d=${d} />` : nothing));
}

/** The followed token's curves in a head; each says which number it draws. */
function own(view, column, { lineAt, pitch }, data) {
  const { T } = view.shape;
  const row = view.token;
  const { layer, head } = column;
  return range(T)
    .filter((key) => data[row * T + key] >= LEAST)
    .map((key) => {
      const value = data[row * T + key];
      return svg`<path class="own" d=${curve(column, lineAt, key, row)} data-tensor="weights" data-layer=${layer}
        data-head=${head} data-row=${row} data-column=${key} data-value=${String(value)}
        stroke-width=${(0.8 + Math.min(9, pitch * 0.5) * value).toFixed(2)}
        stroke-opacity=${(0.35 + 0.65 * value).toFixed(2)} />`;
    });
}

/** What the feed-forward part writes into each line, as a dot. */
function dots(view, { x, width, layer }, { lineAt, pitch }) {
  const written = view.get('feed_forward_output', layer);
  const lengths = range(view.shape.T).map((token) => length(written, token));
  const longest = Math.max(...lengths);
  return lengths.map(
    (value, token) => svg`<circle class=${token === view.token ? 'dot followed' : 'dot'} cx=${x + width / 2}
      cy=${lineAt(token)} r=${(Math.min(6, pitch * 0.42) * Math.sqrt(value / longest)).toFixed(2)} />`,
  );
}

/** What a drawing depends on besides its numbers: where it stands, and who stands out. */
const standing = ({ token, candidates }, { room }) => [token, String(candidates), ...Object.values(room)];

/** What stands in a column; drawn anew only when its numbers or its place change. */
function drawColumn(view, column, places) {
  const { kind, layer, head } = column;
  if (kind === 'feed-forward')
    return guard([view.get('feed_forward_output', layer).data, ...standing(view, places)], () =>
      dots(view, column, places),
    );
  if (kind !== 'head') return nothing;
  const { data } = view.get('weights', layer, head);
  return guard([data, ...standing(view, places)], () => [
    crowd(view, column, places.lineAt, data),
    own(view, column, places, data),
  ]);
}

/** Every token's line, likewise. */
function drawLines(view, places) {
  const streams = streamsOf(view);
  return guard([...streams.map(({ data }) => data), ...standing(view, places)], () => {
    const thick = lengthsIn(streams, view.shape.T);
    return range(view.shape.T).map((token) => line(view, places, thick, token));
  });
}

/** A part as a link to the scene that shows it. */
function link(view, column, places, { here, hrefOf, nameOf }) {
  const { x, width, key, kind, step, layer, head } = column;
  const name = nameOf(column);
  const look = `part ${kind}${here === key || here === `layer:${layer}` ? ' current' : ''}`;
  const to = { step, ...(layer !== undefined && { layer }), ...(head !== undefined && { head }) };
  return svg`<a class=${look} href=${hrefOf(to)} aria-label=${name} data-part=${key}
    aria-current=${here === key ? 'step' : nothing}><title>${name}</title>
    <rect x=${x} y="0" width=${width} height=${places.room.height} rx="3" />
    ${drawColumn(view, column, places)}</a>`;
}

/** The sentence at the left, where there is room for its words. */
const words = (view, { lineAt, pitch, room }) =>
  pitch < 11 || room.left === 0
    ? nothing
    : view.tokens.map(
        (glyph, token) => svg`<text class=${`word${lookOf(view, token)}`} x=${room.left - 8}
          y=${lineAt(token)} font-size=${Math.min(15, pitch * 0.78).toFixed(1)}>${glyph}</text>`,
      );

/** What the model believes, where the line of the token that is asked about ends. */
function answer(view, { lineAt, room }, hidden) {
  const { reading, candidates } = view;
  if (reading < 0 || candidates.length === 0) return nothing;
  const x = room.width - room.right + 10;
  const y = lineAt(reading);
  if (hidden || room.right < 60) return svg`<text class="answer" x=${x} y=${y}>${hidden ? '?' : ''}</text>`;
  const { data, shape } = view.get('probabilities');
  const middle = (i) => y + (i - (Math.min(3, candidates.length) - 1) / 2) * 22;
  return candidates.slice(0, 3).map((id, i) => {
    const value = data[reading * shape[1] + id];
    return svg`<rect class=${`share candidate-${i}`} x=${x} y=${middle(i) + 5}
        width=${Math.max(1, (room.right - 14) * value)} height="4" />
      <text class="answer" x=${x} y=${middle(i) - 3} data-tensor="probabilities" data-row=${reading} data-column=${id}
        data-value=${String(value)}>${view.word(id)} ${percent(value)}</text>`;
  });
}

const layerNames = (view, { columns, room }) =>
  room.top < 16
    ? nothing
    : range(view.shape.layers).map((layer) => {
        const inside = columns.filter((column) => column.layer === layer);
        const [from, to] = [inside[0].x, inside.at(-1).x + inside.at(-1).width];
        return svg`<text class="layer-name" x=${(from + to) / 2} y="12">${view.words.layer(layer)}</text>
          <path class="layer-edge" d=${`M${from},0V${room.height}`} />`;
      });

/**
 * @param {object} view
 * @param {{width, height, left, right, top}} room
 * @param {{here: string|null, hidden: boolean, hrefOf: Function, nameOf: Function} | null}
 *   options the part that is on stage, whether the answer is still a secret, and the address and name of a part; null
 *   for a picture that leads nowhere
 */
export function drawMap(view, room, options = null) {
  const places = mapPlaces(view, room);
  const draw = (column) => (options ? link(view, column, places, options) : drawColumn(view, column, places));
  return svg`<g class="map">
    ${layerNames(view, places)}
    <g class="lines">${drawLines(view, places)}</g>
    ${places.columns.map(draw)}
    ${words(view, places)}${answer(view, places, options?.hidden ?? false)}</g>`;
}

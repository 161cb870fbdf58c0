/**
 * The five scenes: the sentence as chips on the left, a token below the other, and on the right (or below) what the
 * candidates share out. All five have one layout, made for the longer of the two sentences. Beats are in seconds: a
 * move takes about half of one, and the rest is for looking.
 */
import { svg, nothing } from 'lit';
import { arcPath, drawArcs, drawChips, farthest, stackedPlaces } from '../../draw/arcs.js';
import { caption } from '../../draw/marks.js';
import { beat, ease, mix } from '../../draw/motion.js';
import { rowOf } from '../../story/tensor.js';
import { makeView } from '../../story/view.js';

/** The scenes in order, and how long each plays at normal speed. */
export const SECONDS = { question: 9, arcs: 11, context: 8, flip: 11, cut: 12 };

const LINE = 34;
const LABEL = 104;
const AMOUNTS = 112;

/** The view of another run than the page's; `token` is whose arcs are drawn. */
const viewOf = (view, { state, run }, token = null) => ({
  ...makeView({ ...view, ...run, get: run.get, state: { ...state, token } }),
  words: view.words,
});

/** Where everything stands, in all five scenes alike: what is believed beside the chips, or above them. */
function layoutOf(view, { before, after }, names) {
  const stack = stackedPlaces(viewOf(view, after ?? before));
  const side = stack.amounts + 34;
  const beside = view.width - side >= LABEL + AMOUNTS + 120;
  const bars = { x: beside ? side : 0, y: beside ? 44 : 22, names };
  const below = bars.y + names.length * LINE + 30;
  const boxes = stack.boxes.map((box) => ({ ...box, y: box.y + (beside ? 0 : below) }));
  const [first, second = first] = boxes;
  const line = second.y - first.y;
  return {
    longest: { ...stack, boxes, plain: true },
    line,
    extra: boxes.length - before.run.ids.length,
    bars: { ...bars, room: view.width - bars.x - LABEL - AMOUNTS },
    height: Math.ceil(Math.max(boxes.at(-1).y + boxes[0].height + 12, below)),
  };
}

/** Places of the sentence's own tokens: in the middle, or `moved` to where a context leaves them. */
function placesOf({ longest, line, extra }, moved) {
  const down = mix(Math.floor(extra / 2), extra, moved) * line;
  const boxes = longest.boxes.slice(0, longest.boxes.length - extra);
  return { ...longest, boxes: boxes.map((box) => ({ ...box, y: box.y + down })) };
}

/** The candidates' chips stand out. */
const standOut = ({ run: { ids, candidates } }, { boxes }, shown) =>
  ids.map((id, i) => {
    const which = candidates.indexOf(id);
    if (which < 0 || !shown(which)) return nothing;
    const { x, y, width, height } = boxes[i];
    return svg`<rect class=${`named candidate-${Math.min(which, 2)}`} x=${x} y=${y} width=${width} height=${height}
      rx="6" />`;
  });

/** A share with the trace cell behind it, and the context and the cut it was computed with. */
const cell = ({ shares, reading, state, cut }, i) => svg`<tspan data-tensor="belief" data-row=${reading}
  data-column=${i} data-value=${String(shares[i])} data-context=${state.context} data-cut=${cut ?? nothing}
  >${shares[i].toFixed(3)}</tspan>`;

const bar = ({ x, y, width }) => svg`<rect class="bar" x=${x} y=${y} width=${width} height=${LINE - 12} rx="4" />`;

/** One candidate: its name, a bar on its way from one share to the other, and both as numbers. */
function share({ names, x, y, room }, i, { from, to, p, grown }) {
  const top = y + i * LINE;
  const middle = top + LINE / 2;
  const value = from && mix(from.shares[i], (to ?? from).shares[i], p);
  return svg`<g class=${`share candidate-${Math.min(i, 2)}`}>
    <text class="name" x=${x + LABEL - 10} y=${middle}>${names[i]}</text>
    <rect class="track" x=${x + LABEL} y=${top + 6} width=${room} height=${LINE - 12} rx="4" />
    ${from ? bar({ x: x + LABEL, y: top + 6, width: room * value * grown }) : nothing}
    <text class="amount" x=${x + LABEL + room + 8} y=${middle}>${from ? cell(from, i) : '?'}${
      to && p > 0 ? svg` → ${cell(to, i)}` : nothing
    }</text></g>`;
}

/** Who is meant, as shares of all candidates; nothing of them is there until `from` is. */
function answer(view, { bars }, { from = null, to = null, p = 1, grown = 1 }) {
  if (bars.names.length === 0) return nothing;
  const { belief } = view.words;
  const title = view.shape.decoder ? belief.next : belief.of(view.tokens[view.reading]);
  return svg`${caption(bars.x, bars.y - 12, '', from ? `${title} · ${view.own.shares}` : title, 'stream')}
    ${bars.names.map((_, i) => share(bars, i, { from, to, p, grown }))}`;
}

const source = (view, { bars }, { layer, head }) =>
  caption(bars.x, bars.y + bars.names.length * LINE + 20, '', view.words.arcs(layer, head)[0], 'weight');

/** The arcs of a head; where there is no weight, there is none. */
function arcs(view, place, { layer, head }, grown) {
  const weights = { ...view.get('weights', layer, head), tensor: 'weights', layer, head };
  return drawArcs(view, place, weights, { grown, stands: (key) => rowOf(weights, view.token)[key] > 0 });
}

function question(at, view, { before }, layout) {
  const place = placesOf(layout, 0);
  const own = viewOf(view, before);
  const unmarked = { ...own, token: at(1.2, 1.3) > 0 ? own.reading : -1 };
  return svg`<g opacity=${at(0, 0.5)}>${drawChips(unmarked, place)}</g>
    ${standOut(before, place, (which) => at(2.2 + 0.7 * which, 2.3 + 0.7 * which) > 0)}
    ${answer(own, layout, {})}`;
}

function looks(at, view, { before, at: head }, layout) {
  const place = placesOf(layout, 0);
  const own = viewOf(view, before);
  const said = at(3.5, 4.1);
  return svg`${arcs(own, place, head, at(0.3, 0.9))}${standOut(before, place, () => true)}
    ${source(view, layout, head)}
    ${answer(own, layout, { from: said > 0 ? before : null, grown: said })}`;
}

function longer(at, view, { before, after }, layout) {
  const place = placesOf(layout, after ? at(0.3, 0.9) : 0);
  const own = viewOf(view, before);
  const { boxes } = layout.longest;
  const first = after && { ...viewOf(view, after), token: -1 };
  const put = first && drawChips(first, { ...layout.longest, boxes: boxes.slice(0, layout.extra) });
  return svg`${drawChips(own, place)}${after ? svg`<g opacity=${at(0.9, 1.4)}>${put}</g>` : nothing}
    ${standOut(before, place, () => true)}${answer(own, layout, { from: before.shares && before })}`;
}

function flip(at, view, results, layout) {
  const { before, after, at: head } = results;
  if (!after) return longer(() => 1, view, results, layout);
  const own = viewOf(view, after);
  return svg`${arcs(own, layout.longest, head, at(0.3, 0.9))}${standOut(after, layout.longest, () => true)}
    ${source(view, layout, head)}${answer(own, layout, { from: before, to: after, p: at(3, 3.6) })}`;
}

const scissors = ({ x, y }) => svg`<text class="scissors" aria-hidden="true" x=${x} y=${y}>✂</text>`;

/** The edge before and after the scissors. */
function severed({ boxes }, { query, key }, gone) {
  const [from, to] = [boxes[query], boxes[key]];
  return svg`<path class=${gone ? 'severed cut' : 'severed'} d=${arcPath(from, to, false)} />
    ${gone ? scissors(farthest(from, to)) : nothing}`;
}

function cutOne(at, view, results, layout) {
  const { after, cut } = results;
  if (!cut) return flip(() => 1, view, results, layout);
  const { edge } = cut;
  const gone = at(2.4, 2.5) > 0;
  const own = viewOf(view, gone ? cut : after, edge.query);
  const name = [edge.layer, edge.head, edge.query, edge.key].join('.');
  return svg`${arcs(own, layout.longest, edge, at(0.2, 0.8))}${standOut(after, layout.longest, () => true)}
    ${at(1.2, 1.3) > 0 ? severed(layout.longest, edge, gone) : nothing}
    ${source(view, layout, edge)}
    ${answer(own, layout, { from: after, to: { ...cut, cut: name }, p: at(4, 4.6) })}`;
}

const SCENES = { question, arcs: looks, context: longer, flip, cut: cutOne };

/** The picture of one moment. */
export function sceneOf(step, view, { results, names }) {
  const layout = layoutOf(view, results, names);
  const at = (start, end) => ease(beat(view.at.t * SECONDS[step], start, end));
  return { height: layout.height, blocks: [], tensors: [], lit: 0, over: SCENES[step](at, view, results, layout) };
}

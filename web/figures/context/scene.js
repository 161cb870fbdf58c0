/**
 * The context figure: arcs from one token to all it may see, and under them what cutting each edge would do. Every
 * point of the plot is a run of the whole model with that single edge cut: across its weight, up the belief that is
 * left.
 */
import { svg, nothing } from 'lit';
import { chipPlaces, drawArcs } from '../../draw/arcs.js';
import { caption, pill } from '../../draw/marks.js';
import { short } from '../../draw/number.js';
import { edgeMaps } from './edges.js';

const FRAME = { left: 54, right: 16, height: 170 };

/** A share axis from 0 to 1 with three ticks. */
function axes(frame, words, name) {
  const ticks = [0, 0.5, 1];
  const { x, y, width, height } = frame;
  return svg`<g class="axes" aria-hidden="true">
    <path d=${`M${x},${y} V${y + height} H${x + width}`} />
    ${ticks.map(
      (tick) => svg`<text x=${x + tick * width} y=${y + height + 14} text-anchor="middle">${tick}</text>
      <text x=${x - 8} y=${y + height - tick * height} text-anchor="end">${tick}</text>`,
    )}
    <text x=${x + width} y=${y + height + 30} text-anchor="end">${words.weight}</text>
    <text x=${x} y=${y - 10}>${words.belief(name)}</text></g>`;
}

function point(view, { layer, head, key, weight, belief }, { x, y, width, height }) {
  const { token, tokens, own } = view;
  const label = own.effects.point(tokens[token], tokens[key], layer, head, short(weight, 3), short(belief, 3));
  return svg`<circle class=${`point layer-${layer}`} r="4" cx=${x + weight * width} cy=${y + height - belief * height}
    role="img" data-layer=${layer} data-head=${head} data-key=${key} data-weight=${String(weight)}
    data-belief=${String(belief)} aria-label=${label}><title>${label}</title></circle>`;
}

/** @param {object[]} points { layer, head, key, weight, belief } */
function plot(view, points, base, frame) {
  const { x, y, width, height } = frame;
  const level = y + height - base * height;
  const { effects } = view.own;
  return svg`${axes(frame, effects, view.word(view.candidates[0]))}
    <line class="base" x1=${x} x2=${x + width} y1=${level} y2=${level} />
    <text class="base" x=${x + width} y=${level - 8} text-anchor="end">${effects.base(short(base, 3))}</text>
    <g class="points">${points.map((one) => point(view, one, frame))}</g>`;
}

/** The plot under its title. */
const effectsOf = (view, points, base, frame) =>
  svg`${caption(0, frame.y - 30, '', view.own.effects.title, 'weight')}
    ${pill(view.width, frame.y - 52, 'computed', view.words.badge.short.computed)}${plot(view, points, base, frame)}`;

/**
 * @param {object} view
 * @param {{arcs: object, threshold: number, points: object[], base: number|null, top: number|null}} parts arcs { own,
 *   summed, of, stands, merged }; the largest effect of all edges, null where they are not measured
 */
export function context(view, { arcs, threshold, points, base, top }) {
  const place = chipPlaces(view);
  const frame = {
    x: FRAME.left,
    y: place.height + 50,
    width: view.width - FRAME.left - FRAME.right,
    height: FRAME.height,
  };
  const maps = top === null ? null : edgeMaps(view, top, frame.y + frame.height + 80);
  return {
    height: maps ? Math.ceil(maps.bottom) + 8 : frame.y + frame.height + 44,
    blocks: maps ? maps.blocks : [],
    tensors: [arcs.own, arcs.summed],
    lit: 0,
    over: svg`${drawArcs(view, place, arcs.own, { ...arcs, threshold })}
      ${base === null ? nothing : effectsOf(view, points, base, frame)}${maps ? maps.over : nothing}`,
  };
}

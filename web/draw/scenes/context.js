/**
 * The context figure: arcs from one token to all it may see, and under them what cutting each edge would do.
 * Every point of the plot is a run of the whole model with that single edge cut: across its weight, up the belief that is left.
 */
import { svg, nothing } from 'lit';
import { arcTensor, chipPlaces, drawArcs } from '../arcs.js';
import { caption, pill } from '../marks.js';
import { short } from '../number.js';

const FRAME = { left: 54, right: 16, height: 170 };

/** A share axis from 0 to 1 with three ticks. */
function axes(frame, words) {
  const ticks = [0, 0.5, 1];
  const { x, y, width, height } = frame;
  return svg`<g class="axes" aria-hidden="true">
    <path d=${`M${x},${y} V${y + height} H${x + width}`} />
    ${ticks.map(
      (tick) => svg`<text x=${x + tick * width} y=${y + height + 14} text-anchor="middle">${tick}</text>
      <text x=${x - 8} y=${y + height - tick * height} text-anchor="end">${tick}</text>`,
    )}
    <text x=${x + width} y=${y + height + 30} text-anchor="end">${words.weight}</text>
    <text x=${x} y=${y - 10}>${words.belief}</text></g>`;
}

/** @param {object[]} points { layer, head, key, weight, belief } */
function plot(view, points, base, frame) {
  const { x, y, width, height } = frame;
  const level = y + height - base * height;
  const { effects } = view.words;
  return svg`${axes(frame, effects)}
    <line class="base" x1=${x} x2=${x + width} y1=${level} y2=${level} /><text class="base" x=${x + width} y=${level - 8} text-anchor="end">${effects.base(short(base, 3))}</text>
    <g class="points">${points.map(
      ({ layer, head, key, weight, belief }) => svg`<circle class=${`point layer-${layer}`} r="4"
      cx=${x + weight * width} cy=${y + height - belief * height} role="img" data-layer=${layer} data-head=${head} data-key=${key} data-weight=${String(weight)} data-belief=${String(belief)}
      aria-label=${effects.point(view.tokens[view.token], view.tokens[key], layer, head, short(weight, 3), short(belief, 3))}
      ><title>${effects.point(view.tokens[view.token], view.tokens[key], layer, head, short(weight, 3), short(belief, 3))}</title></circle>`,
    )}</g>`;
}

/**
 * @param {object} view
 * @param {{arcs: object, threshold: number, points: object[], base: number|null}} parts arcs { own, summed, of, stands, merged }
 */
export function context(view, { arcs, threshold, points, base }) {
  const place = chipPlaces(view);
  const frame = {
    x: FRAME.left,
    y: place.height + 50,
    width: view.width - FRAME.left - FRAME.right,
    height: FRAME.height,
  };
  return {
    height: frame.y + frame.height + 44,
    blocks: [],
    tensors: [arcs.own, arcs.summed].map(arcTensor),
    lit: 0,
    over: svg`${drawArcs(view, place, arcs.own, { ...arcs, threshold })}
      ${base === null ? nothing : svg`${caption(0, frame.y - 30, '', view.words.effects.title, 'weight')}${pill(view.width, frame.y - 52, 'computed', view.words.badge.short.computed)}${plot(view, points, base, frame)}`}`,
  };
}

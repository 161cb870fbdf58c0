/** What has been measured of a sentence's edges, for drawing; and what that says in words. */
import { short } from '../../draw/number.js';
import { readingOf } from '../../story/view.js';
import { NOTHING, extremes, tooMany } from '../../story/extremes.js';

/** Where there is no belief. */
export const UNMEASURED = { points: [], base: null, top: null, pair: null };

/** The full shade of effects: a round number, so that it seldom changes while more of them come in. */
const SCALES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const scaleFor = (effects) => SCALES.find((scale) => effects.every((effect) => effect <= scale));

/**
 * Whether an edge can move the belief at all: in the last layer only the row that is read leads to it, unless heads are
 * put together wrongly.
 */
export function reaching({ tokens, config }, { fault }) {
  const row = readingOf(tokens, config);
  return ({ layer, query }) => layer < config.n_layers - 1 || query === row || fault === 'no_head_transpose';
}

/**
 * @param {import('../../lab/effects.js').Effects} effects
 * @param {{token: number, reaches: (edge: object) => boolean, pair?: object | null}} about the followed token, which
 *   edges can do anything, and the two to try, once they are known
 */
export function measured(effects, { token, reaches, pair }) {
  const { edges, base } = effects;
  const known = edges.filter(({ belief }) => belief !== undefined);
  const points = known.filter(({ query }) => query === token);
  return {
    points,
    pair,
    base,
    count: edges.length,
    done: known.length,
    top: tooMany(edges.length) ? null : scaleFor(known.map(({ belief }) => Math.abs(belief - base))),
    ends: known.length === edges.length ? extremes(edges.filter(reaches), base) : null,
  };
}

/** A number that is rounded, and says so. */
const about = (value) => (Math.abs(value) < NOTHING && value !== 0 ? '< 0.001' : `≈ ${short(value, 3)}`);

function named({ layer, head, query, key, weight, belief }, base, { tokens }) {
  const effect = short(belief - base, 3);
  return {
    layer,
    head,
    from: tokens[query],
    to: tokens[key],
    weight: about(weight),
    effect: `≈ ${effect.startsWith('0.000') || belief < base ? effect : `+${effect}`}`,
    beliefs: `≈ ${short(base, 3)} → ${short(belief, 3)}`,
  };
}

/** The paragraph under the maps. */
export function noteOf({ base, top, count, done, ends }, view) {
  const { edges: words } = view.own;
  if (base === null) return words.none;
  if (top === null) return words.many(count);
  if (ends === null) return words.busy(done, count);
  const [idle, turning, most] = [ends.idle, ends.turning, ends.most].map((edge) => edge && named(edge, base, view));
  const reading = view.fault === 'no_head_transpose' ? null : view.tokens[view.reading];
  return words.found({ count, reading, name: view.word(view.candidates[0]), nothing: NOTHING, idle, turning, most });
}

/** More edges than these are not all cut, one by one. */
const MOST_EDGES = 10000;

export const tooMany = (count) => count > MOST_EDGES;

/** Effects that are smaller round to 0.000. */
export const NOTHING = 0.0005;

const best = (edges, amount) =>
  edges.reduce((found, edge) => (found === null || amount(edge) > amount(found) ? edge : found), null);

/**
 * The edges that say most about weights and effects.
 * @param {{weight: number, belief: number}[]} edges every edge, with the belief that is left when it alone is cut
 * @param {number} base the belief with no further cut
 * @returns {{idle: object|null, turning: object|null, most: object|null}} the largest weight whose cut does nothing,
 *   the smallest whose cut takes the belief across ½, and the edge with the largest effect; null where there is none
 */
export function extremes(edges, base) {
  const effect = ({ belief }) => Math.abs(belief - base);
  return {
    idle: best(
      edges.filter((edge) => effect(edge) < NOTHING),
      ({ weight }) => weight,
    ),
    turning: best(
      edges.filter(({ belief }) => belief > 0.5 !== base > 0.5),
      ({ weight }) => -weight,
    ),
    most: best(edges, effect),
  };
}

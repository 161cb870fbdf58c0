/**
 * The two edges whose effects go most against their weights: of all pairs of a thick and a thinner edge, the thinner
 * one moving the belief more, that which is furthest apart in both.
 *
 * @param {{weight: number, belief: number}[]} points every edge, with the belief that is left when it alone is cut
 * @param {number} base the belief with no further cut
 * @returns {{thick: object, thin: object} | null} null where every larger weight moves the belief at least as much
 */
export function contrast(points, base) {
  const effect = ({ belief }) => Math.abs(belief - base);
  let found = null;
  let most = 0;
  for (const thick of points)
    for (const thin of points) {
      const [across, up] = [thick.weight - thin.weight, effect(thin) - effect(thick)];
      if (across > 0 && up > 0 && across * up > most) {
        most = across * up;
        found = { thick, thin };
      }
    }
  return found;
}

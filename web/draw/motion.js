/**
 * Time inside one scene. Everything is a pure function of t in [0, 1], so that any moment can be drawn, linked and
 * tested.
 */

const clamp = (x) => Math.min(1, Math.max(0, x));

/** Progress of the beat from `start` to `end`. */
export const beat = (t, start, end) => clamp((t - start) / (end - start));

/** Starts and lands softly. */
export const ease = (p) => p * p * (3 - 2 * p);

/**
 * Quick moves with pauses: n stops in a row; each takes an equal share of p, moves in its first half and rests in the
 * second.
 * @returns {{index: number, position: number, moved: number}} the stop under way, where the mover stands (0…n−1), and
 *   its progress
 */
export function stops(p, n) {
  const index = Math.min(n - 1, Math.floor(p * n));
  const moved = ease(clamp((p * n - index) * 2));
  return { index, position: index === 0 ? 0 : index - 1 + moved, moved };
}

/** What even a share of nothing takes of the time. */
const LEAST = 0.015;

/**
 * Stops that take time in proportion to their shares: those of next to none are a flick.
 * @param {number[]} shares none negative
 * @returns {{index: number, moved: number}} the stop under way and its progress
 */
export function stopsByShare(p, shares) {
  const lengths = shares.map((share) => share + LEAST);
  let left = p * lengths.reduce((sum, length) => sum + length, 0);
  const index = lengths.findIndex((length, i) => {
    if (left < length || i === lengths.length - 1) return true;
    left -= length;
    return false;
  });
  return { index, moved: ease(clamp((left / lengths[index]) * 1.25)) };
}

/** Which of three terms is under way: the first until `second`, then the next until `third`. */
export function termAt(t, second, third) {
  if (t < second) return 1;
  return t < third ? 2 : 3;
}

/** Between a and b. */
export const mix = (a, b, p) => a + (b - a) * p;

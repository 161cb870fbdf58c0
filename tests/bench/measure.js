// Timing that a busy machine can bend but not tilt: all contestants take turns, each round begins with another one,
// and what counts is the median of each one's rounds. So a slow spell meets everybody, and ratios hold.

/**
 * @typedef {object} Contestant
 * @property {() => any} call    does the work once; a promise is awaited
 * @property {number} estimate  milliseconds that one call takes, roughly
 */
/**
 * @typedef {{ median: number, spread: number, samples: number, best: number }} Times milliseconds a call; spread is
 * half of what lies between the quartiles, as a share of the median
 */

// Milliseconds: far above what a clock resolves, and short enough that on a busy machine most samples are left alone.
const SAMPLE = 1.5;
const WARM = 60; // milliseconds in which hot functions are compiled anew
const ROUNDS = { least: 3, most: 41 };

/**
 * @param {Contestant[]} contestants
 * @param {number} budget milliseconds that all rounds together should take
 * @returns {Promise<Times[]>}
 */
export async function race(contestants, budget) {
  const runners = [];
  for (const { call, estimate } of contestants) {
    const warm = await warmed(call, estimate);
    runners.push({ call, repeats: Math.max(1, Math.ceil(SAMPLE / warm)), each: warm, samples: [] });
  }
  const round = runners.reduce((sum, { repeats, each }) => sum + repeats * each, 0);
  const rounds = Math.max(ROUNDS.least, Math.min(ROUNDS.most, Math.floor(budget / round)));
  for (let r = 0; r < rounds; r += 1) {
    for (let i = 0; i < runners.length; i += 1) {
      const { call, repeats, samples } = runners[(i + r) % runners.length];
      samples.push(await timed(call, repeats));
    }
  }
  return runners.map(({ samples }) => summary(samples));
}

/**
 * Calls until a hot function is at its best.
 * @returns milliseconds a call, by the quickest sample: the last may have been disturbed
 */
async function warmed(call, estimate) {
  const end = performance.now() + WARM;
  let least = estimate;
  while (performance.now() < end) {
    const each = await timed(call, Math.max(1, Math.ceil(SAMPLE / least)));
    if (each > 0) least = Math.min(least, each); // a coarse clock may not have moved
  }
  return least;
}

/** Milliseconds a call, over so many calls. @param {() => any} call @param {number} repeats */
export async function timed(call, repeats = 1) {
  const start = performance.now();
  for (let i = 0; i < repeats; i += 1) {
    const pending = call();
    if (pending instanceof Promise) await pending; // awaiting what is no promise would cost a turn of the queue
  }
  return (performance.now() - start) / repeats;
}

/** @param {number[]} samples @returns {Times} */
export function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)];
    return below + (place % 1) * (sorted[Math.ceil(place)] - below);
  };
  return { median: at(0.5), spread: (at(0.75) - at(0.25)) / 2 / at(0.5), samples: sorted.length, best: sorted[0] };
}

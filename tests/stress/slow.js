// A machine that is late with everything: loading and compiling take up to `most` milliseconds longer,
// at random by a seed, so that whatever counts on an order that nobody promised comes out in another.

/**
 * Delays every fetch and every WebAssembly compilation and instantiation of this realm. It stands on
 * nothing outside itself, since pages get it as text.
 * @param {{ seed: number, most: number }} options
 */
export function slowDown({ seed, most }) {
  let state = seed >>> 0;
  /** mulberry32, 0 to 1. */
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
  const wait = setTimeout; // as it is now: tests put other clocks in its place
  const late = (owner, name) => {
    const real = owner[name];
    if (typeof real !== 'function') return;
    owner[name] = async (...given) => {
      await new Promise((resolve) => {
        wait.call(globalThis, resolve, random() * most);
      });
      return real.apply(owner, given);
    };
  };
  late(globalThis, 'fetch');
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'])
    late(globalThis.WebAssembly, name);
}

/** What STRESS_SEED and STRESS_MOST ask for, another seed for each name; undefined where nothing is asked. */
export function stressOf(env, name = '') {
  if (env.STRESS_SEED === undefined) return undefined;
  const hash = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 0);
  return { seed: (Number(env.STRESS_SEED) + hash) >>> 0, most: Number(env.STRESS_MOST ?? 600) };
}

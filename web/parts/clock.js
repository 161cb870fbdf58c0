/**
 * The player's clock: turns passing time into positions on the timeline. It owns the only animation frame of a figure
 * and asks for none unless something plays, so a finished or hidden figure costs nothing.
 */
export class Clock {
  #frame = 0;
  #last = 0;
  #scope = null;
  #tick;

  /** @param {(elapsed: number) => boolean} tick seconds since the last frame → whether to go on */
  constructor(tick) {
    this.#tick = tick;
  }

  /** 'walk' plays to the end, 'scene' to the end of this scene; null while nothing plays. */
  get scope() {
    return this.#scope;
  }

  play(scope) {
    this.#scope = scope;
    if (this.#frame) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#step);
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#scope = null;
  }

  #step = (now) => {
    const elapsed = Math.min((now - this.#last) / 1000, 0.1);
    this.#last = now;
    this.#frame = requestAnimationFrame(this.#step);
    if (!this.#tick(elapsed)) this.pause();
  };
}

/** Pause between two scenes, in seconds: the eye needs to rest on the finished picture. */
export const REST = 0.5;

/**
 * Moves a position forward by `elapsed` seconds.
 * @param {{index: number, t: number, rest: number}} at position, and how long the finished scene has been looked at
 * @returns {{index: number, t: number, rest: number, ended: boolean}} `ended` when the scope is played out
 */
export function advance(at, elapsed, { moments, scope, speed }) {
  const t = at.t + (elapsed * speed) / moments[at.index].seconds;
  if (t < 1) return { ...at, t, ended: false };
  if (scope === 'scene' || at.index === moments.length - 1) return { ...at, t: 1, ended: true };
  const rest = at.rest + elapsed * speed;
  if (rest < REST) return { ...at, t: 1, rest, ended: false };
  return { index: at.index + 1, t: 0, rest: 0, ended: false };
}

/**
 * Where a figure that plays stands and how it moves: one step, to an end, or playing. It reads and changes the
 * figure's state (`step`, `layer`, `t`, `speed`) through its host and owns the clock, nothing else.
 *
 * With reduced motion the same scenes come as finished pictures: a step shows its end at once, playing shows one
 * after another.
 */
import { Clock, advance } from './clock.js';

/**
 * Where a state stands among moments; one without a layer is found whatever the layer, and a step that is not among
 * them gives way to the first of its layer.
 */
function indexOf(moments, { step, layer }) {
  const found = moments.findIndex(
    (moment) => moment.step === step && (moment.layer === null || moment.layer === layer),
  );
  if (found >= 0) return found;
  return Math.max(
    moments.findIndex((moment) => moment.layer === layer),
    0,
  );
}

export class Walker {
  #host;
  #rest = 0;
  #clock = new Clock((elapsed) => this.#tick(elapsed));
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {{state: Function, moments: Function, ready: Function, change: Function, redraw: Function}} host */
  constructor(host) {
    this.#host = host;
  }

  connect() {
    this.#still.addEventListener('change', this.#host.redraw);
  }

  disconnect() {
    this.pause();
    this.#still.removeEventListener('change', this.#host.redraw);
  }

  get playing() {
    return this.#clock.scope !== null;
  }

  /** @returns {{step: string, layer: number|null, seconds: number, group: string|number}[]} */
  get moments() {
    return this.#host.moments();
  }

  /** @returns {{index: number, t: number}} the moment to draw */
  get at() {
    if (!this.#host.ready()) return { index: 0, t: 1 };
    const state = this.#host.state();
    return { index: indexOf(this.moments, state), t: this.playing && this.#still.matches ? 1 : state.t };
  }

  /** The same with the moment itself, or null where nothing plays. @returns {{moment: object, t: number} | null} */
  get here() {
    const { moments, at } = this;
    return moments.length > 0 ? { moment: moments[at.index], t: at.t } : null;
  }

  pause() {
    this.#clock.pause();
  }

  /** To a moment, as scrubbing does. */
  go(index, t) {
    this.pause();
    this.#set(index, t);
  }

  toggle() {
    if (!this.#host.ready()) return;
    const { index, t } = this.at;
    if (this.playing) {
      this.go(index, t);
      return;
    }
    const last = index === this.moments.length - 1;
    if (t < 1) this.#play('walk', index, t);
    else this.#play('walk', last ? 0 : index + (index > 0), 0);
  }

  /** One scene on, shown as it happens, or one scene back, finished. */
  step(by) {
    const index = this.at.index + by;
    this.pause();
    if (!this.#host.ready() || index < 0 || index >= this.moments.length) return;
    if (by < 0 || this.#still.matches) this.#set(index, 1);
    else this.#play('scene', index, 0);
  }

  edge(by) {
    this.pause();
    if (this.#host.ready()) this.#set(by < 0 ? 0 : this.moments.length - 1, 1);
  }

  #set(index, t, options) {
    const { step, layer } = this.moments[index];
    this.#host.change({ step, t, ...(layer !== null && { layer }) }, options);
  }

  #play(scope, index, t) {
    this.#rest = 0;
    this.#set(index, t, { lasting: false });
    this.#clock.play(scope);
  }

  #tick(elapsed) {
    const { t, speed } = this.#host.state();
    const at = { index: this.at.index, t, rest: this.#rest };
    const next = advance(at, elapsed, { moments: this.moments, scope: this.#clock.scope, speed: Number(speed) });
    this.#rest = next.rest;
    this.#set(next.index, next.t, { lasting: next.ended });
    return !next.ended;
  }
}

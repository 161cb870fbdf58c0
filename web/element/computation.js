/**
 * What a figure computes for a state, and what can be drawn meanwhile. A figure's `compute` may be a plain function,
 * whose results are drawn at once; a generator, whose first results are drawn at once and each further ones after the
 * page had a turn; or asynchronous, and then what was drawn before stays until the first results are there. A new
 * state stops the old computation.
 */

/** Lets the page have a turn. */
const turn = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

export class Computation {
  /** the last whole { figure, state, run, results } */
  drawn = null;
  /** settles when the computation under way has ended or was stopped */
  finished = Promise.resolve();
  #asked = [];
  #stop = () => {};
  #host;

  /** @param {{redraw: () => void, fail: (error: Error) => void}} host */
  constructor(host) {
    this.#host = host;
  }

  /** Computes for a state, unless the same has been asked for. @param {{figure, lab, state, run}} asked */
  update({ figure, lab, state, run }) {
    const asked = [figure, state, run];
    if (asked.every((part, i) => part === this.#asked[i])) return;
    this.stop();
    this.#asked = asked;
    const controller = new AbortController();
    this.#stop = () => controller.abort();
    const take = (results = {}) => {
      this.drawn = { figure, state, run, results };
    };
    try {
      this.#start(figure.compute?.(lab, state, controller.signal), take, controller.signal);
    } catch (error) {
      this.#host.fail(error);
    }
  }

  #start(made, take, signal) {
    if (made?.[Symbol.iterator] && made.next) {
      const first = made.next();
      take(first.value);
      if (!first.done) this.finished = this.#follow(made, take, signal);
    } else if (made?.[Symbol.asyncIterator]) this.finished = this.#follow(made, take, signal);
    else if (made?.then) this.finished = this.#follow(once(made), take, signal);
    else take(made);
  }

  /** Stops what is under way; the next update computes anew. */
  stop() {
    this.#stop();
    this.#asked = [];
  }

  async #follow(iterator, take, signal) {
    try {
      for (;;) {
        await turn();
        const { value, done } = signal.aborted ? { done: true } : await iterator.next();
        if (done || signal.aborted) return;
        take(value);
        this.#host.redraw();
      }
    } catch (error) {
      if (!signal.aborted) this.#host.fail(error);
    } finally {
      iterator.return?.();
    }
  }
}

async function* once(promise) {
  yield await promise;
}

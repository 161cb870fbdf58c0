/**
 * What an element shows: its dealings with the lab, what its figure computes, the cell that is looked into, and the
 * picture that comes of it all. Before engine and figure are there, the article's sentence stands in.
 */
import { tensorKey } from '../engine/tensor-ref.js';
import { makeLabel } from '../parts/names.js';
import { lookAt, takeUp } from '../story/task.js';
import { numberAt } from '../story/tensor.js';
import { makeView, shapeOf } from '../story/view.js';
import { Computation } from './computation.js';
import { FIRST, firstPicture, firstWord } from './first.js';
import { Session } from './session.js';

export class Display {
  #session = new Session();
  #computation;
  #inspected = null;
  #inspector = null;
  #fetching = null;
  #host;
  #truth = null;
  #label = { key: [], made: null };
  #word = firstWord;
  #own = null;
  #tries = { of: null, figure: null, made: [] };

  /** @param {{redraw: () => void, fail: (error: Error) => void}} host */
  constructor(host) {
    this.#host = host;
    this.#computation = new Computation(host);
  }

  /** Whether the figure is drawn with numbers of its own. */
  get ready() {
    return this.#computation.drawn !== null;
  }

  /** The run that is drawn; null until then. */
  get run() {
    return this.#computation.drawn?.run ?? null;
  }

  get finished() {
    return Promise.all([this.#computation.finished, this.#fetching]);
  }

  /** State properties that did not fit this model or sentence, and were set back. */
  get outside() {
    return this.#session.outside;
  }

  set outside(names) {
    this.#session.outside = names;
  }

  stop() {
    this.#computation.stop();
  }

  /** The moments of a figure that plays, for the model that is drawn. */
  moments(figure, state) {
    return figure?.moments?.(state, (this.run ?? FIRST).config) ?? [];
  }

  /** Runs and computes what a state asks for. @returns {object} the state, with what does not fit set back */
  update({ chosen, lab, state, hover }) {
    const { figure, words, own } = chosen;
    if (!figure || !words || figure.name !== state.figure || !lab.ready) return state;
    const fits = this.#session.update(lab, state, words);
    const { run } = this.#session;
    if (!run) return fits;
    this.#word = lab.word;
    this.#truth = lab.truth(fits);
    this.#computation.update({ figure, lab, state: fits, run });
    if (this.#computation.drawn?.figure === figure) this.#own = own;
    this.#fetching ??= this.#fetchInspector();
    this.#tryOut(chosen.properties, lab, fits);
    const cell = fits.cell ?? hover;
    if (cell && this.ready && !this.#has(cell)) {
      const back = fits.cell ? this.#session.setBack(fits, { cell: null }, ['cell']) : fits;
      this.#computation.update({ figure, lab, state: back, run });
      this.#inspected = null;
      return back;
    }
    this.#inspected = cell && this.ready ? this.#inspect(cell, lab) : null;
    return fits;
  }

  /** What there is to try, once what is drawn belongs to this state. */
  #tryOut(properties, lab, state) {
    const { drawn } = this.#computation;
    if (drawn?.state !== state || drawn === this.#tries.of) return;
    const { figure, results } = drawn;
    if (this.#session.problem !== null) {
      this.#tries = { of: drawn, figure, made: [] }; // a state that has no run has nothing to try
      return;
    }
    const parts = { lab, view: lookAt(lab, state), results, properties };
    const made = (figure.tasks ?? []).map((task) => takeUp(task, parts));
    // What is still to be computed leaves what stands there, and the keyboard in it.
    const waits = made.includes(undefined) && this.#tries.figure === figure;
    this.#tries = { of: drawn, figure, made: waits ? this.#tries.made : made.filter(Boolean) };
  }

  #has(cell) {
    const tensor =
      this.#get(cell.tensor, cell.layer, cell.head) ?? this.run?.derive(cell.tensor, cell.layer, cell.head);
    return tensor !== undefined && numberAt(tensor, cell) !== undefined;
  }

  /** What the cell is made of, as soon as there is the code that looks into cells: it comes after the first picture. */
  #inspect(cell, lab) {
    if (!this.#inspector) return null;
    const { inspect, drawInspector: draw } = this.#inspector;
    const { state, run } = this.#computation.drawn;
    const shape = shapeOf({ state, tokens: run.tokens, config: run.config });
    return { ...inspect({ cell, shape, state, get: this.#get }, lab.products), draw };
  }

  async #fetchInspector() {
    try {
      this.#inspector = await import('../parts/inspector.js');
      this.#host.redraw();
    } catch {
      this.#host.fail({ code: 'network', details: { url: 'inspector.js' } });
    }
  }

  /** A tensor that the figure computed, or one of the run. */
  #get = (tensor, layer = null, head = null) => {
    const { results, run } = this.#computation.drawn;
    return results.tensors?.get(tensorKey({ tensor, layer, head })) ?? run.get(tensor, layer, head);
  };

  /**
   * @param {{state: object, words: object, width: number, act: Function, at: object, linkTo: Function,
   *   inBar: boolean}} asked
   * @returns {object} all that the shell draws
   */
  show({ state: asked, words, ...given }) {
    const { drawn } = this.#computation;
    const { figure, run, results, state } = drawn ?? { figure: null, run: FIRST, state: { ...asked, token: null } };
    const { tokens, candidates, config } = run;
    const view = makeView({
      state,
      get: drawn ? this.#get : FIRST.get,
      tokens,
      candidates,
      config,
      word: this.#word,
      words,
      own: this.#own,
      ...given,
    });
    return {
      view,
      state,
      text: words,
      tokens,
      config,
      run: drawn && run,
      picture: figure ? figure.picture(results, view) : firstPicture(view),
      label: this.#labelFor(view),
      inspected: drawn && this.#inspected,
      tries: figure && this.#tries.figure === figure ? this.#tries.made : [],
      truth: this.#truth,
      problem: this.#session.problem,
      outside: this.#session.outside,
    };
  }

  /** The same words until the language, the sentence or the model changes: drawing tells changes by identity. */
  #labelFor(view) {
    const key = [view.words.lang, view.tokens.join('|'), view.word];
    if (key.some((part, i) => part !== this.#label.key[i])) this.#label = { key, made: makeLabel(view) };
    return this.#label.made;
  }
}

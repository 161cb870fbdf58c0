/**
 * One figure's dealings with its lab: the last whole run stays when a state cannot be run, with one sentence about
 * why, and what of a state does not fit the model or the sentence is set back.
 */
import { hasEdge, hasSwitch, hasWeight } from '../lab/request.js';

const ARTICLE = { sentence: null, context: 'none' };

export class Session {
  run = null;
  /** one sentence about why the reader's text was not run, or null */
  problem = null;
  /** state properties that did not fit this model or sentence, and were set back */
  outside = [];

  /** @param {import('../lab/lab.js').Lab} lab that is ready @returns {object} the state, as it fits */
  update(lab, state, words) {
    try {
      this.run = lab.run(state);
      this.problem = null;
    } catch (error) {
      this.#fail(lab, state, words, error);
    }
    return this.run ? this.#fit(state) : state;
  }

  /**
   * A first sentence that cannot be run gives way to the article's; a model that does not know those words has no
   * run.
   */
  #fail(lab, state, { errors, status }, error) {
    this.run ??= this.#article(lab, state);
    this.problem = `${(errors[error.code] ?? errors.fallback)(error.details ?? {})}${status.kept}`;
  }

  #article(lab, state) {
    try {
      return lab.run({ ...state, ...ARTICLE });
    } catch {
      return null;
    }
  }

  #fit(state) {
    const { config, tokens } = this.run;
    const count = tokens.length;
    const back = {
      layer: state.layer < config.n_layers ? state.layer : 0,
      head: state.head < config.n_heads ? state.head : 0,
      token: state.token === null || state.token < count ? state.token : null,
      cuts: fitting(
        state.cuts,
        (cut) => hasEdge(cut, config, count),
        (kept) => kept,
      ),
      edits: fitting(
        state.edits,
        (edit) => hasWeight(edit, config),
        () => [],
      ),
      off: fitting(
        state.off,
        (off) => hasSwitch(off, config),
        () => [],
      ),
    };
    const bad = Object.keys(back).filter((name) => back[name] !== state[name]);
    return bad.length === 0 ? state : this.setBack(state, back, bad);
  }

  /** Sets properties back and remembers which. */
  setBack(state, values, names) {
    this.outside = [...this.outside, ...names];
    return { ...state, ...values };
  }
}

/** The very list if all of it fits, else what is left of it. */
const fitting = (list, fits, left) => (list.every(fits) ? list : left(list.filter(fits)));

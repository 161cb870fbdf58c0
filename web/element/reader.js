/**
 * What a reader does with keys, pointer and buttons: each ends in a change of the state, or in one of the few things
 * that are not.
 */
import { Drag } from '../parts/drag.js';
import { cellOf, enterGrid, moveInGrid } from '../parts/grid.js';
import { withEdit } from '../parts/weights.js';
import { only } from '../story/state.js';

const TYPING = 'input:not([type=range]), select, textarea';
const PRESSED_BY_SPACE = 'button, summary, [role=gridcell]';

export class Reader {
  /** the cell that the mouse is over; what stands in the sentence field; whether the number was copied */
  hover = null;
  draft = null;
  copied = false;
  /** draws what can be taken away; null until somebody wants it */
  take = null;
  #host;
  /** by task: what stood where its first step was taken */
  #stood = {};

  /**
   * @param {object} host state(), change(changes, options), setState(changes), plays(), root(), drawn() (a promise),
   *   redraw(), get, movesWeights(), retry(), fail(error)
   * @param {import('../parts/walker.js').Walker} walker
   */
  constructor(host, walker) {
    this.#host = host;
    this.walker = walker;
    this.drag = new Drag({ ready: host.movesWeights, state: host.state, get: host.get, change: host.change });
  }

  /** ←/→ one step, space plays, Home/End. Returns whether the key was used, so that a page may pass its own keys on. */
  handleKey(event) {
    const { walker } = this;
    const act = {
      ArrowLeft: () => walker.step(-1),
      ArrowRight: () => walker.step(1),
      ' ': () => walker.toggle(),
      Home: () => walker.edge(-1),
      End: () => walker.edge(1),
    }[event.key];
    if (!act || !this.#host.plays() || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    act();
    return true;
  }

  onKey = (event) => {
    if (event.defaultPrevented || this.drag.key(event) || moveInGrid(event)) return;
    if (event.key === 'Escape' && this.#host.state().cell) {
      this.#host.change({ cell: null });
      return;
    }
    const [element] = event.composedPath();
    const typing = element.matches?.(TYPING) || (event.key === ' ' && element.matches?.(PRESSED_BY_SPACE));
    if (!typing) this.handleKey(event);
  };

  onPoint = (event) => {
    const cell = event.pointerType === 'mouse' ? cellOf(event.composedPath()[0]) : null;
    if (!cell && !this.hover) return;
    this.hover = cell;
    this.#host.redraw();
  };

  /** Focus and click alike: a click on a cell that was let go brings no new focus. */
  onChoose = (event) => {
    if (event.type === 'focusin') enterGrid(event);
    const cell = cellOf(event.composedPath()[0]);
    if (!cell) return;
    this.copied = false;
    this.walker.pause();
    this.#host.change({ cell });
  };

  /** What the parts call: change the state, or one of the few things that are not state. */
  act = Object.assign((changes) => this.#host.setState(changes), {
    go: (index, t) => this.walker.go(index, t),
    toggle: () => this.walker.toggle(),
    step: (by) => this.walker.step(by),
    edge: (by) => this.walker.edge(by),
    speed: (speed) => this.#host.change({ speed }),
    draft: (text) => {
      this.draft = text;
      this.#host.redraw();
    },
    retry: () => this.#host.retry(),
    redraw: () => this.#host.redraw(),
    cut: (cuts) => this.#changeAndFocus({ cuts }, '.scissors button'),
    edit: (edit, options) => this.#host.change({ edits: withEdit(this.#host.state().edits, edit) }, options),
    release: () => this.#changeAndFocus({ cell: null }, 'h2'),
    take: ({ name, course, begun }, step) => {
      if (!begun) this.#stood[name] = only(Object.keys(course[0]), this.#host.state());
      this.#host.setState(course[step]);
    },
    back: ({ name, course }) => {
      this.#changeAndFocus({ ...course[0], ...this.#stood[name] }, `[data-task=${name}] button`);
      delete this.#stood[name];
    },
    openTake: async ({ target }) => {
      if (!target.open || this.take) return;
      try {
        this.take = (await import('./tools.js')).drawTools;
        this.#host.redraw();
      } catch {
        target.open = false;
        this.#host.fail({ code: 'network', details: { url: 'tools.js' } });
      }
    },
    copy: async (value) => {
      const done = await navigator.clipboard?.writeText(value).then(
        () => true,
        () => false,
      );
      this.copied ||= Boolean(done);
      this.#host.redraw();
    },
  });

  /** A pressed button that goes away hands the keyboard on, instead of dropping it. */
  async #changeAndFocus(changes, selector) {
    this.#host.setState(changes);
    await this.#host.drawn();
    this.#host.root().querySelector(selector)?.focus();
  }
}

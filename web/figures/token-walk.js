/**
 * <token-walk>: the walk as a custom element. Importing this file registers nothing; `define.js` does.
 *
 * Attributes are the state's properties (story/state.js), besides `src` (folder of a model of one's own), `theme` (light, dark),
 * `link` (this figure keeps the page's address in step with its state; `any`: it also takes on the figure that an address names)
 * and `loading="lazy"` (engine and model are fetched when the figure comes near). `setState` changes it from code; every lasting
 * change is told by a `statechange` event whose detail is the whole state.
 */
import { LitElement, html, nothing } from 'lit';
import { sources } from '../story/cells.js';
import { PROPERTIES, initialState, readLink, readState, writeLink } from '../story/state.js';
import { formula } from '../draw/formula.js';
import { drawStage } from '../draw/stage.js';
import { zh } from '../text/zh.js';
import { en } from '../text/en.js';
import { drawBadges, weightsBadge } from './badges.js';
import { drawBelief } from './belief.js';
import { drawControls, drawPlace, drawSwitches, drawTokens } from './controls.js';
import { Drag, withEdit } from './drag.js';
import { Experiment } from './experiment.js';
import { FIGURES } from './figures.js';
import { cellOf, enterGrid, moveInGrid } from './grid.js';
import { drawPlayer } from './player.js';
import { drawStatus } from './status.js';
import { style } from './style.js';
import { drawTools } from './tools.js';
import { drawUnfolded } from './unfold.js';
import { makeLabel, makeView } from './view.js';
import { Walker } from './walker.js';
import { stageWidth, watch } from './watch.js';

const TEXTS = { zh, en };

/** The script that computes an exported run once more. */
const VERIFY = new URL('../model/verify.py', import.meta.url).href;

export class TokenWalk extends LitElement {
  static styles = style;

  static get observedAttributes() {
    return [...super.observedAttributes, ...Object.keys(PROPERTIES)];
  }

  #state = initialState();
  #experiment = new Experiment(() => this.requestUpdate());
  #walker = new Walker({
    state: () => this.#state,
    config: () => this.#experiment.config,
    ready: () => this.#experiment.ready,
    change: (...change) => this.#change(...change),
    redraw: () => this.requestUpdate(),
  });
  #drag = new Drag({
    ready: () => this.#experiment.ready,
    state: () => this.#state,
    get: (...which) => this.#experiment.picture.get(...which),
    change: (...change) => this.#change(...change),
  });
  #hover = null;
  #draft = null;
  #copied = false;
  #badLink = [];
  #width = 760;
  #label = { key: null, made: null };
  #unwatch = () => {};

  /** Only the walk can be drawn before the engine is there; it stands in for the others. */
  get #figure() {
    return this.#experiment.ready ? FIGURES[this.#state.figure] : FIGURES.walk;
  }

  /** A copy of the whole state. */
  get state() {
    return { ...this.#state };
  }

  /** The trace of the run that is drawn; null until the engine is there. */
  get trace() {
    return this.#experiment.trace;
  }

  /** Changes some properties, as a reader's action would; `write: false` leaves the page's address as it is. */
  setState(changes, { write = true } = {}) {
    this.#walker.pause();
    this.#change(changes, { write });
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasAttribute('link')) {
      this.#follow();
      addEventListener('hashchange', this.#follow);
    }
    this.#walker.connect();
    this.#width = stageWidth(this.clientWidth) || this.#width;
    this.updateComplete.then(() => this.#watch());
    if (this.getAttribute('loading') !== 'lazy' && this.#experiment.phase !== 'ready') this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#follow);
    this.#unwatch();
    this.#walker.disconnect();
    this.#experiment.stop();
  }

  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (!Object.hasOwn(PROPERTIES, name) || value === null) return;
    const { state, problems } = readState([[name, value]]);
    const before = this.#badLink;
    this.#change(state, { write: false }); // the page's own words are no change of the reader's
    this.#badLink = [...before, ...problems];
  }

  /** Again each time the element is put somewhere. */
  #watch() {
    this.#unwatch = watch(this, this.renderRoot.querySelector('.stage-box'), {
      onWidth: (width) => this.#resize(width),
      onAway: () => this.#walker.playing && this.setState({}),
      onNear: () => this.#experiment.phase === 'idle' && this.#load(),
    });
  }

  /** ←/→ one step, space plays, Home/End. Returns whether the key was used, so that a page may pass its own keys on. */
  handleKey(event) {
    const act = {
      ArrowLeft: () => this.#walker.step(-1),
      ArrowRight: () => this.#walker.step(1),
      ' ': () => this.#walker.toggle(),
      Home: () => this.#walker.edge(-1),
      End: () => this.#walker.edge(1),
    }[event.key];
    if (!act || !this.#figure.plays || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    act();
    return true;
  }

  #load() {
    this.#experiment.load(this.#state.build, { name: this.#state.model, url: this.getAttribute('src') });
  }

  #follow = () => {
    const { state, problems } = readLink(location.hash);
    if ((state.figure ?? 'walk') !== this.#state.figure && !this.hasAttribute('any')) return;
    this.#walker.pause();
    this.#change(
      {
        ...initialState(),
        ...(!this.hasAttribute('any') && { figure: this.#state.figure }),
        lang: this.#state.lang,
        build: this.#state.build,
        model: this.#state.model,
        ...state,
      },
      { write: problems.length > 0 },
    );
    this.#badLink = problems;
    if (state.figure) this.scrollIntoView();
  };

  /** Takes changes in, redraws, tells the page and writes the link. */
  #change(changes, { write = true, lasting = true } = {}) {
    const moved = 'step' in changes && (changes.step !== this.#state.step || changes.layer !== this.#state.layer);
    const rebuilt = ['build', 'model'].some((name) => name in changes && changes[name] !== this.#state[name]);
    this.#state = { ...this.#state, ...(moved && { cell: null }), ...changes };
    if (rebuilt && this.#experiment.phase !== 'idle') this.#load();
    if (lasting) this.#forgetNotices();
    if ('sentence' in changes || 'context' in changes) this.#draft = null;
    this.#hover = null;
    this.requestUpdate();
    if (lasting && this.isConnected) this.updateComplete.then(() => this.#tell(write));
  }

  /** An address that brings back this very state, on the page that holds the figure or, from elsewhere, on the page that came with it. */
  #link() {
    const page = this.hasAttribute('link')
      ? location.href.split('#')[0]
      : new URL('../embed.html', import.meta.url).href;
    return `${page}#${writeLink(this.#state)}`;
  }

  /** What was said of an address is said until the reader goes on. */
  #forgetNotices() {
    this.#badLink = [];
    this.#experiment.outside = [];
  }

  #tell(write) {
    this.dispatchEvent(new CustomEvent('statechange', { detail: this.state, bubbles: true, composed: true }));
    if (!write || !this.hasAttribute('link')) return;
    const link = writeLink(this.#state);
    const { pathname, search, hash } = location;
    if (`#${link}` !== hash && (link || hash))
      history.replaceState(history.state, '', `${pathname}${search}${link && '#'}${link}`);
  }

  #resize(width) {
    if (width === this.#width || width < 50) return;
    this.#width = width;
    this.requestUpdate();
  }

  /** What the drawing parts call: change the state, or one of the few things that are not state. */
  #act = Object.assign((changes) => this.setState(changes), {
    go: (index, t) => this.#walker.go(index, t),
    toggle: () => this.#walker.toggle(),
    step: (by) => this.#walker.step(by),
    edge: (by) => this.#walker.edge(by),
    speed: (speed) => this.#change({ speed }),
    draft: (text) => {
      this.#draft = text;
      this.requestUpdate();
    },
    retry: () => this.#load(),
    cut: (cuts) => this.#changeAndFocus({ cuts }, '.scissors button'),
    edit: (edit, options) => this.#change({ edits: withEdit(this.#state.edits, edit) }, options),
    release: () => this.#changeAndFocus({ cell: null }, 'h2'),
    copy: async (value) => {
      await navigator.clipboard?.writeText(value).then(
        () => {
          this.#copied = true;
        },
        () => {},
      );
      this.requestUpdate();
    },
  });

  /** A pressed button that goes away hands the keyboard on, instead of dropping it. */
  async #changeAndFocus(changes, selector) {
    this.setState(changes);
    await this.updateComplete;
    this.renderRoot.querySelector(selector)?.focus();
  }

  #onKey(event) {
    if (event.defaultPrevented || this.#drag.key(event) || moveInGrid(event)) return;
    if (event.key === 'Escape' && this.#state.cell) {
      this.#change({ cell: null });
      return;
    }
    const [element] = event.composedPath();
    const typing =
      element.matches?.('input:not([type=range]), select, textarea') ||
      (event.key === ' ' && element.matches?.('button, summary, [role=gridcell]'));
    if (!typing) this.handleKey(event);
  }

  #onPoint(event) {
    const cell = event.pointerType === 'mouse' ? cellOf(event.composedPath()[0]) : null;
    if (!cell && !this.#hover) return;
    this.#hover = cell;
    this.requestUpdate();
  }

  /** Focus and click alike: a click on a cell that was let go brings no new focus. */
  #onChoose(event) {
    if (event.type === 'focusin') enterGrid(event);
    const cell = cellOf(event.composedPath()[0]);
    if (!cell) return;
    this.#copied = false;
    this.#walker.pause();
    this.#change({ cell });
  }

  /** Same words object until the language or the sentence changes: drawing tells changes by identity. */
  #labelFor(view) {
    const key = `${view.words.lang}|${view.tokens.join('|')}`;
    if (this.#label.key !== key) this.#label = { key, made: makeLabel(view) };
    return this.#label.made;
  }

  willUpdate() {
    this.#state = this.#experiment.update(this.#state, TEXTS[this.#state.lang]);
  }

  render() {
    const state = this.#state;
    const text = TEXTS[state.lang];
    const experiment = this.#experiment;
    const view = makeView({
      ...experiment.picture,
      state,
      config: experiment.config,
      text,
      word: experiment.word,
      width: this.#width,
    });
    const { plays } = this.#figure;
    const picture = this.#figure.picture({ view, state, text, experiment, walker: this.#walker, act: this.#act });
    const cell = experiment.ready ? (state.cell ?? this.#hover) : null;
    const parts = {
      view,
      state,
      text,
      cell,
      picture,
      disabled: experiment.phase !== 'ready',
      tokens: experiment.picture.tokens,
    };
    return html`<div
      class=${`walk ${state.figure}`}
      role="group"
      lang=${state.lang === 'zh' ? 'zh-CN' : 'en'}
      aria-label=${picture.title}
      @keydown=${this.#onKey}
    >
      ${drawStatus({ text, experiment, badges: picture.badges ?? [weightsBadge(state)], badLink: this.#badLink }, this.#act)}
      <div class="sentence">${drawTokens(parts, this.#act)}${drawSwitches(parts, this.#act)}</div>
      ${this.#story(parts)}
      <div
        class="stage-box"
        @pointerover=${this.#onPoint}
        @pointerleave=${this.#onPoint}
        @focusin=${this.#onChoose}
        @click=${this.#onChoose}
        @pointerdown=${this.#drag}
        @pointermove=${this.#drag}
        @pointerup=${this.#drag}
        @pointercancel=${this.#drag}
      >
        ${drawStage(picture.scene, {
          width: this.#width,
          label: this.#labelFor(view),
          focus: cell,
          from: cell ? sources(cell, view.shape) : [],
          cuts: state.cuts,
          summary: picture.now,
        })}
      </div>
      ${plays ? drawPlayer({ walker: this.#walker, speed: state.speed, text, disabled: !experiment.ready }, this.#act) : nothing}
      ${
        experiment.ready
          ? drawTools({
              view,
              text,
              scene: picture.scene,
              link: this.#link(),
              experiment,
              verifyUrl: VERIFY,
              stage: () => this.renderRoot.querySelector('svg.stage'),
            })
          : nothing
      }
      ${drawControls({ ...parts, folds: !plays, draft: this.#draft ?? state.sentence ?? '', problem: experiment.problem, vocabulary: experiment.vocabulary }, this.#act)}
    </div>`;
  }

  #story({ view, state, text, cell, picture }) {
    const { config, multiply } = this.#experiment;
    return html`<div class="story">
      <h2 tabindex="-1">
        <small>${picture.badges ? drawBadges(picture.badges, text, text.badge.short) : picture.group}</small>
        ${picture.title}
      </h2>
      ${formula(picture.formula, picture.scene.lit)}
      <p class="now" aria-live="polite">${picture.now}</p>
      ${drawBelief({ view, text, state, config, truth: this.#experiment.truth(state) }, this.#act)}
      ${drawPlace({ view, text, layerShown: picture.inLayer }, this.#act)}
      ${picture.controls ? html`<div class="own-controls">${picture.controls}</div>` : nothing}
      ${
        cell
          ? drawUnfolded({ view, state, cell, cuts: state.cuts, copied: this.#copied, multiply }, this.#act)
          : html`<p class="lead">${picture.lead}<span class="hint">${text.cell.hint}</span></p>`
      }
      ${picture.task ? html`<p class="task">${picture.task}</p>` : nothing}
    </div>`;
  }
}

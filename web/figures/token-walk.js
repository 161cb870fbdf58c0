/**
 * <token-walk>: the walk as a custom element. Importing this file registers nothing; `define.js` does.
 *
 * Attributes are the state's properties (story/state.js), besides `model` (URL of a model folder), `theme` (light, dark),
 * and `link` (this figure keeps the page's address in step with its state). `setState` changes it from code; every lasting
 * change is told by a `statechange` event whose detail is the whole state.
 */
import { LitElement, html, nothing } from 'lit';
import { Clock, advance } from '../story/clock.js';
import { sources } from '../story/cells.js';
import { facts } from '../story/facts.js';
import { PROPERTIES, initialState, readLink, readState, writeLink } from '../story/state.js';
import { indexOf, timeline } from '../story/walk.js';
import { formula } from '../draw/formula.js';
import { drawStage, sceneAt } from '../draw/stage.js';
import { zh } from '../text/zh.js';
import { en } from '../text/en.js';
import { drawBelief } from './belief.js';
import { drawControls, drawPlace, drawSwitches, drawTokens } from './controls.js';
import { Experiment } from './experiment.js';
import { cellOf, enterGrid, moveInGrid } from './grid.js';
import { drawPlayer, groupName } from './player.js';
import { drawStatus } from './status.js';
import { style } from './style.js';
import { drawUnfolded } from './unfold.js';
import { makeLabel, makeView } from './view.js';

const TEXTS = { zh, en };

export class TokenWalk extends LitElement {
  static styles = style;

  static get observedAttributes() {
    return [...super.observedAttributes, ...Object.keys(PROPERTIES)];
  }

  #state = initialState();
  #experiment = new Experiment(() => this.requestUpdate());
  #clock = new Clock((elapsed) => this.#tick(elapsed));
  #rest = 0;
  #hover = null;
  #draft = null;
  #copied = false;
  #badLink = [];
  #width = 760;
  #label = { key: null, made: null };
  #observers = [];
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  /** A copy of the whole state. */
  get state() {
    return { ...this.#state };
  }

  /** The trace of the run that is drawn; null until the engine is there. */
  get trace() {
    return this.#experiment.trace;
  }

  /** Changes some properties, as a reader's action would. */
  setState(changes) {
    this.#clock.pause();
    this.#change(changes);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasAttribute('link')) {
      this.#follow();
      addEventListener('hashchange', this.#follow);
    }
    this.#still.addEventListener('change', this.#redraw);
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#follow);
    this.#still.removeEventListener('change', this.#redraw);
    this.#observers.forEach((observer) => observer.disconnect());
    this.#clock.pause();
    this.#experiment.stop();
  }

  attributeChangedCallback(name, before, value) {
    super.attributeChangedCallback(name, before, value);
    if (!Object.hasOwn(PROPERTIES, name) || value === null) return;
    const { state, problems } = readState([[name, value]]);
    this.#badLink.push(...problems);
    this.#change(state);
    if (name === 'build' && this.isConnected) this.#load();
  }

  firstUpdated() {
    const box = this.renderRoot.querySelector('.stage-box');
    const resized = new ResizeObserver(([{ contentRect }]) => requestAnimationFrame(() => this.#resize(contentRect.width)));
    resized.observe(box);
    const seen = new IntersectionObserver(([{ isIntersecting }]) => !isIntersecting && this.#clock.pause());
    seen.observe(this);
    this.#observers = [resized, seen];
  }

  /** ←/→ one step, space plays, Home/End. Returns whether the key was used, so that a page may pass its own keys on. */
  handleKey(event) {
    const act = {
      ArrowLeft: () => this.#stepBy(-1), ArrowRight: () => this.#stepBy(1), ' ': () => this.#toggle(),
      Home: () => this.#edge(-1), End: () => this.#edge(1),
    }[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    act();
    return true;
  }

  #load() {
    this.#experiment.load(this.#state.build, this.getAttribute('model') ?? undefined);
  }

  #redraw = () => this.requestUpdate();

  #follow = () => {
    const { state, problems } = readLink(location.hash);
    this.#badLink = problems;
    this.#clock.pause();
    this.#change({ ...initialState(), lang: this.#state.lang, build: this.#state.build, ...state }, { write: problems.length > 0 });
  };

  /** Takes changes in, redraws, tells the page and writes the link. */
  #change(changes, { write = true, lasting = true } = {}) {
    const moved = 'step' in changes && (changes.step !== this.#state.step || changes.layer !== this.#state.layer);
    this.#state = { ...this.#state, ...(moved && { cell: null }), ...changes };
    if ('sentence' in changes || 'context' in changes) this.#draft = null;
    this.#hover = null;
    this.requestUpdate();
    if (lasting && this.isConnected) this.updateComplete.then(() => this.#tell(write));
  }

  #tell(write) {
    this.dispatchEvent(new CustomEvent('statechange', { detail: this.state, bubbles: true, composed: true }));
    if (!write || !this.hasAttribute('link')) return;
    const link = writeLink(this.#state);
    const { pathname, search, hash } = location;
    if (`#${link}` !== hash && (link || hash)) history.replaceState(history.state, '', `${pathname}${search}${link && '#'}${link}`);
  }

  #resize(width) {
    const whole = Math.round(width);
    if (whole === this.#width || whole < 50) return;
    this.#width = whole;
    this.requestUpdate();
  }

  get #moments() {
    const { config } = this.#experiment;
    const position = this.#state.position === 'model' ? config.position : this.#state.position;
    return timeline({ layers: config.n_layers, position });
  }

  get #at() {
    return { index: indexOf(this.#moments, this.#state), t: this.#clock.scope && this.#still.matches ? 1 : this.#state.t };
  }

  #go(index, t, options) {
    const { step, layer } = this.#moments[index];
    this.#change({ step, t, ...(layer !== null && { layer }) }, options);
  }

  #tick(elapsed) {
    const at = { index: this.#at.index, t: this.#state.t, rest: this.#rest };
    const next = advance(at, elapsed, { moments: this.#moments, scope: this.#clock.scope, speed: Number(this.#state.speed) });
    this.#rest = next.rest;
    this.#go(next.index, next.t, { lasting: next.ended });
    return !next.ended;
  }

  #play(scope, index, t) {
    this.#rest = 0;
    this.#go(index, t, { lasting: false });
    this.#clock.play(scope);
  }

  #toggle() {
    if (this.#clock.scope) {
      this.#clock.pause();
      this.#change({});
      return;
    }
    const { index, t } = this.#at;
    const last = index === this.#moments.length - 1;
    if (t < 1) this.#play('walk', index, t);
    else this.#play('walk', last ? 0 : index + (index > 0), 0);
  }

  #stepBy(by) {
    const index = this.#at.index + by;
    this.#clock.pause();
    if (!this.#experiment.ready || index < 0 || index >= this.#moments.length) return;
    if (by < 0 || this.#still.matches) this.#go(index, 1);
    else this.#play('scene', index, 0);
  }

  #edge(by) {
    this.#clock.pause();
    if (this.#experiment.ready) this.#go(by < 0 ? 0 : this.#moments.length - 1, 1);
  }

  /** What the drawing parts call: change the state, or one of the few things that are not state. */
  #act = Object.assign((changes) => this.setState(changes), {
    go: (index, t) => { this.#clock.pause(); this.#go(index, t); },
    toggle: () => this.#toggle(),
    step: (by) => this.#stepBy(by),
    edge: (by) => this.#edge(by),
    speed: (speed) => this.#change({ speed }),
    draft: (text) => { this.#draft = text; this.requestUpdate(); },
    retry: () => this.#load(),
    release: () => this.#change({ cell: null }),
    copy: async (value) => {
      await navigator.clipboard?.writeText(value).then(() => { this.#copied = true; }, () => {});
      this.requestUpdate();
    },
  });

  #onKey(event) {
    if (event.defaultPrevented || moveInGrid(event)) return;
    if (event.key === 'Escape' && this.#state.cell) {
      this.#change({ cell: null });
      return;
    }
    const [element] = event.composedPath();
    const typing = element.matches?.('input:not([type=range]), select, textarea') || (event.key === ' ' && element.matches?.('button, summary, [role=gridcell]'));
    if (!typing) this.handleKey(event);
  }

  #onPoint(event) {
    const cell = event.pointerType === 'mouse' ? cellOf(event.composedPath()[0]) : null;
    if (!cell && !this.#hover) return;
    this.#hover = cell;
    this.requestUpdate();
  }

  #onFocus(event) {
    enterGrid(event);
    const cell = cellOf(event.composedPath()[0]);
    if (!cell) return;
    this.#copied = false;
    this.#clock.pause();
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
    const view = makeView({ ...experiment.picture, state, config: experiment.config, text, word: experiment.word, width: this.#width });
    const moments = this.#moments;
    const at = experiment.ready ? this.#at : { index: 0, t: 1 };
    const { step, layer } = moments[at.index];
    const scene = sceneAt(step, view, at.t);
    const now = text.steps[step].now(facts(step, view));
    const cell = experiment.ready ? state.cell ?? this.#hover : null;
    const disabled = !experiment.ready;
    const parts = { view, state, text, disabled, tokens: experiment.picture.tokens };
    return html`<section class="walk" lang=${state.lang === 'zh' ? 'zh-CN' : 'en'} aria-label=${text.steps[step].title} @keydown=${this.#onKey}>
      ${drawStatus({ text, experiment, badLink: this.#badLink }, this.#act)}
      <div class="sentence">${drawTokens(parts, this.#act)}${drawSwitches(parts, this.#act)}</div>
      <div class="story">
        <h2><small>${groupName({ step, layer }, text)}</small> ${text.steps[step].title}</h2>
        ${formula(step, scene.lit)}
        <p class="now" aria-live="polite">${now}</p>
        ${drawBelief({ view, text, state, config: experiment.config }, this.#act)}
        ${drawPlace({ view, text, layerShown: layer !== null }, this.#act)}
        ${cell
          ? drawUnfolded({ view, cell, cuts: state.cuts, copied: this.#copied, multiply: experiment.multiply }, this.#act)
          : html`<p class="lead">${text.steps[step].lead}${scene.blocks.length > 0 ? html`<span class="hint">${text.cell.hint}</span>` : nothing}</p>`}
      </div>
      <div class="stage-box" @pointerover=${this.#onPoint} @pointerleave=${this.#onPoint} @focusin=${this.#onFocus}>
        ${drawStage(scene, { width: this.#width, label: this.#labelFor(view), focus: cell, from: cell ? sources(cell, view.shape) : [], cuts: state.cuts, summary: now })}
      </div>
      ${drawPlayer({ moments, at, playing: this.#clock.scope !== null, speed: state.speed, text, disabled }, this.#act)}
      ${drawControls({ ...parts, draft: this.#draft ?? state.sentence, problem: experiment.problem, vocabulary: experiment.vocabulary }, this.#act)}
    </section>`;
  }
}

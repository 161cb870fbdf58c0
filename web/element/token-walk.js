/**
 * <token-walk>: one figure as a custom element. Importing this file registers nothing; `define.js` does.
 *
 * Attributes are the state's properties (story/state.js, and those of the figure), besides `src` (folder of a model
 * of one's own), `theme` (light, dark), `lab` (figures that name the same one share engine, model, runs and what SHARED
 * lists), `controls` (`own`: sentence, model and positions are set elsewhere on the page; `bar`: they are set here, and
 * the figure is a strip), `link` (keeps the page's address in step with the state; `read`: only reads it; `any`: also
 * takes on the figure that an address names) and `loading="lazy"` (fetched when it comes near). `setState` changes it
 * from code; events.js says what it tells. What another figure of the lab changed is told by that one alone.
 */
import { LitElement, adoptStyles } from 'lit';
import { Lab, sharedLab } from '../lab/lab.js';
import { Walker } from '../parts/walker.js';
import { SHARED, initialState, only, pairsOf, withAfresh } from '../story/state.js';
import { addressOf, linkFrom, writesAddress, writeAddress } from './address.js';
import { Chosen, EVERY, figureOf } from './chosen.js';
import { join } from './common.js';
import { Display } from './display.js';
import { Events } from './events.js';
import { Place } from './place.js';
import { Reader } from './reader.js';
import { drawShell, drawWordless } from './shell.js';
import { style } from './style.js';
import { stageWidth, watch } from './watch.js';

export class TokenWalk extends LitElement {
  static styles = style;

  static get observedAttributes() {
    return [...super.observedAttributes, ...Object.keys(EVERY)];
  }

  #state = initialState(EVERY);
  #chosen = new Chosen();
  #lab = new Lab();
  #group = null;
  #failure = null;
  #badLink = [];
  #started = false;
  #fetching = Promise.resolve();
  #quit = () => {};
  #unwatch = null;
  #ownAttributes = new MutationObserver((records) =>
    records.forEach((record) => this.#hearAttribute(record.attributeName)),
  );
  #width = 760;
  #shown = null;
  #events = new Events(this);
  #place = new Place();
  #display = new Display({ redraw: () => this.requestUpdate(), fail: (error) => this.#fail(error) });
  #walker = new Walker({
    state: () => this.#state,
    moments: () => this.#display.moments(this.#chosen.figure, this.#state),
    ready: () => this.#display.ready,
    change: (...change) => this.#change(...change),
    redraw: () => this.requestUpdate(),
  });
  #reader = new Reader(
    {
      state: () => this.#state,
      change: (...change) => this.#change(...change),
      setState: (changes) => this.setState(changes),
      plays: () => this.#has('player'),
      movesWeights: () => this.#display.ready && this.#has('weights'),
      get: (...which) => this.#display.run.get(...which),
      root: () => this.renderRoot,
      drawn: () => super.getUpdateComplete(),
      redraw: () => this.requestUpdate(),
      retry: () => this.#start(),
      fail: (error) => this.#fail(error),
    },
    this.#walker,
  );

  /** A copy of the whole state. */
  get state() {
    return { ...this.#state };
  }

  /** The trace of the run that is drawn; null until the engine is there. */
  get trace() {
    return this.#display.ready ? this.#display.run.trace : null;
  }

  /** Changes some properties, as a reader's action would; `write: false` leaves the page's address as it is. */
  setState(changes, { write = true } = {}) {
    this.#walker.pause();
    this.#change(changes, { write });
  }

  /** A key pressed on the page, if it is one of the player's. @returns {boolean} whether it was used */
  handleKey(event) {
    return this.#reader.handleKey(event);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasAttribute('lab')) this.#joinLab();
    if (this.hasAttribute('link')) {
      this.#follow();
      addEventListener('hashchange', this.#follow);
    }
    this.#walker.connect();
    this.#width = stageWidth(this.clientWidth) || this.#width;
    this.requestUpdate();
    if (this.#started || this.getAttribute('loading') !== 'lazy') this.#start();
    else this.#fetch();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#follow);
    this.#unwatch?.();
    this.#unwatch = null;
    this.#walker.disconnect();
    this.#display.stop();
    this.#quit();
    this.#group?.leave();
    this.#group = null;
  }

  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (Object.hasOwn(EVERY, name)) this.#hearAttribute(name);
  }

  /** The page's own words are no change of the reader's. */
  #hearAttribute(name) {
    const value = this.getAttribute(name);
    if (value === null) return;
    const { state, problems } = this.#chosen.read([[name, value]], this.#state.figure);
    const before = this.#badLink;
    this.#change(state, { write: false });
    this.#badLink = [...before, ...problems];
  }

  /** Again each time the element is put somewhere. */
  #watch() {
    return watch(this, this.renderRoot.querySelector('.stage-box'), {
      onWidth: (width) => {
        this.#width = width;
        this.requestUpdate();
      },
      onAway: () => this.#walker.playing && this.setState({}),
      onNear: () => !this.#started && this.#start(),
    });
  }

  updated() {
    this.#unwatch ??= this.#watch();
    if (!this.#display.ready) return;
    this.#place.follow(this.renderRoot, this.#shown, this.#chosen.figure);
    this.#events.drawn(this.#shown);
  }

  /** One lab for all of this name and this `src`, and what they have in common. */
  #joinLab() {
    const name = JSON.stringify([this.getAttribute('lab'), this.getAttribute('src')]);
    this.#lab = sharedLab(name);
    const hear = (changes) => this.#change(withAfresh(changes), { lasting: false });
    this.#group = join(name, only(SHARED, this.#state), hear);
    this.#change(this.#group.values, { lasting: false });
  }

  /** Fetches what the figure needs; also after a failure. */
  #start() {
    this.#started = true;
    this.#failure = null;
    this.#quit();
    this.#quit = this.#lab.listen(() => this.requestUpdate());
    this.#fetch();
    const src = this.getAttribute('src');
    const url = src ? new URL(src, document.baseURI) : null;
    this.#lab.load(this.#state.build, { name: this.#state.model, url });
  }

  /** Fetches words and, once it has started, the figure. */
  #fetch() {
    const wanted = () => [this.#started ? this.#state.figure : null, this.#state.lang];
    const asked = wanted();
    if (this.#chosen.is(...asked)) return;
    this.#fetching = this.#chosen.fetch(...asked).then(
      (fetched) => String(asked) === String(wanted()) && this.#take(fetched),
      () => this.#fail({ code: 'network', details: { url: asked.filter(Boolean).join(' ') } }),
    );
  }

  #take(fetched) {
    const { state, problems } = this.#chosen.take(fetched, (name) => this.getAttribute(name), this.#state);
    this.#state = state;
    this.#badLink = [...this.#badLink, ...problems];
    const { style: own, properties = {} } = this.#chosen.figure ?? {};
    adoptStyles(this.renderRoot, own ? [...style, own].flat() : style);
    this.#ownAttributes.disconnect();
    this.#ownAttributes.observe(this, { attributeFilter: Object.keys(properties) });
    this.requestUpdate();
  }

  #has(part) {
    return this.#chosen.figure?.parts.includes(part) ?? false;
  }

  #fail(error) {
    this.#failure = error;
    this.requestUpdate();
  }

  /** Takes on what the address says, if it is about this figure. */
  #follow = () => {
    if (/^#[^=]+$/.test(location.hash)) return; // a place on the page
    const pairs = [...pairsOf(location.hash)];
    const figure = figureOf(pairs) ?? 'walk';
    if (figure !== this.#state.figure && !this.hasAttribute('any')) return;
    const { state, problems } = this.#chosen.read(pairs, figure);
    const properties = this.#chosen.propertiesOf(figure);
    const kept = only(['lang', 'build', 'model'], this.#state);
    this.#walker.pause();
    this.#state = only(Object.keys(EVERY), this.#state);
    this.#change({ ...initialState(properties), ...kept, ...state, figure }, { write: problems.length > 0 });
    this.#badLink = problems;
    if (pairs.length > 0) this.scrollIntoView();
  };

  /** Takes changes in, redraws, tells the page and writes the link. */
  #change(changes, { write = true, lasting = true } = {}) {
    const before = this.#state;
    const differs = (name) => name in changes && changes[name] !== before[name];
    this.#state = { ...before, ...(this.#moves(changes, differs) && { cell: null }), ...changes };
    if (this.isConnected && (differs('figure') || differs('lang'))) this.#fetch();
    if (this.#started && (differs('build') || differs('model'))) this.#start();
    const shared = SHARED.filter(differs);
    if (shared.length > 0) this.#group?.tell(only(shared, changes));
    if (lasting) [this.#badLink, this.#display.outside] = [[], []];
    if ('sentence' in changes || 'context' in changes) this.#reader.draft = null;
    this.#reader.hover = null;
    this.requestUpdate();
    if (lasting && this.isConnected) super.getUpdateComplete().then(() => this.#tell(write));
  }

  /** Whether this is another moment, which lets the open cell go. */
  #moves(changes, differs) {
    const { properties } = this.#chosen;
    const moving = Object.keys(changes).filter((name) => properties[name]?.moves);
    return moving.length > 0 && [...moving, 'layer'].some(differs);
  }

  #tell(write) {
    this.#events.change(this.state);
    const { figure, properties } = this.#chosen;
    if (write && figure && writesAddress(this)) writeAddress(this.#state, properties);
  }

  /** Also what was still on its way when this was asked for: the figure, and all that it computes for this state. */
  async getUpdateComplete() {
    await super.getUpdateComplete();
    await this.#fetching;
    await super.getUpdateComplete();
    await this.#display.finished;
    return super.getUpdateComplete();
  }

  /** The first picture has the figure's own parts around it, so that nothing moves when the engine comes. */
  shouldUpdate() {
    const { words, figure } = this.#chosen;
    return Boolean(this.#failure || (words && (figure || !this.#started)));
  }

  willUpdate() {
    const { hover } = this.#reader;
    this.#state = this.#display.update({ chosen: this.#chosen, lab: this.#lab, state: this.#state, hover });
  }

  render() {
    const { figure, words, own } = this.#chosen;
    if (!words) return drawWordless();
    const controls = this.getAttribute('controls') ?? 'all';
    this.#shown = this.#display.show({
      state: this.#state,
      words,
      width: this.#width,
      act: this.#reader.act,
      at: this.#walker.here,
      linkTo: (changes) => linkFrom(this, this.#state, changes),
      inBar: controls === 'bar',
    });
    return drawShell({
      shown: this.#shown,
      figure,
      own,
      lab: this.#lab,
      failure: this.#failure,
      badLink: this.#badLink,
      link: addressOf(this, this.#state, this.#chosen.properties),
      reader: this.#reader,
      walker: this.#walker,
      controls,
      stage: () => this.renderRoot.querySelector('svg.stage'),
    });
  }
}

/**
 * The figure that is shown and its words, fetched by name, and the properties that can be read of it from attributes
 * and links.
 */
import { FIGURES } from '../figures/registry.js';
import { oneOf } from '../story/properties.js';
import { COMMON, initialState, problem, readState } from '../story/state.js';

/** The words that all figures share. */
const WORDS = { zh: () => import('../text/zh.js'), en: () => import('../text/en.js') };

/** Which figure; the walk where nothing is said. */
const FIGURE = { figure: { initial: 'walk', read: oneOf(...Object.keys(FIGURES)) } };

/** The properties that every figure has. */
export const EVERY = { ...FIGURE, ...COMMON };

export const figureOf = (pairs) => readState(pairs, FIGURE).state.figure;

export class Chosen {
  /** the module's declaration; null until it is there */
  figure = null;
  /**
   * words in the language that is shown: those that all figures share, and the figure's own; null until they are
   * there
   */
  words = null;
  own = null;
  #unread = [];

  /** The properties that can be read and written now. */
  get properties() {
    return { ...FIGURE, ...this.figure?.properties, ...COMMON };
  }

  propertiesOf(name) {
    return this.figure?.name === name ? this.properties : EVERY;
  }

  /**
   * Reads what is said of a figure. What only the figure itself can read, if it is still to come, waits until `take`.
   * @param {[string, string][]} pairs @param {string} name the figure's @returns {{state: object, problems: object[]}}
   */
  read(pairs, name) {
    const { state, problems, unknown } = readState(pairs, this.propertiesOf(name));
    const known = this.figure?.name === name;
    this.#unread = known ? [] : unknown;
    return { state, problems: known ? [...problems, ...unknown.map(problem)] : problems };
  }

  /** Whether this is what is shown. @param {string|null} name */
  is(name, lang) {
    return this.words?.lang === lang && (name === null || this.figure?.name === name);
  }

  /**
   * Fetches words and, if one is named, a figure.
   * @returns {Promise<{figure: object|null, words: object, own: object|null}>}
   */
  async fetch(name, lang) {
    const shared = WORDS[lang]();
    const figure = name === null ? null : (await FIGURES[name]()).default;
    const own = figure && (await figure.texts[lang]()).words;
    return { figure, own, words: (await shared).words };
  }

  /**
   * Shows what was fetched. A new figure's own properties are what a link said of them, else what they were when it
   * was shown before, else what the page's attributes say.
   * @param {(name: string) => string|null} attribute
   * @param {object} before the state
   * @returns {{state: object, problems: object[]}}
   */
  take({ figure, words, own }, attribute, before) {
    Object.assign(this, { words, own });
    if (figure === null || figure === this.figure) return { state: before, problems: [] };
    this.figure = figure;
    const { properties } = figure;
    const said = Object.keys(properties)
      .map((name) => [name, attribute(name)])
      .filter(([, value]) => value !== null);
    const [page, link] = [said, this.#unread].map((pairs) => readState(pairs, properties));
    this.#unread = [];
    return {
      state: { ...initialState(properties), ...page.state, ...before, ...link.state },
      problems: [...page.problems, ...link.problems, ...link.unknown.map(problem)],
    };
  }
}

/** The figure that is shown, fetched by name, and the properties that can be read of it from attributes and links. */
import { FIGURES } from '../figures/registry.js';
import { oneOf } from '../story/properties.js';
import { COMMON, initialState, problem, readState } from '../story/state.js';

/** Which figure; the walk where nothing is said. */
const FIGURE = { figure: { initial: 'walk', read: oneOf(...Object.keys(FIGURES)) } };

/** The properties that every figure has. */
export const EVERY = { ...FIGURE, ...COMMON };

export const figureOf = (pairs) => readState(pairs, FIGURE).state.figure;

export class Chosen {
  /** the module's declaration; null until it is there */
  figure = null;
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

  /** @returns {Promise<object>} the figure's declaration */
  fetch = async (name) => (await FIGURES[name]()).default;

  /**
   * Shows a figure from now on. Its own properties are what a link said of them, else what they were when it was shown before, else
   * what the page's attributes say.
   * @param {(name: string) => string|null} attribute @param {object} before the state @returns {{state: object, problems: object[]}}
   */
  take(figure, attribute, before) {
    const { properties } = figure;
    this.figure = figure;
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

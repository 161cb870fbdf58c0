/** What an element tells its page. */
import { partOf } from '../story/part.js';
import { only } from '../story/state.js';

export class Events {
  #element;
  #moment = null;

  /** @param {HTMLElement} element that they come from */
  constructor(element) {
    this.#element = element;
  }

  #dispatch(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** A lasting change. @param {object} state all of it */
  change(state) {
    this.#dispatch('statechange', state);
  }

  /**
   * What has just been drawn, if it is another moment or another part of the model than before.
   * @param {{picture: object, view: object, state: object}} shown
   */
  drawn({ picture, view, state }) {
    const { layer, head } = view;
    const part = picture.part ?? (picture.inLayer ? partOf({ layer, step: 'softmax' }, head) : null);
    const moment = { ...only(['figure', 'step'], state), layer, head, part };
    const key = JSON.stringify(moment);
    if (key === this.#moment) return;
    this.#moment = key;
    this.#dispatch('stepchange', moment);
  }
}

/**
 * The reader's own weights: what was changed by hand is written into the model before a run, and what was changed
 * before is put back first, so that a run depends on the state alone. Weights that are drawn are copied out once for
 * each set of changes.
 */
import { tensorKey } from '../engine/tensor-ref.js';

const ROLES = ['weight', 'bias'];
const COPIES_KEPT = 3;

/** What of a state changes weights, as text. */
const textOf = ({ edits, keys, values }) => JSON.stringify([edits, keys, values]);

export class Edits {
  #model;
  #changed = new Map(); // by weight: what it held, and where it was written
  #now = textOf({ edits: [], keys: 'own', values: 'own' });
  #copies = new Map();

  /** @param {object} model of which no one else changes weights */
  constructor(model) {
    this.#model = model;
  }

  /** Makes the model's weights what a state wants. @param {{edits: object[], keys: string, values: string}} state */
  apply(state) {
    const wanted = textOf(state);
    if (wanted === this.#now) return;
    this.#putBack();
    const layers = Array.from({ length: this.#model.config.n_layers }, (_, layer) => layer);
    if (state.values === 'input') layers.forEach((layer) => this.#passThrough(layer));
    state.edits.forEach(({ tensor, layer, index, value }) => this.#write(tensor, layer, index, value));
    if (state.keys === 'query') layers.forEach((layer) => this.#copyQuery(layer));
    this.#now = wanted;
  }

  /**
   * A weight as a state wants it: a copy, the same array each time.
   * @returns {{data: Float32Array, shape: number[]}}
   */
  weight(state, tensor, layer) {
    const copies = this.#copiesFor(textOf(state));
    const key = tensorKey({ tensor, layer });
    if (!copies.has(key)) {
      this.apply(state);
      copies.set(key, this.#model.weight(tensor, layer === null ? {} : { layer }));
    }
    return copies.get(key);
  }

  #copiesFor(wanted) {
    const copies = this.#copies.get(wanted) ?? new Map();
    this.#copies.delete(wanted);
    this.#copies.set(wanted, copies);
    if (this.#copies.size > COPIES_KEPT) this.#copies.delete(this.#copies.keys().next().value);
    return copies;
  }

  /** W_K := W_Q, bias and all. */
  #copyQuery(layer) {
    for (const role of ROLES) {
      const query = this.#model.weight(`attention.query.${role}`, { layer }).data;
      query.forEach((value, index) => this.#write(`attention.key.${role}`, layer, index, value));
    }
  }

  /** V := X: the identity in place of W_V, and no bias. */
  #passThrough(layer) {
    const width = this.#model.config.d_model;
    for (let index = 0; index < width * width; index += 1) {
      this.#write('attention.value.weight', layer, index, index % (width + 1) === 0 ? 1 : 0);
    }
    for (let index = 0; index < width; index += 1) this.#write('attention.value.bias', layer, index, 0);
  }

  #write(name, layer, index, value) {
    const key = tensorKey({ tensor: name, layer });
    if (!this.#changed.has(key))
      this.#changed.set(key, { name, layer, data: this.#model.weight(name, { layer }).data, places: new Set() });
    this.#changed.get(key).places.add(index);
    this.#model.writeWeight(name, { layer, index, value });
  }

  #putBack() {
    for (const { name, layer, data, places } of this.#changed.values())
      places.forEach((index) => this.#model.writeWeight(name, { layer, index, value: data[index] }));
    this.#changed.clear();
  }
}

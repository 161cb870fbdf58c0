/**
 * One run of a model and all that can be read of it: what the engine computed, the weights it was computed with, what
 * is derived from both, and what single cuts do to it. A run never changes; the same array is handed out each time,
 * so that drawing can tell by identity what has changed.
 */
import { tensorKey, tensorRef } from '../engine/tensor-ref.js';
import { described } from '../story/tensor.js';
import { readingOf } from '../story/view.js';
import { derive } from './derived.js';
import { Effects } from './effects.js';

const place = ({ layer, head }) => ({ ...(layer !== null && { layer }), ...(head !== null && { head }) });

const refOf = ({ name, layer, head = -1 }) => tensorRef(name, layer < 0 ? null : layer, head < 0 ? null : head);

/** The first candidate's share in a row of beliefs. */
const firstOf = ({ data, shape }, row) => data[row * shape[1]];

export class Run {
  #model;
  #edits;
  #engine;
  #request;
  #weights;
  #known = new Map();
  #effects = null;

  /**
   * @param {object} made model, engine, edits (which writes the weights that the run asks for), request
   *   (lab/request.js), tokens, rotary (whether positions are rotated)
   */
  constructor({ model, engine, edits, request, tokens, rotary }) {
    this.#model = model;
    this.#engine = engine;
    this.#edits = edits;
    this.#request = request;
    edits.apply(request.weights);
    this.trace = model.run(request.text, request.options);
    this.#weights = model.weights();
    this.config = model.config;
    this.ids = request.ids;
    this.tokens = tokens;
    this.candidates = this.trace.candidates;
    this.rotary = rotary;
    this.trace.tensors().forEach((row) => this.#known.set(tensorKey(refOf(row)), null));
  }

  /**
   * A tensor of the run or a weight behind it; undefined for what is neither, or is derived and was not asked for
   * yet.
   */
  get = (tensor, layer = null, head = null) => {
    const ref = { tensor, layer, head };
    const key = tensorKey(ref);
    if (!this.#known.get(key)) {
      const found = this.#read(ref, key);
      if (!found) return undefined;
      this.#known.set(key, found);
    }
    return this.#known.get(key);
  };

  #read(ref, key) {
    if (this.#known.has(key)) return described(ref.tensor, this.trace.get(ref.tensor, place(ref)));
    const isWeight = this.#weights.some((row) => tensorKey(refOf(row)) === key);
    return isWeight
      ? described(ref.tensor, this.#edits.weight(this.#request.weights, ref.tensor, ref.layer))
      : undefined;
  }

  /**
   * Makes a derived tensor (lab/derived.js), so that `get` has it from now on; any other is looked up as `get` does.
   */
  derive(tensor, layer = null, head = null) {
    const ref = { tensor, layer, head };
    const known = this.get(tensor, layer, head);
    if (known) return known;
    const { config, ids, rotary, get } = this;
    const made = derive(
      {
        engine: this.#engine,
        get,
        ids,
        names: config.entity_ids ?? [],
        layers: config.n_layers,
        heads: config.n_heads,
        rotary,
        effect: (...at) => this.effects?.head(...at),
      },
      ref,
    );
    if (made) this.#known.set(tensorKey(ref), made);
    return made;
  }

  /** Every tensor of the run and every weight behind it. @returns {import('../engine/tensor-ref.js').TensorRef[]} */
  tensors = () => [...this.trace.tensors(), ...this.#weights].map(refOf);

  /** What single cuts do to the first candidate's belief; null where there is no pronoun or no candidate. */
  get effects() {
    const row = readingOf(this.tokens, this.config);
    if (row < 0 || this.candidates.length === 0) return null;
    this.#effects ??= new Effects(
      { layers: this.config.n_layers, heads: this.config.n_heads, count: this.ids.length },
      (layer, head) => this.get('weights', layer, head).data,
      firstOf(this.get('belief'), row),
      (edge) => this.#without(edge, row),
    );
    return this.#effects;
  }

  #without({ layer, head, query, key }, row) {
    const { ids, options, weights } = this.#request;
    this.#edits.apply(weights);
    const cuts = [...options.cuts, { layer, head, query, key }];
    return firstOf(this.#model.run(ids, { ...options, cuts }).get('belief'), row);
  }

  /** The run as one .safetensors file, weights and all. @returns {Uint8Array} */
  export() {
    const { text, options, weights } = this.#request;
    this.#edits.apply(weights);
    return this.#model.export(this.#model.run(text, options)); // with the weights as they are now
  }
}

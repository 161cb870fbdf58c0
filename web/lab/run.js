/**
 * One run of a model and all that can be read of it: what the engine computed, the weights it was computed with, what
 * is derived from both, and what single cuts do to it. A run never changes; the same array is handed out each time,
 * so that drawing can tell by identity what has changed.
 */
import { tensorKey, tensorRef } from '../engine/tensor-ref.js';
import { described } from '../story/tensor.js';
import { derive } from './derived.js';

/** Runs between two looks at the effects of cuts. */
const CUTS_AT_ONCE = 16;

const place = ({ layer, head }) => ({ ...(layer !== null && { layer }), ...(head !== null && { head }) });

const refOf = ({ name, layer, head = -1 }) => tensorRef(name, layer < 0 ? null : layer, head < 0 ? null : head);

const range = (n) => Array.from({ length: n }, (_, i) => i);

export class Run {
  #model;
  #edits;
  #engine;
  #request;
  #weights;
  #known = new Map();
  #effects = new Map();

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
      },
      ref,
    );
    if (made) this.#known.set(tensorKey(ref), made);
    return made;
  }

  /** Every tensor of the run and every weight behind it. @returns {import('../engine/tensor-ref.js').TensorRef[]} */
  tensors = () => [...this.trace.tensors(), ...this.#weights].map(refOf);

  /**
   * What is left of the first candidate's share at a row when one edge of a token is cut, for every edge that carries
   * weight: a few whole runs at a time, each look with all that is known so far. What was found once is kept.
   * @param {number} token whose edges
   * @param {number} row of the belief that is read; below 0 there is nothing to read
   * @returns {Generator<{layer, head, key, weight, belief}[]>}
   */
  *effects(token, row) {
    if (row < 0 || this.candidates.length === 0) {
      yield [];
      return;
    }
    const key = `${token} ${row}`;
    if (!this.#effects.has(key)) this.#effects.set(key, { points: [], todo: this.#edges(token) });
    const found = this.#effects.get(key);
    yield found.points;
    while (found.todo.length > 0) {
      const cut = found.todo
        .splice(0, CUTS_AT_ONCE)
        .map((edge) => ({ ...edge, belief: this.#without(token, edge, row) }));
      found.points = [...found.points, ...cut];
      yield found.points;
    }
  }

  /** The edges of a token that carry weight. */
  #edges(token) {
    const count = this.ids.length;
    const { n_layers: layers, n_heads: heads } = this.config;
    return range(layers)
      .flatMap((layer) => range(heads).flatMap((head) => range(count).map((key) => ({ layer, head, key }))))
      .map((edge) => ({ ...edge, weight: this.get('weights', edge.layer, edge.head).data[token * count + edge.key] }))
      .filter(({ weight }) => weight !== 0);
  }

  #without(query, { layer, head, key }, row) {
    const { text, options, weights } = this.#request;
    this.#edits.apply(weights);
    const cuts = [...options.cuts, { layer, head, query, key }];
    const { data, shape } = this.#model.run(text, { ...options, cuts }).get('belief');
    return data[row * shape[1]];
  }

  /** The run as one .safetensors file, weights and all. @returns {Uint8Array} */
  export() {
    const { text, options, weights } = this.#request;
    this.#edits.apply(weights);
    return this.#model.export(this.#model.run(text, options)); // with the weights as they are now
  }
}

/**
 * What cutting single edges does to a run's belief: every edge that carries weight is cut alone, in a run of the whole
 * model of its own. What was found once is kept.
 */
import { range } from '../story/range.js';

/** Milliseconds of runs between two looks: a page that draws between them still answers at once. */
const AT_ONCE = 40;

export class Effects {
  /** every edge with weight: { layer, head, query, key, weight } and, once it was cut, the belief that is left */
  edges;
  /** the belief with nothing further cut */
  base;
  #count;
  #beliefWithout;

  /**
   * @param {{layers: number, heads: number, count: number}} sizes of the model and of the sentence
   * @param {(layer: number, head: number) => Float32Array} weightsOf
   * @param {number} base
   * @param {(edge: object) => number} beliefWithout runs the model without one edge
   */
  constructor({ layers, heads, count }, weightsOf, base, beliefWithout) {
    this.#count = count;
    this.base = base;
    this.#beliefWithout = beliefWithout;
    this.edges = range(layers * heads).flatMap((i) => {
      const at = { layer: Math.floor(i / heads), head: i % heads };
      const weights = weightsOf(at.layer, at.head);
      return range(count * count)
        .map((pair) => ({ ...at, query: Math.floor(pair / count), key: pair % count, weight: weights[pair] }))
        .filter(({ weight }) => weight !== 0);
    });
  }

  /** The edges of a head. */
  at = (layer, head) => this.edges.filter((edge) => edge.layer === layer && edge.head === head);

  /** Cuts these edges unless they were. @returns {Generator<number>} now and then, how many are left */
  *cut(edges) {
    const todo = edges.filter(({ belief }) => belief === undefined);
    let start = performance.now();
    for (const [done, edge] of todo.entries()) {
      edge.belief = this.#beliefWithout(edge);
      if (performance.now() - start > AT_ONCE) {
        yield todo.length - done - 1;
        start = performance.now();
      }
    }
  }

  /**
   * Belief after each cut less the belief before, for each query and key of a head; 0 where there is no weight to cut.
   */
  head(layer, head) {
    const edges = this.at(layer, head);
    const cutting = this.cut(edges);
    while (!cutting.next().done); // to the end
    const data = new Float32Array(this.#count ** 2);
    for (const { query, key, belief } of edges) data[query * this.#count + key] = belief - this.base;
    return { data, shape: [this.#count, this.#count] };
  }
}

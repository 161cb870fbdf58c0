/**
 * Tensors that no step of a run leaves behind but a figure draws: the engine's own arithmetic on a run's numbers, made when first
 * asked for and kept as long as the run. They have a name, a layer and a head like all others.
 */
import { mentionsOf } from '../story/mentions.js';

/** Which keys a query sees: in one head, or in any where the heads are averaged. */
export function seenBy(get, { layer, head, heads, count }, query) {
  const all = head === null ? Array.from({ length: heads }, (_, i) => i) : [head];
  const rows = all.map((one) => get('masked', layer, one).data.subarray(query * count, (query + 1) * count));
  return (key) => rows.some((row) => row[key] !== -Infinity);
}

/** Weights with all mentions of a name gathered at the last that is seen; the earlier ones are left with nothing. */
function mentions(get, { ids, names, heads, engine }, layer, head) {
  const { data, shape } = head === null ? get('weights_mean', layer) : get('weights', layer, head);
  const count = ids.length;
  const made = data.slice();
  for (let query = 0; query < count; query += 1) {
    for (const [last, places] of mentionsOf(ids, names, seenBy(get, { layer, head, heads, count }, query))) {
      places.forEach((key) => {
        made[query * count + key] = 0;
      });
      made[query * count + last] = engine.sum(places.map((key) => data[query * count + key]));
    }
  }
  return { data: made, shape };
}

const rowsOf =
  ({ data, shape: [, width] }) =>
  (row) =>
    data.subarray(row * width, (row + 1) * width);

/** For every pair of tokens a row of products: what `one` gives for the pair, number by number. */
function pairTerms(engine, count, width, one) {
  const pairs = Array.from({ length: count * count }, (_, i) => one(Math.floor(i / count), i % count));
  const [a, b] = [0, 1].map((side) => pairs.flatMap((pair) => [...pair[side]]));
  return { data: Float32Array.from(engine.products(a, b)), shape: [count * count, width] };
}

/** q[d] · k[d]: a pair's score before it is added up. Row query · T + key. */
function scoreTerms(get, { ids, engine, rotary }, layer, head) {
  const [query, key] = (rotary ? ['rotated_query', 'rotated_key'] : ['query', 'key']).map((name) =>
    get(name, layer, head),
  );
  return pairTerms(engine, ids.length, query.shape[1], (i, j) => [rowsOf(query)(i), rowsOf(key)(j)]);
}

/** weight · v[d]: what each key puts into a query's output. Row query · T + key. */
function valueTerms(get, { ids, engine }, layer, head) {
  const [weights, value] = [get('weights', layer, head), get('value', layer, head)];
  const width = value.shape[1];
  return pairTerms(engine, ids.length, width, (i, j) => [
    new Array(width).fill(weights.data[i * ids.length + j]),
    rowsOf(value)(j),
  ]);
}

const MAKERS = { mentions, score_terms: scoreTerms, value_terms: valueTerms };

/**
 * @param {Function} get the run's own numbers
 * @param {{engine, ids: number[], names: number[], heads: number, rotary: boolean}} about the sentence's ids, which ids are names,
 *   how many heads, and whether queries and keys are rotated
 */
export function withDerived(get, about) {
  const made = new Map();
  return (tensor, layer = null, head = null) => {
    if (!Object.hasOwn(MAKERS, tensor)) return get(tensor, layer, head);
    const key = `${tensor}:${layer}:${head}`;
    if (!made.has(key)) made.set(key, MAKERS[tensor](get, about, layer, head));
    return made.get(key);
  };
}

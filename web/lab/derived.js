/**
 * Tensors that no step of a run leaves behind but a figure draws: the engine's own arithmetic on a run's numbers.
 * They have a name, a layer and a head like all others, and say themselves which axes they have.
 */
import { mentionsOf, seenBy } from '../story/mentions.js';
import { rowOf } from '../story/tensor.js';

/** Weights with all mentions of a name gathered at the last that is seen; the earlier ones are left with nothing. */
function mentions({ engine, get, ids, names, heads }, layer, head) {
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

/** For every pair of tokens a row of products: what `one` gives for the pair, number by number. */
function pairTerms(engine, count, width, one) {
  const pairs = Array.from({ length: count * count }, (_, i) => one(Math.floor(i / count), i % count));
  const [a, b] = [0, 1].map((side) => pairs.flatMap((pair) => [...pair[side]]));
  return { data: Float32Array.from(engine.products(a, b)), shape: [count * count, width] };
}

/** q[d] · k[d]: a pair's score before it is added up. Row query · T + key. */
function scoreTerms({ engine, get, ids, rotary }, layer, head) {
  const names = rotary ? ['rotated_query', 'rotated_key'] : ['query', 'key'];
  const [query, key] = names.map((name) => get(name, layer, head));
  return pairTerms(engine, ids.length, query.shape[1], (i, j) => [rowOf(query, i), rowOf(key, j)]);
}

/** weight · v[d]: what each key puts into a query's output. Row query · T + key. */
function valueTerms({ engine, get, ids }, layer, head) {
  const [weights, value] = [get('weights', layer, head), get('value', layer, head)];
  const width = value.shape[1];
  return pairTerms(engine, ids.length, width, (i, j) => [
    new Array(width).fill(weights.data[i * ids.length + j]),
    rowOf(value, j),
  ]);
}

/** How spread each query's attention is: 0 for one key alone, ln T when all weights are equal. */
function weightsEntropy({ engine, get }, layer, head) {
  const { data, shape } = get('weights', layer, head);
  return { data: Float32Array.from(engine.entropies(data, shape[1])), shape: [shape[0]] };
}

/** What cutting each edge alone does to the belief, in runs of their own. */
const effect = ({ effect: of }, layer, head) => of(layer, head);

const DERIVED = {
  mentions: { make: mentions, axes: ['token', 'key'], overHeads: true },
  score_terms: { make: scoreTerms, axes: ['pair', 'head_dimension'] },
  weights_entropy: { make: weightsEntropy, axes: ['token'] },
  value_terms: { make: valueTerms, axes: ['pair', 'head_dimension'] },
  effect: { make: effect, axes: ['token', 'key'] },
};

/**
 * Makes a derived tensor of a run; undefined where there is no such tensor, the run has no such layer or head, or
 * there is no belief to measure.
 * @param {{engine, get, ids, names: number[], layers: number, heads: number, rotary: boolean,
 *   effect: Function}} about the engine, the run's numbers, the sentence's ids, which ids are names, the model's
 *   size, whether queries and keys are rotated, and the effects of a head's cuts
 * @param {import('../engine/tensor-ref.js').TensorRef} ref head null, where that means something, is all heads
 *   averaged
 */
export function derive(about, { tensor, layer, head }) {
  if (!Object.hasOwn(DERIVED, tensor) || layer === null || layer >= about.layers || head >= about.heads)
    return undefined;
  const { make, axes, overHeads = false } = DERIVED[tensor];
  if (head === null && !overHeads) return undefined;
  const made = make(about, layer, head);
  return made && { ...made, axes, role: 'derived' };
}

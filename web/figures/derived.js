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
      places.forEach((key) => { made[query * count + key] = 0; });
      made[query * count + last] = engine.sum(places.map((key) => data[query * count + key]));
    }
  }
  return { data: made, shape };
}

const MAKERS = { mentions };

/**
 * @param {Function} get the run's own numbers
 * @param {{engine, ids: number[], names: number[], heads: number}} about the sentence's ids, which ids are names, how many heads
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

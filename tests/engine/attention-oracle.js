// Attention over flat float64 arrays, written from the formula: the reference of the direct module.
// `sees(query, key)` says the mask in words of the definition, so that nothing here knows of tiles,
// ranges or panels. Vaswani et al., "Attention Is All You Need" (2017), eq. 1 and section 3.2.2.

const range = (n) => Array.from({ length: n }, (_, i) => i);

/** Where number i of row t of head h lies. */
export const PLACES = {
  heads:
    ({ n, d }) =>
    (h, t, i) =>
      (h * n + t) * d + i,
  tokens:
    ({ heads, d }) =>
    (h, t, i) =>
      (t * heads + h) * d + i,
};

/** One head's row of weights, by the textbook: max, exp, sum. */
function weightsOf(scores) {
  const top = Math.max(...scores);
  if (top === -Infinity) return scores.map(() => 0);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/**
 * @param {{ q: ArrayLike<number>, k: ArrayLike<number>, v: ArrayLike<number>, heads: number, dK: number, dV?: number,
 *   queries: number, keys?: number, layout?: 'heads' | 'tokens', scale?: number,
 *   sees?: (q: number, k: number, h: number) => boolean }} shape
 */
export function attentionOf({
  q,
  k,
  v,
  heads,
  dK,
  dV = dK,
  queries,
  keys = queries,
  layout = 'heads',
  scale = 1 / Math.sqrt(dK),
  sees = () => true,
}) {
  const place = (n, d) => PLACES[layout]({ heads, n, d });
  const [Q, K, V, O] = [place(queries, dK), place(keys, dK), place(keys, dV), place(queries, dV)];
  const out = new Float64Array(heads * queries * dV);
  for (const h of range(heads)) {
    for (const t of range(queries)) {
      const scores = range(keys).map((s) =>
        sees(t, s, h) ? scale * range(dK).reduce((sum, i) => sum + q[Q(h, t, i)] * k[K(h, s, i)], 0) : -Infinity,
      );
      const weights = weightsOf(scores);
      for (const i of range(dV)) out[O(h, t, i)] = weights.reduce((sum, weight, s) => sum + weight * v[V(h, s, i)], 0);
    }
  }
  return out;
}

/** elu(x) + 1 features, normalised: Katharopoulos et al., "Transformers are RNNs" (2020), eq. 4, as a quadratic sum. */
export function linearAttentionOf({ q, k, v, heads, dK, dV = dK, queries, keys = queries, sees = () => true }) {
  const feature = (x) => (x > 0 ? x + 1 : Math.exp(x));
  const out = new Float64Array(heads * queries * dV);
  for (const h of range(heads)) {
    for (const t of range(queries)) {
      const amounts = range(keys).map((s) =>
        sees(t, s, h)
          ? range(dK).reduce(
              (sum, i) => sum + feature(q[(h * queries + t) * dK + i]) * feature(k[(h * keys + s) * dK + i]),
              0,
            )
          : 0,
      );
      const sum = amounts.reduce((a, b) => a + b, 0);
      for (const i of range(dV)) {
        out[(h * queries + t) * dV + i] =
          sum === 0 ? 0 : amounts.reduce((mix, amount, s) => mix + amount * v[(h * keys + s) * dV + i], 0) / sum;
      }
    }
  }
  return out;
}

/** x · wᵀ + bias, a row of w for each output. */
function linear(x, w, bias, n, inner, outer) {
  return Float64Array.from({ length: n * outer }, (_, at) => {
    const [t, o] = [Math.floor(at / outer), at % outer];
    return range(inner).reduce((sum, i) => sum + x[t * inner + i] * w[o * inner + i], bias?.[o] ?? 0);
  });
}

/** The whole block in float64. */
export function multiHeadOf({ x, n, dModel, heads, weights, biases = {}, sees }) {
  const project = (from, name) => linear(from, weights[name], biases[name], n, dModel, dModel);
  const [q, k, v] = ['query', 'key', 'value'].map((name) => project(x, name));
  return project(attentionOf({ q, k, v, heads, dK: dModel / heads, queries: n, layout: 'tokens', sees }), 'output');
}

/** Uneven numbers, the same for the same seed. */
export function numbers(count, seed, size = 1) {
  let state = seed * 2654435761 + 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return size * (state / 2 ** 31 - 1);
  });
}

/** The largest difference; Infinity where a number is none. */
export const worst = (got, wanted) =>
  got.reduce((most, x, i) => Math.max(most, Number.isNaN(x) ? Infinity : Math.abs(x - wanted[i])), 0);

/** Inputs of a shape; values are below 1, so that an absolute difference is a relative one. */
export function inputs({ heads, dK, dV = dK, queries, keys = queries }, size = 1.5) {
  return {
    q: numbers(heads * queries * dK, 1, size),
    k: numbers(heads * keys * dK, 2, size),
    v: numbers(heads * keys * dV, 3),
  };
}

// What is measured: the shapes, their seeded inputs, what they cost, and what is right by float64.
//
//   A  scaled dot-product attention, 8 heads of 64, contiguous [heads, n, 64] in and out
//   B  the whole multi-head block, d_model 512, 8 heads, from [n, 512] to [n, 512]
//   C  the same block with d_model 32, 4 heads: what a figure computes

export const KINDS = {
  A: { dModel: 512, heads: 8, sizes: [12, 64, 128, 256, 512, 1024, 2048], masks: ['none', 'causal'] },
  B: { dModel: 512, heads: 8, sizes: [12, 64, 128, 512, 1024], masks: ['none'] },
  C: { dModel: 32, heads: 4, sizes: [12, 24], masks: ['none'] },
};

const WEIGHTS = ['query', 'key', 'value', 'output'];

/**
 * Every workload of the chosen kinds and sizes, the smallest first.
 * @param {string[]} kinds
 * @param {number[]} [sizes]
 */
export const workloads = (kinds, sizes) =>
  kinds.flatMap((kind) =>
    KINDS[kind].sizes
      .filter((n) => !sizes || sizes.includes(n))
      .flatMap((n) => KINDS[kind].masks.map((mask) => workload(kind, n, mask))),
  );

/** @param {'A' | 'B' | 'C'} kind @param {number} n @param {'none' | 'causal'} [mask] */
export function workload(kind, n, mask = 'none') {
  const { dModel, heads } = KINDS[kind];
  const numbers = stream(1000 * n + dModel);
  const matrix = (size, spread) => Float32Array.from({ length: size }, () => spread * numbers());
  const shape = { kind, n, mask, dModel, heads, dK: dModel / heads };
  const name = `${kind} n=${n}${kind === 'A' ? { none: ' full', causal: ' causal' }[mask] : ''}`;
  // Queries wider than keys, so that a row has a few large weights and many small ones, as trained models have.
  const inputs =
    kind === 'A'
      ? { q: matrix(n * dModel, 3), k: matrix(n * dModel, 1.5), v: matrix(n * dModel, 1) }
      : {
          x: matrix(n * dModel, 1.5),
          weights: Object.fromEntries(WEIGHTS.map((w) => [w, matrix(dModel * dModel, Math.sqrt(3 / dModel))])),
        };
  return { ...shape, name, flops: flops(shape), ...inputs };
}

/** Multiplications and additions of what is asked: of a causal mask the visible half only; exp is not counted. */
function flops({ kind, n, mask, dModel }) {
  const attention = (mask === 'causal' ? 2 * n * (n + 1) : 4 * n * n) * dModel;
  return attention + (kind === 'A' ? 0 : 8 * n * dModel * dModel);
}

/** Numbers from -1 to 1 that the seed decides (xorshift32). */
function stream(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

/** The right answer, all of it, in float64. @returns {Float64Array} as the workload's output is laid out */
export function expected(work) {
  const { kind, n, dModel, weights } = work;
  if (kind === 'A') return concatenate(attendHeads(work, doubles(work)));
  const [q, k, v] = [weights.query, weights.key, weights.value].map((w) =>
    project(Float64Array.from(work.x), w, n, dModel),
  );
  const parts = attendHeads(work, { q: headsFirst(q, work), k: headsFirst(k, work), v: headsFirst(v, work) });
  return project(joined(parts, work), weights.output, n, dModel);
}

/** The same of some queries alone, where all would take too long; A only. @returns {Float64Array} [heads, rows, d_k] */
export const expectedRows = (work, rows) => concatenate(attendHeads(work, doubles(work), rows));

/**
 * These rows of a result in the same layout.
 * @param {Float32Array} result
 * @param {object} work
 * @param {number[]} rows
 */
export const takeRows = (result, { n, heads, dK }, rows) =>
  concatenate(
    Array.from({ length: heads }, (_, h) =>
      rows.map((row) => result.subarray((h * n + row) * dK, (h * n + row + 1) * dK)),
    ).flat(),
  );

const doubles = ({ q, k, v }) => ({ q: Float64Array.from(q), k: Float64Array.from(k), v: Float64Array.from(v) });

const attendHeads = (work, { q, k, v }, rows = [...Array(work.n).keys()]) =>
  Array.from({ length: work.heads }, (_, h) => {
    const of = (m) => m.subarray(h * work.n * work.dK, (h + 1) * work.n * work.dK);
    return attend(of(q), of(k), of(v), work, rows);
  });

function attend(q, k, v, { n, dK, mask }, rows) {
  const out = new Float64Array(rows.length * dK);
  const row = new Float64Array(n);
  rows.forEach((query, at) => {
    const seen = mask === 'causal' ? query + 1 : n;
    let most = -Infinity;
    for (let j = 0; j < seen; j += 1) {
      row[j] = dot(q, query * dK, k, j * dK, dK) / Math.sqrt(dK);
      most = Math.max(most, row[j]);
    }
    let sum = 0;
    for (let j = 0; j < seen; j += 1) sum += row[j] = Math.exp(row[j] - most);
    for (let j = 0; j < seen; j += 1) addScaled(out, at * dK, v, j * dK, row[j] / sum, dK);
  });
  return out;
}

/** [n, heads · d_k] becomes [heads, n, d_k]. */
const headsFirst = (m, { n, heads, dModel, dK }) =>
  concatenate(
    Array.from({ length: heads * n }, (_, at) => {
      const from = (at % n) * dModel + Math.floor(at / n) * dK;
      return m.subarray(from, from + dK);
    }),
  );

/** And back. @param {Float64Array[]} parts one [n, d_k] a head */
const joined = (parts, { n, dK }) =>
  concatenate(Array.from({ length: n }, (_, i) => parts.map((part) => part.subarray(i * dK, (i + 1) * dK))).flat());

/** x · Wᵀ, the weights as PyTorch's Linear keeps them: one row an output. */
function project(x, weights, n, dModel) {
  const w = Float64Array.from(weights);
  const out = new Float64Array(n * dModel);
  for (let i = 0; i < out.length; i += 1) out[i] = dot(x, i - (i % dModel), w, (i % dModel) * dModel, dModel);
  return out;
}

function dot(a, ai, b, bi, length) {
  let [s0, s1, s2, s3] = [0, 0, 0, 0]; // four sums, because one would wait for itself; lengths are multiples of 4
  for (let c = 0; c < length; c += 4) {
    s0 += a[ai + c] * b[bi + c];
    s1 += a[ai + c + 1] * b[bi + c + 1];
    s2 += a[ai + c + 2] * b[bi + c + 2];
    s3 += a[ai + c + 3] * b[bi + c + 3];
  }
  return s0 + s1 + s2 + s3;
}

function addScaled(out, oi, v, vi, weight, length) {
  for (let c = 0; c < length; c += 1) out[oi + c] += weight * v[vi + c];
}

/** @param {Float64Array[]} parts */
function concatenate(parts) {
  const out = new Float64Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

/** The largest difference as a share of the largest number; Infinity for what is no such result at all. */
export function distance(result, right) {
  if (result?.length !== right.length) return Infinity;
  let [most, off] = [0, 0];
  for (let i = 0; i < right.length; i += 1) {
    const difference = Math.abs(result[i] - right[i]);
    if (!(difference <= off)) off = Number.isNaN(difference) ? Infinity : difference;
    most = Math.max(most, Math.abs(right[i]));
  }
  return off / most;
}

// What tasks say, once more from a run's raw numbers, in float64 and by the definitions: scores from queries and keys,
// weights from scores, sums from weights, shares from logits, gradients from draws of its own.

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const range = (n) => Array.from({ length: n }, (_, i) => i);

export const rows = ({ data, shape: [height, width] }) =>
  range(height).map((i) => [...data.subarray(i * width, (i + 1) * width)]);

/** q · k for every pair, rotated where the model rotates. */
export function scoresOf({ get, rotary }, layer, head) {
  const of = (name) => rows(get(rotary ? `rotated_${name}` : name, layer, head));
  return of('query').map((q) => of('key').map((k) => sum(q.map((x, d) => x * k[d]))));
}

const softmax = (row) => {
  const top = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - top));
  return powers.map((power) => power / sum(powers));
};

export const transpose = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));

/** What weights are when scores are divided by `by` and hidden ones become `hide`. */
export function weightsOf(scores, { by, sees = () => true, hide = -Infinity }) {
  return scores.map((row, i) => softmax(row.map((score, j) => (sees(i, j) ? score / by : hide))));
}

/** Softmax along the queries of each key. */
export const columnWeights = (scores, { by, sees }) =>
  transpose(
    transpose(scores).map((column, j) => softmax(column.map((score, i) => (sees(i, j) ? score / by : -Infinity)))),
  );

export const rowSums = (matrix) => matrix.map(sum);

/** weights · values. */
export const outputOf = (weights, values) =>
  weights.map((row) => transpose(values).map((column) => sum(row.map((weight, j) => weight * column[j]))));

/** The first candidate's share among the candidates, from the logits of the row that is read. */
export function shareOf({ get, candidates }, row) {
  const logits = rows(get('logits'))[row];
  return softmax(candidates.map((id) => logits[id]))[0];
}

/** Numbers between 0 and 1 from a seed: Mulberry32, which the engine does not use. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const length = (vector) => Math.sqrt(sum(vector.map((x) => x * x)));

/** The length of what reaches a query through softmax from a direction of length 1 on the weights. */
function gradient(scores, keys, direction, factor) {
  const p = softmax(scores.map((score) => score * factor));
  const mean = sum(p.map((share, i) => share * direction[i]));
  const onScores = p.map((share, i) => factor * share * (direction[i] - mean));
  return length(keys[0].map((_, d) => sum(keys.map((key, i) => onScores[i] * key[d]))));
}

/** Median gradients of random queries with 16 keys, unscaled and divided by √d_k. */
export function gradients(dK, draws, seed = 7) {
  const next = generator(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const vector = (wide) => Array.from({ length: wide }, normal);
  const drawn = range(draws).map(() => {
    const query = vector(dK);
    const keys = range(16).map(() => vector(dK));
    const scores = keys.map((key) => sum(key.map((x, d) => x * query[d])));
    const raw = vector(16);
    const direction = raw.map((x) => x / length(raw));
    return [1, 1 / Math.sqrt(dK)].map((factor) => gradient(scores, keys, direction, factor));
  });
  const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  return { raw: median(drawn.map(([one]) => one)), scaled: median(drawn.map(([, one]) => one)) };
}

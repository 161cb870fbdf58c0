/** What to try with three matrices: one of them in another's place. */
import { range } from '../../story/range.js';
import { rowOf } from '../../story/tensor.js';

/** The two cells across the diagonal that are furthest apart, of those that `counts`. */
function furthest({ data, shape: [n] }, counts = () => true) {
  const pairs = range(n).flatMap((i) => range(i).map((j) => ({ i, j, there: data[i * n + j], back: data[j * n + i] })));
  const apart = ({ there, back }) => Math.abs(there - back);
  return pairs.filter(counts).reduce((far, pair) => (far && apart(far) >= apart(pair) ? far : pair), null);
}

/** Is a matrix its own mirror image, to rounding? */
export function symmetric({ data, shape: [n] }) {
  return [...data.keys()].every((i) => {
    const mirrored = data[(i % n) * n + Math.floor(i / n)];
    return Math.abs(data[i] - mirrored) <= 1e-4 * Math.max(1, Math.abs(data[i]));
  });
}

const isWhole = (row) => Math.abs(row.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-5;

/** W_K := W_Q: scores become symmetric, weights do not; seen where the two tokens see each other, if any do. */
const keys = {
  name: 'keys',
  steps: [{ keys: 'query' }],
  predicts(before, after) {
    const [scores, masked, weights] = ['scores', 'masked', 'weights'].map((name) =>
      after.get(name, after.layer, after.head),
    );
    const n = after.shape.T;
    const sees = ({ i, j }) => masked.data[i * n + j] !== -Infinity && masked.data[j * n + i] !== -Infinity;
    const mutual = furthest(weights, sees);
    const pair = mutual ?? furthest(weights);
    return {
      holds: symmetric(scores) && !symmetric(weights) && [pair.i, pair.j].every((i) => isWhole(rowOf(weights, i))),
      hidden: mutual === null,
      ...pair,
      from: after.tokens[pair?.i],
      to: after.tokens[pair?.j],
      score: scores.data[pair?.i * n + pair?.j],
    };
  },
};

/** In how many cells of all heads of a layer two runs differ. */
function differing(a, b, tensor, layer) {
  const [one, other] = [a, b].map(({ get, shape: { H } }) => range(H).flatMap((h) => [...get(tensor, layer, h).data]));
  return { of: one.length, changed: one.filter((value, i) => value !== other[i]).length };
}

/** V := X: nobody in layer 1 looks elsewhere, but all of Z is another; what layer 2 is given is another too. */
const values = {
  name: 'values',
  steps: [{ values: 'input' }],
  predicts(before, after) {
    const [first, output] = ['weights', 'head_output'].map((tensor) => differing(before, after, tensor, 0));
    const next = after.shape.layers > 1 ? differing(before, after, 'weights', 1) : null;
    return {
      holds: first.changed === 0 && output.changed > 0 && next?.changed !== 0,
      first,
      output,
      next,
    };
  },
};

export const tasks = [keys, values];

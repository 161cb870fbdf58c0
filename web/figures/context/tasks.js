/** What to try in the context figure: the two edges whose effects go most against their weights. */
import { firstShare } from '../../story/task.js';
import { rowOf } from '../../story/tensor.js';

const cutting = (query, { layer, head, key }) => ({ cuts: [{ layer, head, query, key }] });

/** The weight that the edge which was cut had before. */
function weightOf({ get }, { state }) {
  const [{ layer, head, query, key }] = state.cuts;
  return rowOf(get('weights', layer, head), query)[key];
}

const edges = {
  name: 'edges',
  about({ token, tokens }, { pair }) {
    const named = (edge) => ({ ...edge, from: tokens[token], to: tokens[edge.key] });
    return pair && { token, thick: named(pair.thick), thin: named(pair.thin) };
  },
  steps: ({ token, thick, thin }) => [cutting(token, thick), cutting(token, thin)],
  predicts(before, thick, thin) {
    const [base, ...left] = [before, thick, thin].map((look) => firstShare(look).share);
    const weights = [thick, thin].map((look) => weightOf(before, look));
    const [little, much] = left.map((share) => Math.abs(share - base));
    return { holds: weights[0] > weights[1] && little < much, ...firstShare(before), left, weights };
  },
};

export const tasks = [edges];

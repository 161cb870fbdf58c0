/** The checks of the four-steps figure: what holds of a right attention, and what a wrong way breaks. */
import { short } from '../../draw/number.js';
import { origin } from '../../story/cells.js';
import { shapeOf } from '../../story/view.js';

/** What makes a run right. */
const RIGHT = { scale: 'sqrt(d_k)', fault: 'none' };

const same = (a, b) => a.data.every((value, i) => Object.is(value, b.data[i]));

/** Whether scores were divided by √d_k, to rounding. */
const scaledRight = (scores, scaled, width) =>
  scores.every((score, i) => Math.abs(scaled[i] * Math.sqrt(width) - score) <= 1e-4 * Math.abs(score) + 1e-6);

/** Scores of random vectors spread by about √d_k; what is left of that after dividing should be about 1. */
const aboutOne = (spread) => spread > 0.75 && spread < 1.33;

const differing = (a, b) => a.data.reduce((count, value, i) => count + !Object.is(value, b.data[i]), 0);

/**
 * What must hold of a right attention, asked of this run: each check is named in text/. The last two compare with a
 * right run, in the first layer, where nothing wrong has come in from below.
 */
export function checks(lab, state) {
  const { layer, head } = state;
  const run = lab.run(state);
  const right = lab.run({ ...state, ...RIGHT });
  const shape = shapeOf({ state, tokens: run.tokens, config: run.config });
  const spread = lab.spread(shape.K, origin({ tensor: 'scaled', layer, head, row: 0, column: 0 }, shape).by);
  const at = (name) => run.get(name, layer, head).data;
  const first = (name) => [run.get(name, 0, head), right.get(name, 0, head)];
  const [weights, hidden, sums, empty] = [
    at('weights'),
    right.get('masked', layer, head).data,
    at('weights_row_sum'),
    at('row_empty'),
  ];
  const worst = [...sums.keys()]
    .filter((i) => empty[i] === 0)
    .reduce((far, i) => (Math.abs(sums[i] - 1) > Math.abs(sums[far] - 1) ? i : far), 0);
  return [
    {
      name: 'rows',
      holds: Math.abs(sums[worst] - 1) < 1e-5,
      detail: { token: run.tokens[worst].glyph, value: short(sums[worst], 3) },
    },
    { name: 'hidden', holds: hidden.every((score, i) => score !== -Infinity || weights[i] === 0), detail: {} },
    { name: 'scale', holds: scaledRight(at('scores'), at('scaled'), shape.K), detail: {} },
    { name: 'spread', holds: aboutOne(spread), detail: { value: short(spread) } },
    { name: 'heads', holds: same(...first('query')), detail: {} },
    { name: 'weights', holds: same(...first('weights')), detail: { cells: differing(...first('weights')) } },
  ];
}

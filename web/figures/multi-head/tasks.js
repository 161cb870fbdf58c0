/** What to try with heads: without which the answer goes one way or the other, and the same width split otherwise. */
import { firstShare, lookAt } from '../../story/task.js';

/** Of the last layer's heads, that without which the first candidate's share falls most, and that with which. */
const pulls = {
  name: 'pulls',
  about: ({ shape }, { without }) =>
    without && { ...without, layer: shape.layers - 1, supervisedHead: shape.supervisedHead },
  offered: (facts) => Boolean(facts) && facts.low.share < facts.base && facts.high.share > facts.base,
  steps: ({ layer, low, high }) => [low, high].map(({ head }) => ({ off: [{ layer, head }] })),
  predicts(before, ...after) {
    const { who, share } = firstShare(before);
    const [low, high] = after.map((look) => ({ ...look.state.off[0], ...firstShare(look) }));
    return { holds: low.share < share && share < high.share, who, share, low, high };
  },
};

/** Numbers in the matrices of the attention of a random model with so many heads. */
function attentionOf({ lab, state, shape }) {
  const { weights } = lab.random({ n_heads: Number(state.size) }, shape.ids);
  const matrices = weights.filter(({ name }) => /^attention\..*weight$/.test(name));
  return {
    count: Number(state.size),
    width: shape.D / state.size,
    numbers: matrices.reduce((sum, { shape: [rows, columns] }) => sum + rows * columns, 0),
  };
}

const split = {
  name: 'split',
  offered: ({ D }) => D % 8 === 0,
  steps: [{ size: '1' }, { size: '8' }],
  predicts(before, ...after) {
    const [one, many] = after.map(attentionOf);
    return { holds: one.numbers === many.numbers && one.width === many.width * many.count, one, many };
  },
};

export const tasks = [pulls, split];

/** The answer as it is and without each head of the last layer, head by head; nothing where no answer is read. */
export function* answers(lab, state) {
  const whole = lookAt(lab, { ...state, off: [] });
  const { shape, reading, candidates } = whole;
  if (reading < 0 || candidates.length === 0) return;
  for (let head = 0; head < shape.H; head += 1) {
    const off = [{ layer: shape.layers - 1, head }];
    yield { head, base: firstShare(whole).share, ...firstShare(lookAt(lab, { ...state, off })) };
    lab.run(state); // the run that is drawn stays among those that are kept
  }
}

/** The heads without which the answer is lowest and highest; null where there is none. */
export function extremes(each) {
  const sorted = [...each].sort((a, b) => a.share - b.share);
  return each.length > 0 ? { base: each[0].base, low: sorted[0], high: sorted.at(-1) } : null;
}

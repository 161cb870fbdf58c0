/** What to try with the four steps: no scaling, wide keys, and three wrong ways, where they break something. */
import { rowOf } from '../../story/tensor.js';
import { WIDTHS } from './curves.js';

const EXACT = 1e-5;

/** Wrong ways that come to nothing where nothing is hidden. */
export const HIDING = ['mask_after_softmax', 'zero_mask'];

const shown = ({ get, layer, head }, tensor, at = layer) => get(tensor, at, head);

const rowsOf = (matrix) => Array.from({ length: matrix.shape[0] }, (_, i) => rowOf(matrix, i));

/** The index that is furthest from 1, or −1 of none. */
const furthest = (sums) =>
  sums.reduce((far, sum, i) => (far < 0 || Math.abs(sum - 1) > Math.abs(sums[far] - 1) ? i : far), -1);

const isOne = (sum) => Math.abs(sum - 1) < EXACT;

/** Without scaling the largest weight of each row grows: in layer 1, whose scores are the same both times. */
const scale = {
  name: 'scale',
  steps: [{ scale: 'none' }],
  predicts(before, after) {
    const [small, large] = [before, after].map((look) =>
      rowsOf(shown(look, 'weights', 0)).map((row) => Math.max(...row)),
    );
    const grown = large.filter((weight, i) => weight > small[i]).length;
    const { token, tokens, head } = after;
    const holds = grown > 0 && large.every((weight, i) => weight >= small[i]);
    return { holds, grown, of: large.length, head, token: tokens[token], small: small[token], large: large[token] };
  },
};

/** The gradient of random draws, unscaled beside scaled, at the width that the slider starts with and at the widest. */
const width = {
  name: 'width',
  steps: [{ dk: WIDTHS.at(-1) }],
  predicts(...looks) {
    const medians = (dK) => {
      const { raw, scaled } = looks[0].lab.saturation(dK);
      return { dK, raw: raw.gradient.median, scaled: scaled.gradient.median };
    };
    const [narrow, wide] = looks.map(({ state }) => medians(state.dk));
    const last = WIDTHS.map(medians).findLastIndex(({ raw, scaled }) => raw >= scaled);
    return { holds: wide.raw < wide.scaled && wide.raw < narrow.raw, narrow, wide, below: WIDTHS[last + 1] };
  },
};

/** Softmax over columns: columns add up to 1, rows do not. */
const columns = {
  name: 'columns',
  steps: [{ fault: 'softmax_columns' }],
  predicts(_, after) {
    const sums = [...shown(after, 'weights_row_sum').data];
    const down = [...shown(after, 'weights_column_sum').data];
    const row = furthest(sums);
    const holds = down.every(isOne) && !isOne(sums[row]);
    return { holds, token: after.tokens[row], sum: sums[row], rows: sums.filter((sum) => !isOne(sum)).length };
  },
};

const causally = (fault) => [{ mask: 'causal' }, { fault }];

/** The cells that are hidden under the right way. */
function hiddenIn(right) {
  const { data } = shown(right, 'masked');
  return [...data.keys()].filter((i) => data[i] === -Infinity);
}

/** A hidden score of 0 is a score like another. */
const zero = {
  name: 'zero',
  steps: causally('zero_mask'),
  predicts(_, right, wrong) {
    const hidden = hiddenIn(right);
    const [none, given] = [right, wrong].map((look) => hidden.map((i) => shown(look, 'weights').data[i]));
    const most = given.indexOf(Math.max(...given));
    const { tokens, shape } = wrong;
    const [from, to] = [Math.floor(hidden[most] / shape.T), hidden[most] % shape.T];
    return {
      holds: none.every((weight) => weight === 0) && given[most] > 0,
      hidden: hidden.length,
      given: given.filter((weight) => weight > 0).length,
      weight: given[most],
      from: tokens[from],
      to: tokens[to],
    };
  },
};

/** What softmax gave to hidden keys is taken away and nobody gets it. */
const late = {
  name: 'late',
  steps: causally('mask_after_softmax'),
  predicts(_, right, wrong) {
    const [whole, left] = [right, wrong].map((look) => [...shown(look, 'weights_row_sum').data]);
    const row = left.indexOf(Math.min(...left));
    const { data } = shown(wrong, 'weights');
    return {
      holds: whole.every(isOne) && !isOne(left[row]) && hiddenIn(right).every((i) => data[i] === 0),
      token: wrong.tokens[row],
      sum: left[row],
      rows: left.filter((sum) => sum < 1 - EXACT).length,
      of: left.length,
    };
  },
};

export const tasks = [scale, columns, zero, late, width];

/**
 * Of a wrong way that comes to nothing: how many weights, of all layers and heads, are the right way's to the bit. 0
 * where something is hidden, or some weight differs.
 */
export function idle(lab, state) {
  if (!HIDING.includes(state.fault)) return 0;
  const [wrong, right] = [lab.run(state), lab.run({ ...state, fault: 'none' })];
  const all = (run, tensor) =>
    run
      .tensors()
      .filter((ref) => ref.tensor === tensor)
      .flatMap(({ layer, head }) => [...run.get(tensor, layer, head).data]);
  const weights = all(right, 'weights');
  const same = all(wrong, 'weights').every((weight, i) => Object.is(weight, weights[i]));
  return same && !all(right, 'masked').includes(-Infinity) ? weights.length : 0;
}

// What each task predicts, recomputed in float64 from the raw tensors of the runs (float64.js); every number that the
// task's sentence shows is held to it. A look is what the page gives to `predicts`.

import assert from 'node:assert/strict';
import {
  columnWeights,
  gradients,
  outputOf,
  rowSums,
  rows,
  scoresOf,
  shareOf,
  transpose,
  weightsOf,
} from './float64.js';

const near = (a, b, what, tolerance = 5e-4) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${what}: ${a}, in float64 ${b}`);

const range = (n) => Array.from({ length: n }, (_, i) => i);

/** A look's run, with whether it rotates. */
const runOf = ({ lab, state }) => lab.run(state);

const causal = (i, j) => j <= i;

const seesIn = ({ state }) => (state.mask === 'causal' ? causal : () => true);

const root = ({ shape }) => Math.sqrt(shape.K);

/** Weights of a layer and head by the right way, from queries and keys. */
const rightWeights = (look, layer = look.layer, head = look.head, by = root(look)) =>
  weightsOf(scoresOf(runOf(look), layer, head), { by, sees: seesIn(look) });

const pairsOf = (n) => range(n).flatMap((i) => range(i).map((j) => [i, j]));

const qkv = {
  keys([, after], said) {
    const scores = scoresOf(runOf(after), after.layer, after.head);
    pairsOf(scores.length).forEach(([i, j]) => near(scores[i][j], scores[j][i], `scores ${i} ${j}`));
    const weights = rightWeights(after);
    const gap = ([i, j]) => Math.abs(weights[i][j] - weights[j][i]);
    const sees = seesIn(after);
    const mutual = pairsOf(scores.length).filter(([i, j]) => sees(i, j) && sees(j, i));
    assert.equal(said.hidden, mutual.length === 0);
    const pairs = said.hidden ? pairsOf(scores.length) : mutual;
    const far = pairs.reduce((best, pair) => (gap(pair) > gap(best) ? pair : best));
    assert.ok(gap(far) > 0.01);
    assert.deepEqual([said.i, said.j], far);
    assert.deepEqual([said.from, said.to], [after.tokens[said.i], after.tokens[said.j]]);
    near(said.score, scores[said.i][said.j], 'score', 1e-4);
    near(said.there, weights[said.i][said.j], 'weight');
    near(said.back, weights[said.j][said.i], 'weight back');
    if (said.hidden) assert.equal(Math.min(said.there, said.back), 0);
  },

  values([first, after], said) {
    const { H, layers, T, K } = first.shape;
    for (const head of range(H)) {
      const [one, other] = [first, after].map((look) => rightWeights(look, 0, head));
      assert.deepEqual(one, other, 'who looks at whom in layer 1');
      const values = [first, after].map(({ get }) => rows(get('value', 0, head)));
      assert.notDeepEqual(outputOf(one, values[0]), outputOf(other, values[1]), 'Z');
    }
    const changed = (tensor, layer) =>
      range(H)
        .flatMap((head) => {
          const [one, other] = [first, after].map(({ get }) => get(tensor, layer, head).data);
          return [...one].map((value, i) => value !== other[i]);
        })
        .filter(Boolean).length;
    assert.deepEqual(said.first, { of: H * T * T, changed: 0 });
    assert.deepEqual(said.output, { of: H * T * K, changed: changed('head_output', 0) });
    assert.ok(layers > 1);
    assert.deepEqual(said.next, { of: H * T * T, changed: changed('weights', 1) });
    const [one, other] = [first, after].map((look) => rightWeights(look, 1, 0));
    assert.notDeepEqual(one, other, 'layer 2 is given something else');
  },
};

const context = {
  edges([whole, ...after], said) {
    const shares = [whole, ...after].map((look) => shareOf(runOf(look), look.reading));
    const weights = after.map(({ state }) => {
      const [{ layer, head, query, key }] = state.cuts;
      return rightWeights(whole, layer, head)[query][key];
    });
    near(said.share, shares[0], 'share');
    shares.slice(1).forEach((share, i) => near(said.left[i], share, `share after cut ${i}`));
    weights.forEach((weight, i) => near(said.weights[i], weight, `weight ${i}`));
    assert.ok(weights[0] > weights[1], 'the first is the thicker one');
    assert.ok(Math.abs(shares[2] - shares[0]) > Math.abs(shares[1] - shares[0]), 'and moves less');
    assert.equal(said.who, whole.lab.word(runOf(whole).candidates[0]));
  },
};

const fourSteps = {
  scale([first, after], said) {
    const scores = scoresOf(runOf(first), 0, first.head);
    const most = (by) => weightsOf(scores, { by, sees: seesIn(first) }).map((row) => Math.max(...row));
    const [small, large] = [most(root(first)), most(1)];
    large.forEach((weight, i) => assert.ok(weight >= small[i] - 1e-9, `row ${i}`));
    assert.equal(said.grown, large.filter((weight, i) => weight > small[i] + 1e-7).length);
    assert.equal(said.of, small.length);
    assert.equal(said.head, after.head);
    near(said.small, small[after.token], 'before');
    near(said.large, large[after.token], 'after');
  },

  columns([, after], said) {
    const scores = scoresOf(runOf(after), after.layer, after.head);
    const weights = columnWeights(scores, { by: root(after), sees: seesIn(after) });
    rowSums(transpose(weights)).forEach((sum) => near(sum, 1, 'column', 1e-9));
    heldTo(rowSums(weights), said, after, (sum) => Math.abs(sum - 1));
  },

  zero([, right, wrong], said) {
    const scores = scoresOf(runOf(wrong), wrong.layer, wrong.head);
    const weights = weightsOf(scores, { by: root(wrong), sees: causal, hide: 0 });
    const hidden = pairsOf(scores.length).map(([j, i]) => [i, j]);
    const before = rightWeights(right);
    hidden.forEach(([i, j]) => assert.equal(before[i][j], 0));
    const most = hidden.reduce((best, [i, j]) => (weights[i][j] > weights[best[0]][best[1]] ? [i, j] : best));
    assert.deepEqual([said.hidden, said.given], [hidden.length, hidden.length]);
    assert.deepEqual(
      [said.from, said.to],
      most.map((i) => wrong.tokens[i]),
    );
    near(said.weight, weights[most[0]][most[1]], 'largest');
  },

  late([, , wrong], said) {
    const scores = scoresOf(runOf(wrong), wrong.layer, wrong.head);
    const weights = weightsOf(scores, { by: root(wrong) }).map((row, i) => row.map((x, j) => (j <= i ? x : 0)));
    assert.equal(said.of, scores.length);
    heldTo(rowSums(weights), said, wrong, (sum) => 1 - sum);
  },

  width([first], said) {
    const { narrow, wide, below } = said;
    assert.deepEqual([narrow.dK, wide.dK], [first.state.dk, 512]);
    for (const { dK, raw, scaled } of [narrow, wide]) {
      const saturation = first.lab.engine.saturation({ dK, keys: 16, draws: 400, seed: 1 });
      assert.deepEqual(
        [raw, scaled],
        [saturation.raw, saturation.scaled].map(({ gradient }) => gradient.median),
      );
      const other = medians(dK);
      near(scaled, other.scaled, `scaled, ${dK}`, 0.01);
      assert.equal(raw < scaled, other.raw < other.scaled, `${dK}`);
    }
    assert.equal(Math.log2(below) % 1, 0, 'a width that is drawn');
    const [from, last] = [medians(below), medians(below / 2)];
    assert.ok(from.raw < from.scaled && last.raw >= last.scaled, `from ${below} on`);
    assert.ok(wide.raw < wide.scaled && narrow.raw > narrow.scaled);
  },
};

const drawn = new Map();

function medians(dK) {
  if (!drawn.has(dK)) drawn.set(dK, gradients(dK, dK > 200 ? 100 : 600));
  return drawn.get(dK);
}

/** The row that is furthest off, its sum, and how many are off. */
function heldTo(sums, said, { tokens }, off) {
  const far = sums.reduce((best, sum, i) => (off(sum) > off(sums[best]) ? i : best), 0);
  assert.equal(said.token, tokens[far]);
  near(said.sum, sums[far], 'sum');
  assert.ok(off(sums[far]) > 1e-3);
  assert.equal(said.rows, sums.filter((sum) => off(sum) > 1e-5).length);
}

const multiHead = {
  pulls([whole, ...after], said) {
    const layer = whole.shape.layers - 1;
    const shares = [whole, ...after].map((look) => shareOf(runOf(look), look.reading));
    assert.ok(shares[1] < shares[0] && shares[0] < shares[2]);
    near(said.share, shares[0], 'share');
    [said.low, said.high].forEach(({ head, share, ...rest }, i) => {
      near(share, shares[i + 1], `without head ${head}`);
      assert.deepEqual(after[i].state.off, [{ layer: rest.layer, head }]);
      assert.equal(rest.layer, layer);
    });
  },

  split([whole, ...after], said) {
    const { D, ids } = whole.shape;
    [said.one, said.many].forEach(({ count, width, numbers }, i) => {
      assert.equal(String(count), after[i].state.size);
      const { get } = whole.lab.random({ n_heads: count }, ids);
      range(count).forEach((head) => assert.equal(get('query', { layer: 0, head }).shape[1], width));
      assert.equal(width, D / count);
      assert.equal(numbers, 4 * D * D);
    });
  },
};

/** By figure and task. */
export const AGAIN = { qkv, context, 'four-steps': fourSteps, 'multi-head': multiHead };

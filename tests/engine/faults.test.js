// The wrong ways, run for real: what each breaks, and what it leaves whole. That all their numbers
// are right (as wrong numbers go) is held to the oracle in oracle.test.js.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { answer, codedModel, difference, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const config = makeConfig();
const N = 9;
const IDS = randomIds(N, config);
const OTHER_END = [...IDS.slice(0, -1), (IDS[N - 1] % (config.vocab_size - 1)) + 1];
const near = (x, y) => Math.abs(x - y) < 1e-6;

eachBuild('faults', (engine, tolerance) => {
  const withModel = async (use, weights = randomWeights(config, 23), own = config) => {
    const model = await loadSmall(engine, own, weights);
    try {
      await use(model);
    } finally {
      model.dispose();
    }
  };
  const heads = (trace, name) =>
    trace
      .tensors()
      .filter((tensor) => tensor.name === name)
      .map(({ layer, head }) => [...trace.get(name, { layer, head }).data]);
  /** How many of the sums are 1. */
  const ones = (sums) => sums.filter((x) => near(x, 1)).length;

  it('none: every row sums to 1, columns do not, and their sums together are as many as rows', () =>
    withModel((model) => {
      const trace = model.run(IDS, { mask: 'causal', fault: 'none' });
      assert.deepEqual(trace.get('logits').data, model.run(IDS, { mask: 'causal' }).get('logits').data);
      for (const rows of heads(trace, 'weights_row_sum')) assert.equal(ones(rows), N);
      for (const columns of heads(trace, 'weights_column_sum')) {
        assert.ok(ones(columns) < N);
        assert.ok(Math.abs(columns.reduce((a, b) => a + b) - N) < 1e-5);
      }
    }));

  it('softmax_columns: every column sums to 1, rows do not', () =>
    withModel((model) => {
      for (const mask of ['none', 'causal']) {
        const trace = model.run(IDS, { mask, fault: 'softmax_columns' });
        for (const columns of heads(trace, 'weights_column_sum')) assert.equal(ones(columns), N);
        for (const rows of heads(trace, 'weights_row_sum')) assert.ok(ones(rows) < N);
      }
    }));

  it('softmax_columns is the softmax of the transposed scores: W_Q and W_K change places', () =>
    withModel((model) => {
      const weights = randomWeights(config, 23);
      const swapped = new Map(weights);
      for (const part of ['weight', 'bias']) {
        swapped.set(`layers.0.attention.query.${part}`, weights.get(`layers.0.attention.key.${part}`));
        swapped.set(`layers.0.attention.key.${part}`, weights.get(`layers.0.attention.query.${part}`));
      }
      return withModel((turned) => {
        const wrong = model.run(IDS, { fault: 'softmax_columns' }).get('weights', { layer: 0, head: 1 }).data;
        const right = turned.run(IDS).get('weights', { layer: 0, head: 1 }).data;
        assert.ok(
          difference(
            wrong,
            [...right].map((_, i) => right[(i % N) * N + Math.floor(i / N)]),
          ) <= tolerance,
        );
      }, swapped);
    }));

  it('mask_after_softmax: hidden weights are 0, visible ones are those of no mask, and rows sum to less than 1', () =>
    withModel((model) => {
      const place = { layer: 0, head: 2 };
      const open = model.run(IDS).get('weights', place).data;
      const trace = model.run(IDS, { mask: 'causal', fault: 'mask_after_softmax' });
      trace.get('weights', place).data.forEach((w, i) => assert.equal(w, i % N > Math.floor(i / N) ? 0 : open[i]));
      assert.ok(trace.get('masked', place).data.every(Number.isFinite), 'what the softmax saw was not hidden');
      const sums = trace.get('weights_row_sum', place).data;
      sums.subarray(0, N - 1).forEach((x) => assert.ok(x > 0 && x < 0.9999, `${x}`));
      assert.ok(near(sums[N - 1], 1), 'the last row sees everything');
      // What leaks: a hidden key still takes its share of the sum.
      assert.notDeepEqual(
        model
          .run(OTHER_END, { mask: 'causal', fault: 'mask_after_softmax' })
          .get('weights_row_sum', place)
          .data.slice(0, 3),
        sums.slice(0, 3),
      );
    }));

  it('zero_mask: a hidden key weighs e^0 of the sum, and the past sees the future', () =>
    withModel((model) => {
      const logits = (ids, fault) =>
        model
          .run(ids, { mask: 'causal', fault })
          .get('logits')
          .data.slice(0, (N - 1) * config.vocab_size);
      assert.deepEqual(logits(IDS, 'none'), logits(OTHER_END, 'none'));
      assert.notDeepEqual(logits(IDS, 'zero_mask'), logits(OTHER_END, 'zero_mask'));
      const trace = model.run(IDS, { mask: 'causal', fault: 'zero_mask' });
      for (const sums of heads(trace, 'weights_row_sum')) assert.equal(ones(sums), N, 'nothing is seen in the sums');
      assert.ok(heads(trace, 'weights').every((weights) => weights.every((w) => w > 0)));
    }));

  it('zero_mask by hand: scores (ln 3, ln 2 hidden, 0 hidden) give 3/5, 1/5, 1/5 and not 1, 0, 0', async () => {
    const coded = codedModel();
    coded.weights.get('layers.0.attention.query.bias').data[0] = 4; // √16, so that scaled = answer
    answer(coded.weights, 'key', 0, [Math.log(3), Math.log(2), 0]);
    await withModel(
      (model) => {
        const first = (fault) => [
          ...model.run([0, 1, 2], { mask: 'causal', fault }).get('weights', { layer: 0, head: 0 }).data.slice(0, 3),
        ];
        [3 / 5, 1 / 5, 1 / 5].forEach((w, i) => assert.ok(near(first('zero_mask')[i], w)));
        [3 / 6, 0, 0].forEach((w, i) => assert.ok(near(first('mask_after_softmax')[i], w)));
        assert.deepEqual(first('none'), [1, 0, 0]);
      },
      coded.weights,
      coded.config,
    );
  });

  it('no_head_transpose by hand: a head holds all blocks of one token, and two tokens of two heads never meet', async () => {
    const coded = codedModel({ d: 4, heads: 2 });
    [
      [1, 5],
      [2, 6],
      [3, 7],
      [4, 8],
    ].forEach((values, row) => answer(coded.weights, 'value', row, values)); // token 0: 1 2 3 4, token 1: 5 6 7 8
    await withModel(
      (model) => {
        const at = (name, head, ids, fault) => [
          ...model.run(ids, { fault }).get(name, head === undefined ? { layer: 0 } : { layer: 0, head }).data,
        ];
        assert.deepEqual(at('value', 0, [0, 1], 'none'), [1, 2, 5, 6]);
        assert.deepEqual(at('value', 0, [0, 1], 'no_head_transpose'), [1, 2, 3, 4]);
        assert.deepEqual(at('value', 1, [0, 1], 'no_head_transpose'), [5, 6, 7, 8]);
        // All scores are 0: each row is the mean of its head's two rows, joined by the same view.
        assert.deepEqual(at('concat', undefined, [0, 1], 'none'), [3, 4, 5, 6, 3, 4, 5, 6]);
        assert.deepEqual(at('concat', undefined, [0, 1], 'no_head_transpose'), [2, 3, 2, 3, 6, 7, 6, 7]);
      },
      coded.weights,
      coded.config,
    );
  });

  it('no_head_transpose passes every easy check: rows sum to 1, shapes are right, heads still add up', () =>
    withModel((model) => {
      const trace = model.run(IDS, { fault: 'no_head_transpose' });
      for (const sums of heads(trace, 'weights_row_sum')) assert.equal(ones(sums), N);
      assert.deepEqual(trace.tensors(), model.run(IDS).tensors());
      const bias = randomWeights(config, 23).get('layers.1.attention.output.bias').data;
      const parts = heads(trace, 'head_contribution').slice(config.n_heads);
      const whole = trace.get('attention_output', { layer: 1 }).data;
      assert.ok(
        difference(
          whole,
          [...whole].map((_, i) => parts.reduce((sum, part) => sum + part[i], bias[i % config.d_model])),
        ) <= tolerance,
      );
    }));

  it('each changes the answer, and none is left behind in the next run', () =>
    withModel((model) => {
      const logits = (fault) => model.run(IDS, { mask: 'causal', fault }).get('logits').data;
      const right = logits('none');
      for (const fault of engine.manifest.choices.fault.slice(1)) {
        assert.ok(difference(logits(fault), [...right]) > 0.001, fault);
        assert.deepEqual(logits('none'), right);
      }
    }));
});

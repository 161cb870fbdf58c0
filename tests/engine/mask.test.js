// Who sees whom: causal, padding, cut edges, and rows that see nothing.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const config = makeConfig();
const N = 9;
const IDS = randomIds(N, config);
const every = (trace, name) =>
  trace
    .tensors()
    .filter((tensor) => tensor.name === name)
    .map((place) => ({ ...place, ...trace.get(name, place) }));
const cell = ({ data, shape }, row, column) => data[row * shape[1] + column];
const all = (n) => [...Array(n).keys()];

eachBuild('mask', (engine) => {
  const withModel = async (use) => {
    const model = await loadSmall(engine, config, randomWeights(config, 21));
    try {
      await use(model);
    } finally {
      model.dispose();
    }
  };

  /** Checks that exactly the cells for which `hidden` holds are −∞ before and 0 after the softmax. */
  const assertHidden = (trace, hidden) => {
    for (const masked of every(trace, 'masked')) {
      const { layer, head } = masked;
      const weights = trace.get('weights', { layer, head });
      const scaled = trace.get('scaled', { layer, head });
      for (const q of all(masked.shape[0])) {
        for (const k of all(masked.shape[1])) {
          const isHidden = hidden({ layer, head, q, k });
          assert.equal(
            cell(masked, q, k),
            isHidden ? -Infinity : cell(scaled, q, k),
            `layer ${layer}, head ${head}, ${q} to ${k}`,
          );
          assert.equal(cell(weights, q, k) > 0, !isHidden);
        }
      }
    }
  };

  it('none: every token sees every token', () => withModel((model) => assertHidden(model.run(IDS), () => false)));

  it('causal: hides what comes later, and nothing else', () =>
    withModel((model) => {
      assertHidden(model.run(IDS, { mask: 'causal' }), ({ q, k }) => k > q);
    }));

  it('causal: a change of the last token leaves the past equal to the last bit, in every tensor', () =>
    withModel((model) => {
      const other = [...IDS.slice(0, -1), (IDS[N - 1] % (config.vocab_size - 1)) + 1];
      const before = model.run(IDS, { mask: 'causal' });
      const after = model.run(other, { mask: 'causal' });
      const past = ['residual', 'attention_output', 'head_output', 'weights', 'final', 'logits', 'probabilities'];
      for (const place of before.tensors().filter(({ name }) => past.includes(name))) {
        const { data, shape } = before.get(place.name, place);
        const length = (N - 1) * shape[1];
        assert.deepEqual(after.get(place.name, place).data.slice(0, length), data.slice(0, length), place.name);
        if (place.name !== 'weights')
          assert.notDeepEqual(after.get(place.name, place).data, data, `${place.name}: the last row does change`);
      }
      assert.notDeepEqual(
        model.run(other).get('final').data.slice(0, 12),
        model.run(IDS).get('final').data.slice(0, 12),
        'without the mask the past does change',
      );
    }));

  it('causal: appending a token leaves the rows before it equal to the last bit', () =>
    withModel((model) => {
      const longer = model.run(IDS, { mask: 'causal' }).get('logits').data;
      const shorter = model.run(IDS.slice(0, -1), { mask: 'causal' }).get('logits').data;
      assert.deepEqual(longer.slice(0, shorter.length), shorter);
    }));

  it('padding: hides the padding keys from everyone', () =>
    withModel((model) => {
      const ids = [3, 0, 5, 0, 7];
      assertHidden(model.run(ids, { padding: true }), ({ k }) => ids[k] === 0);
      assertHidden(model.run(ids), () => false);
    }));

  it('cuts: one edge of one head, of all heads, a whole query, a whole key, and several at once', () =>
    withModel((model) => {
      const cases = [
        { layer: 1, head: 2, query: 4, key: 0 },
        { layer: 0, query: 4, key: 0 },
        { query: 4, key: 0 },
        { head: 1, key: 3 },
        { layer: 1, query: 2 },
        { layer: 0, head: 0 },
      ];
      const matches = (cut, { layer, head, q, k }) =>
        (cut.layer ?? layer) === layer && (cut.head ?? head) === head && (cut.query ?? q) === q && (cut.key ?? k) === k;
      for (const cuts of [...cases.map((cut) => [cut]), cases]) {
        assertHidden(model.run(IDS, { cuts }), (place) => cuts.some((cut) => matches(cut, place)));
      }
    }));

  it('a row that sees nothing is zeros and flagged, its neighbours are not, and nothing is NaN', () =>
    withModel((model) => {
      const trace = model.run(IDS, { cuts: [{ layer: 0, head: 1, query: 3 }] });
      for (const { layer, head, data } of every(trace, 'row_empty')) {
        assert.deepEqual(
          [...data],
          all(N).map((q) => Number(layer === 0 && head === 1 && q === 3)),
        );
      }
      const at = (name) => trace.get(name, { layer: 0, head: 1 });
      for (const name of ['weights', 'exp', 'head_output']) {
        const { data, shape } = at(name);
        assert.ok(
          data.slice(3 * shape[1], 4 * shape[1]).every((x) => x === 0),
          name,
        );
        assert.ok(
          data.slice(4 * shape[1], 5 * shape[1]).some((x) => x !== 0),
          name,
        );
      }
      for (const name of ['row_max', 'row_sum']) assert.equal(at(name).data[3], 0);
      assert.ok(trace.get('logits').data.every(Number.isFinite));
    }));

  it('everything hidden everywhere: still defined', () =>
    withModel((model) => {
      const trace = model.run([0, 0], { padding: true });
      for (const { data } of every(trace, 'weights')) assert.deepEqual([...data], [0, 0, 0, 0]);
      assert.ok(trace.get('probabilities').data.every((p) => p > 0 && p < 1));
    }));

  it('encoder, causal, encoder again: the first and the third are the same', () =>
    withModel((model) => {
      const logits = (mask) => model.run(IDS, { mask }).get('logits').data;
      const first = logits('none');
      assert.notDeepEqual(logits('causal'), first);
      assert.deepEqual(logits('none'), first);
    }));
});

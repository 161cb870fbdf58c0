// Runs: refused inputs, spans of steps, memory that grows, and numbers that are none, each named by
// the weight or the cell that is to blame.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EngineError, loadEngine } from '../../web/model/index.js';
import { eachBuild } from './builds.js';
import { difference, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const config = makeConfig();
const IDS = randomIds(6, config);
const SIZES = { D: config.d_model, F: config.d_ff };
const failure = (work) => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof EngineError, error.stack);
    return { code: error.code, message: error.message, ...error.details };
  }
  return assert.fail('it did not fail');
};

/** A model of the raw engine, for what the public model does not offer: spans, and any number as input. */
function rawModel(engine, weights) {
  const choice = (field) => engine.manifest.choices[field].indexOf(config[field]);
  const fields = {
    ...config,
    activation: choice('activation'),
    position: choice('position'),
    embedding_scale: choice('embedding_scale'),
  };
  const handle = engine.create(fields);
  const find = (name, layer = -1, head = -1) =>
    engine.rows(handle).find((row) => row.name === name && row.layer === layer && row.head === head);
  for (const row of engine.rows(handle)) {
    engine.view(row).set(weights.get(row.layer < 0 ? row.name : `layers.${row.layer}.${row.name}`).data);
  }
  return {
    handle,
    view: (...place) => engine.view(find(...place)),
    begin: (ids, changes = {}, candidates = [], cuts = [], headsOff = []) =>
      engine.begin(handle, {
        ids,
        candidates,
        cuts,
        headsOff,
        fields: {
          n_tokens: ids.length,
          n_candidates: candidates.length,
          n_cuts: cuts.length,
          causal: 0,
          padding_id: -1,
          position: -1,
          scale: 0,
          fault: 0,
          n_heads_off: headsOff.length,
          ...changes,
        },
      }),
    run: (from, to) => engine.run(handle, from, to),
    step: (step, layer = -1) =>
      engine.steps(config.n_layers).findIndex((one) => one.step === step && one.layer === layer),
  };
}

eachBuild('run', (engine, _tolerance, build) => {
  const weights = randomWeights(config, 31);
  const last = 2 + 13 * config.n_layers + 1;

  it('refuses what cannot be run, each with a code and one sentence', () => {
    const raw = rawModel(engine, weights);
    const cases = [
      ['bad_input', [[]]],
      ['bad_input', [[11]]],
      ['bad_input', [[-1]]],
      ['bad_input', [[1.5]]],
      ['bad_input', [[NaN]]],
      ['bad_input', [[Infinity]]],
      ['too_long', [Array(513).fill(1)]],
      ['bad_input', [IDS, { causal: 2 }]],
      ['bad_input', [IDS, { causal: NaN }]],
      ['bad_input', [IDS, { padding_id: -2 }]],
      ['bad_input', [IDS, { position: 3 }]],
      ['bad_input', [IDS, { n_tokens: 1e9 }]],
      ['too_long', [IDS, { n_tokens: 513 }]],
      ['bad_input', [IDS, { n_cuts: 1e7 }]],
      ['bad_input', [IDS, { n_tokens: NaN }]],
      ['bad_input', [IDS, { scale: 4 }]],
      ['bad_input', [IDS, { scale: -1 }]],
      ['bad_input', [IDS, { fault: 5 }]],
      ['bad_input', [IDS, { fault: 0.5 }]],
      ['bad_input', [IDS, { n_heads_off: 1e7 }]],
      ['bad_input', [IDS, { n_heads_off: -1 }]],
      ['bad_input', [IDS, { n_heads_off: NaN }]],
      ['bad_input', [IDS, {}, [], [], [[2, 0]]]],
      [
        'bad_input',
        [
          IDS,
          {},
          [],
          [],
          [
            [0, 0],
            [0, 3],
          ],
        ],
      ],
      ['bad_input', [IDS, {}, [], [], [[-2, 0]]]],
      ['bad_input', [IDS, {}, [], [], [[0, NaN]]]],
      ['bad_input', [IDS, {}, [11]]],
      ['bad_input', [IDS, {}, [3, 4, 3]]],
      ['bad_input', [IDS, { n_candidates: 65 }]],
      ['bad_input', [IDS, {}, [], [[2, 0, 0, 0]]]],
      ['bad_input', [IDS, {}, [], [[0, 3, 0, 0]]]],
      ['bad_input', [IDS, {}, [], [[0, 0, 6, 0]]]],
      ['bad_input', [IDS, {}, [], [[0, 0, 0, 0.5]]]],
    ];
    for (const [code, input] of cases) {
      const error = failure(() => raw.begin(...input));
      assert.equal(error.code, code, JSON.stringify(input));
      assert.match(error.message, /^[A-Za-z].{15,}[.]$/);
    }
    assert.match(failure(() => raw.begin([3, 11])).message, /^Token 1 is 11; the vocabulary has the ids 0 to 10[.]$/);
    raw.begin(IDS);
    raw.run(0, last);
  });

  it('runs spans: steps before stay, steps of the span are new, and nothing can be skipped', () => {
    const raw = rawModel(engine, weights);
    assert.equal(failure(() => raw.run(0, 0)).code, 'bad_step');
    raw.begin(IDS);
    for (const [from, to] of [
      [1, 1],
      [5, 4],
      [-1, 0],
      [0, last + 1],
      [last, last],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ]) {
      assert.equal(failure(() => raw.run(from, to)).code, 'bad_step', `${from} to ${to}`);
    }
    raw.run(0, last);
    const before = raw.view('logits').slice();
    const queries = raw.view('query', 1, 0).slice();

    // A dragged weight, and only what depends on it.
    raw.view('attention.output.weight', 1)[5] += 0.5;
    raw.view('query', 1, 0).fill(7);
    raw.run(raw.step('merge', 1), last);
    assert.ok(
      raw.view('query', 1, 0).every((x) => x === 7),
      'an earlier step did not run',
    );
    const partly = raw.view('logits').slice();
    assert.notDeepEqual(partly, before);
    raw.run(0, last);
    assert.deepEqual(raw.view('logits'), partly);
    assert.deepEqual(raw.view('query', 1, 0), queries);

    raw.view('scaled', 0, 1).fill(0);
    raw.run(raw.step('mask', 0), raw.step('softmax', 0));
    assert.ok(raw.view('weights', 0, 1).every((w) => Math.abs(w - 1 / IDS.length) < 1e-6));
    assert.deepEqual(raw.view('logits'), partly, 'a later step did not run');
  });

  it('begins anew with zeros, so that nothing of an earlier run shows', () => {
    const raw = rawModel(engine, weights);
    raw.begin(IDS);
    raw.run(0, last);
    raw.begin(IDS.slice(0, 3));
    assert.ok(raw.view('logits').every((x) => x === 0));
    assert.equal(raw.view('logits').length, 3 * config.vocab_size);
    assert.equal(failure(() => raw.run(1, 1)).code, 'bad_step');
  });

  it('keeps an earlier trace readable when the memory grows', async () => {
    const model = await loadSmall(engine, config, weights);
    const early = model.run(IDS.slice(0, 4));
    const expected = early.get('weights', { layer: 1, head: 2 }).data.slice();
    const view = model.weight('prediction.bias').data;
    const late = model.run(randomIds(400, config));
    assert.equal(view.length, 0, 'the memory did grow: an old view is detached');
    assert.deepEqual(early.get('weights', { layer: 1, head: 2 }).data, expected);
    assert.equal(late.get('weights', { layer: 1, head: 2 }).data.length, 400 * 400);
    assert.deepEqual(model.run(IDS.slice(0, 4)).get('weights', { layer: 1, head: 2 }).data, expected);
    model.dispose();
  });

  it('two models do not disturb each other', async () => {
    const [one, two] = [
      await loadSmall(engine, config, weights),
      await loadSmall(engine, config, randomWeights(config, 32)),
    ];
    const expected = one.run(IDS).get('logits').data;
    two.run(randomIds(20, config), { mask: 'causal' });
    assert.deepEqual(one.run(IDS).get('logits').data, expected);
    one.dispose();
    assert.ok(two.run(IDS).get('logits').data.every(Number.isFinite));
    two.dispose();
  });

  it('finds a NaN or an infinity in any weight and names the weight, its layer, its cell and the step', () => {
    const raw = rawModel(engine, weights);
    const kinds = engine.manifest.tensors.filter(({ writable }) => writable);
    assert.equal(kinds.length, 20);
    raw.begin(IDS);
    for (const { name, scope, step, shape } of kinds) {
      for (const value of [NaN, Infinity, -Infinity]) {
        const layer = scope === 'layer' ? 1 : -1;
        const cell = name === 'token_embedding.weight' ? 12 * IDS[2] + 5 : 7;
        const view = raw.view(name, layer);
        const kept = view[cell];
        view[cell] = value;
        const error = failure(() => raw.run(0, last));
        raw.view(name, layer)[cell] = kept;
        const place =
          shape.length === 1
            ? { row: cell }
            : { row: Math.floor(cell / SIZES[shape[1]]), column: cell % SIZES[shape[1]] };
        const { code, message, ...where } = error;
        assert.deepEqual(
          where,
          { step, tensor: name, ...(layer < 0 ? {} : { layer }), ...place },
          `${name} = ${value}`,
        );
        assert.equal(code, 'not_finite');
        assert.match(message, new RegExp(`${name.replaceAll('.', '[.]')} holds ${value} at`));
      }
    }
    raw.run(0, last);
  });

  it('blames the prediction when a word that was not read has a bad embedding', () => {
    const raw = rawModel(engine, weights);
    const unread = [...Array(config.vocab_size).keys()].find((id) => !IDS.includes(id));
    raw.view('token_embedding.weight')[12 * unread] = NaN;
    raw.begin(IDS);
    const { step, tensor, row, column } = failure(() => raw.run(0, last));
    assert.deepEqual([step, tensor, row, column], ['predict', 'token_embedding.weight', unread, 0]);
  });

  it('names step and cell when finite weights give numbers beyond a float', () => {
    const raw = rawModel(engine, weights);
    raw.view('attention.query.weight', 0).fill(3e38);
    raw.begin(IDS);
    const error = failure(() => raw.run(0, last));
    assert.deepEqual(
      [error.code, error.step, error.tensor, error.layer, error.head, error.row],
      ['not_finite', 'project', 'query', 0, 0, 0],
    );
    assert.ok(error.column >= 0);
    // The walk stopped there: what comes later cannot be run on top of it.
    assert.equal(failure(() => raw.run(raw.step('rotate', 0), last)).code, 'bad_step');
  });

  it('beliefs: shares of the candidates, and the rest of the probability', async () => {
    const model = await loadSmall(engine, config, weights);
    const trace = model.run(IDS, { candidates: [4, 9, 1] });
    const [belief, probabilities] = ['belief', 'probabilities'].map((name) => trace.get(name).data);
    for (let t = 0; t < IDS.length; t += 1) {
      const mass = [4, 9, 1].map((id) => probabilities[t * config.vocab_size + id]);
      const total = mass.reduce((a, b) => a + b);
      mass.forEach((p, i) => assert.ok(Math.abs(belief[t * 4 + i] - p / total) < 1e-6));
      assert.ok(Math.abs(belief[t * 4 + 3] - (1 - total)) < 1e-6);
    }
    assert.deepEqual(
      [...model.run(IDS, { candidates: [] }).get('belief').data],
      IDS.map(() => 1),
    );
    model.dispose();
  });

  if (build === 'scalar') return;
  it("agrees with the scalar build to 16 units in the last place of a tensor's largest number", async () => {
    const scalar = await loadEngine({ build: 'scalar' });
    const ids = randomIds(23, config);
    const [mine, plain] = [await loadSmall(engine, config, weights), await loadSmall(scalar, config, weights)].map(
      (model) => model.run(ids),
    );
    for (const place of plain.tensors().filter(({ name }) => ['exp', 'weights', 'residual', 'logits'].includes(name))) {
      const apart = difference(mine.get(place.name, place).data, [...plain.get(place.name, place).data]) * 2 ** 23;
      assert.ok(apart <= 16, `${place.name}, layer ${place.layer}, head ${place.head}: ${apart}`);
    }
  });
});

// Generation: the cache changes nothing but the time, and choosing is what its options say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { candidates, numbers, pick } from '../../web/model/generate.js';
import { eachBuild } from './builds.js';
import { loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

eachBuild('decoding', (engine, tolerance, build) => {
  for (const position of ['rope', 'sinusoidal', 'none']) {
    for (const activation of ['relu', 'gelu']) {
      it(`gives the logits of a whole causal run, bit for bit (${position}, ${activation})`, async () => {
        const config = makeConfig({ architecture: 'decoder', position, activation, n_heads: 2, max_length: 40 });
        const model = await loadSmall(engine, config, randomWeights(config, 5));
        const ids = randomIds(6, config, 3);
        const options = { tokens: 30, seed: 4, temperature: 1.3 };
        const cached = [...model.generate(ids, options)];
        const again = [...model.generate(ids, { ...options, cached: false })];
        assert.equal(cached.length, 30);
        assert.deepEqual(cached, again);
        model.dispose();
      });
    }
  }

  it('stops at a stop word, at the length of the model, and when the reader has enough', async () => {
    const config = makeConfig({ architecture: 'decoder', position: 'rope', n_heads: 2, max_length: 12 });
    const model = await loadSmall(engine, config, randomWeights(config, 5));
    const all = [...model.generate([1, 2, 3], { tokens: 100 })];
    assert.equal(all.length, 9);
    const first = all[2].id;
    const stopped = [...model.generate([1, 2, 3], { tokens: 100, stop: [first] })];
    assert.equal(stopped.at(-1).id, first);
    for (const next of model.generate([1, 2, 3])) {
      assert.ok(next.probability > 0);
      break;
    }
    model.dispose();
  });

  it(`refuses in words (${build})`, async () => {
    const config = makeConfig({ architecture: 'decoder', n_heads: 2, max_length: 12 });
    const model = await loadSmall(engine, config, randomWeights(config, 5));
    assert.throws(() => [...model.generate([1, 99])], { code: 'bad_input' });
    assert.throws(() => [...model.generate([1], { temperature: -1 })], /temperature/);
    assert.throws(() => [...model.generate([1], { tokens: 1.5 })], /whole number/);
    const encoder = await loadSmall(engine, makeConfig(), randomWeights(makeConfig(), 5));
    assert.throws(() => [...encoder.generate([1])], { code: 'not_a_decoder' });
    model.dispose();
  });
});

describe('choosing', () => {
  const logits = [0, Math.log(3), Math.log(4), Math.log(2)]; // shares .1 .3 .4 .2
  const shares = (how) =>
    candidates(logits, { temperature: 1, topK: 0, topP: 1, ...how }).map(({ id, probability }) => [
      id,
      Number(probability.toFixed(6)),
    ]);

  it('orders by probability, and cuts by number or by share', () => {
    assert.deepEqual(shares({}), [
      [2, 0.4],
      [1, 0.3],
      [3, 0.2],
      [0, 0.1],
    ]);
    assert.deepEqual(shares({ topK: 2 }), [
      [2, 0.571429],
      [1, 0.428571],
    ]);
    assert.deepEqual(shares({ topP: 0.6 }), [
      [2, 0.571429],
      [1, 0.428571],
    ]);
    assert.deepEqual(shares({ topP: 0 }), [[2, 1]]);
    assert.deepEqual(shares({ temperature: 0 }), [[2, 1]]);
    assert.deepEqual(shares({ temperature: 0.5 })[0], [2, 0.533333]); // squares: 16 of 30
  });

  it('is fair and seeded', () => {
    const random = numbers(7);
    const counts = [0, 0, 0, 0];
    const list = candidates(logits, { temperature: 1, topK: 0, topP: 1 });
    for (let i = 0; i < 20000; i += 1) counts[pick(list, random()).id] += 1;
    [0.1, 0.3, 0.4, 0.2].forEach((share, id) => assert.ok(Math.abs(counts[id] / 20000 - share) < 0.015, `${counts}`));
    assert.equal(numbers(3)(), numbers(3)());
  });
});

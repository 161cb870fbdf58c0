// Order: what the sinusoid is, what RoPE keeps, and what is lost without either.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { difference, loadSmall, makeConfig, randomIds, randomWeights } from './small.js';

const rowsOf = ({ data, shape: [rows, width] }) =>
  Array.from({ length: rows }, (_, r) => [...data.slice(r * width, (r + 1) * width)]);
const near = (actual, expected, room) => assert.ok(Math.abs(actual - expected) <= room, `${actual} is not ${expected}`);

eachBuild('position', (engine, tolerance) => {
  const run = async (changes, ids, options, seed = 4) => {
    const config = makeConfig(changes);
    const model = await loadSmall(engine, config, randomWeights(config, seed));
    const trace = model.run(ids ?? randomIds(9, config), options);
    model.dispose();
    return trace;
  };

  it('sinusoid: known values', async () => {
    const trace = await run({ d_model: 8, n_heads: 2, position_amplitude: 1 });
    const rows = rowsOf(trace.get('position'));
    assert.deepEqual(rows[0], [0, 1, 0, 1, 0, 1, 0, 1]);
    near(rows[1][0], 0.8414709848, 1e-7);
    near(rows[1][1], 0.5403023059, 1e-7);
    near(rows[1][2], Math.sin(0.1), 1e-7);
    near(rows[1][6], 0.0009999998, 1e-10); // sin(0.001), not sin(0.00001) or the like
    near(rows[1][7], 0.9999995, 1e-7);
    for (const row of rows) for (const pair of [0, 2, 4, 6]) near(row[pair] ** 2 + row[pair + 1] ** 2, 1, 1e-6);
  });

  it('sinusoid: times the amplitude, at far positions too, and an odd width ends with a sine', async () => {
    const trace = await run({ d_model: 5, n_heads: 1, position_amplitude: 2, max_length: 512 }, Array(500).fill(3));
    const rows = rowsOf(trace.get('position'));
    near(rows[499][0], 2 * Math.sin(499), 2e-7);
    near(rows[499][4], 2 * Math.sin(499 / 10000 ** 0.8), 2e-7);
    const [embedding, input] = ['embedding', 'input'].map((name) => trace.get(name).data);
    input.forEach((x, i) => assert.equal(x, Math.fround(embedding[i] + trace.get('position').data[i])));
  });

  it('none and RoPE add nothing to the embedding', async () => {
    for (const position of ['none', 'rope']) {
      const trace = await run({}, undefined, { position });
      assert.ok(trace.get('position').data.every((x) => x === 0));
      assert.deepEqual(trace.get('input').data, trace.get('embedding').data);
    }
  });

  it('RoPE: turns neighbouring pairs by their own angle and keeps lengths', async () => {
    const trace = await run({ d_model: 16, n_heads: 2, position: 'rope' });
    for (const [from, to] of [
      ['query', 'rotated_query'],
      ['key', 'rotated_key'],
    ]) {
      const [before, after] = [from, to].map((name) => rowsOf(trace.get(name, { layer: 0, head: 1 })));
      before.forEach((row, t) =>
        [0, 2, 4, 6].forEach((i) => {
          const turned = Math.atan2(after[t][i + 1], after[t][i]) - Math.atan2(row[i + 1], row[i]);
          const angle = t / 10000 ** (i / 8);
          near(Math.cos(turned - angle), 1, 1e-6);
          near(Math.hypot(after[t][i], after[t][i + 1]), Math.hypot(row[i], row[i + 1]), 1e-5);
        }),
      );
    }
  });

  it('RoPE: shifting every token by 7 changes nothing that they see of each other', async () => {
    const config = { d_model: 16, n_heads: 2, vocab_size: 11 };
    const ids = randomIds(8, config);
    const shifted = [...Array(7).fill(0), ...ids]; // hidden padding in front
    const both = async (position) => [
      await run({ ...config, position }, ids, { padding: true }),
      await run({ ...config, position }, shifted, { padding: true }),
    ];
    const apart = ([plain, moved], name) => {
      const inner = rowsOf(moved.get(name, { layer: 1, head: 1 }))
        .slice(7)
        .map((row) => row.slice(7));
      return difference(plain.get(name, { layer: 1, head: 1 }).data, inner.flat());
    };
    const rope = await both('rope');
    for (const name of ['scores', 'weights'])
      assert.ok(apart(rope, name) <= 2 * tolerance, `${name}: ${apart(rope, name)}`);
    assert.notDeepEqual(
      rope[0].get('rotated_key', { layer: 0, head: 0 }).data,
      rope[1].get('rotated_key', { layer: 0, head: 0 }).data.slice(7 * 8),
    );
    assert.ok(apart(await both('sinusoidal'), 'scores') > 0.01, 'the sinusoid is not like that');
  });

  it('no position: in an encoder, swapped tokens take their results along; a causal mask gives order away', async () => {
    const ids = [5, 2, 9, 4, 7, 1];
    const order = [0, 4, 2, 3, 1, 5];
    const swapped = order.map((i) => ids[i]);
    const apart = async (options) => {
      const [before, after] = [await run({}, ids, options), await run({}, swapped, options)].map((trace) =>
        rowsOf(trace.get('final')),
      );
      return difference(after.flat(), order.map((i) => before[i]).flat());
    };
    assert.ok((await apart({ position: 'none' })) <= tolerance);
    assert.ok((await apart({ position: 'none', mask: 'causal' })) > 0.01);
    for (const position of ['sinusoidal', 'rope']) assert.ok((await apart({ position })) > 0.01, position);
  });
});

// Every tensor of the walk, on every build, against the float64 oracle: uneven random models of many
// sizes, every mask, position and activation.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';
import { erf } from './oracle.js';
import { loadSmall, makeConfig, oracleRun, randomIds, randomWeights, tensorsOff } from './small.js';

it('the oracle knows erf: values of Abramowitz and Stegun, table 7.1', () => {
  const known = [
    [0.1, 0.112462916],
    [0.5, 0.5204998778],
    [1, 0.8427007929],
    [2, 0.995322265],
  ];
  for (const [x, y] of known) {
    assert.ok(Math.abs(erf(x) - y) < 1e-10 && Math.abs(erf(-x) + y) < 1e-10, `erf(${x})`);
  }
});

const SIZES = [
  { d_model: 1, n_heads: 1, n_layers: 1, d_ff: 1, vocab_size: 2 },
  { d_model: 3, n_heads: 3, n_layers: 2, d_ff: 2, vocab_size: 5 },
  { d_model: 7, n_heads: 1, n_layers: 1, d_ff: 5, vocab_size: 3 },
  { d_model: 15, n_heads: 5, n_layers: 3, d_ff: 17, vocab_size: 13 },
  { d_model: 24, n_heads: 8, n_layers: 4, d_ff: 33, vocab_size: 31 },
];
const VARIANTS = [
  {},
  { mask: 'causal' },
  { padding: true },
  { mask: 'causal', padding: true },
  { position: 'none' },
  { cuts: [{ layer: 0, query: 1, key: 0 }, { head: 0, key: 2 }, { query: 3 }] },
];

eachBuild('against the float64 oracle', (engine, tolerance) => {
  async function compare(config, ids, options, seed) {
    const weights = randomWeights(config, seed);
    const model = await loadSmall(engine, config, weights);
    const candidates = config.vocab_size > 2 ? [2, 1] : [];
    const trace = model.run(ids, { candidates, ...options });
    model.dispose();
    const oracle = oracleRun(config, weights, ids, { candidates, ...options });
    assert.deepEqual(tensorsOff(trace, oracle, tolerance), [], JSON.stringify({ config, ids, options }));
  }

  it('any width, heads and depth, from 1 token of width 1 on', async () => {
    for (const sizes of SIZES) {
      for (const n of [1, 2, 9]) {
        const config = makeConfig(sizes);
        await compare(config, randomIds(n, config), {}, n);
      }
    }
  });

  it('every mask, padding, cuts and position', async () => {
    const config = makeConfig();
    for (const options of VARIANTS) await compare(config, [0, 3, 9, 0, 7, 3, 1, 0], options, 3);
  });

  it('every scale, and heads switched off', async () => {
    const config = makeConfig();
    const ids = randomIds(8, config);
    for (const scale of engine.manifest.choices.scale) await compare(config, ids, { scale, mask: 'causal' }, 4);
    for (const headsOff of [[{ layer: 0, head: 2 }], [{ head: 0 }, { layer: 1 }], [{}]])
      await compare(config, ids, { headsOff }, 5);
  });

  it('every fault, in every mask, with heads off, for lengths that heads divide and that they do not', async () => {
    for (const fault of engine.manifest.choices.fault) {
      for (const n of [1, 2, 3, 5, 8, 12]) {
        const config = makeConfig({ n_heads: n % 2 ? 3 : 4, position: n % 3 ? 'sinusoidal' : 'none' });
        for (const options of [
          {},
          { mask: 'causal' },
          { mask: 'causal', padding: true, cuts: [{ layer: 0, key: 0 }] },
          { headsOff: [{ head: 1 }] },
        ]) {
          await compare(config, [...randomIds(n - 1, config), 0], { fault, ...options }, n);
        }
      }
    }
    const rotated = makeConfig({ position: 'rope' });
    await compare(rotated, randomIds(7, rotated), { fault: 'no_head_transpose', scale: 'none' }, 1);
  });

  it('RoPE in every even head width, GELU, no embedding scale', async () => {
    for (const k of [2, 4, 6, 10]) {
      const config = makeConfig({
        d_model: 2 * k,
        n_heads: 2,
        position: 'rope',
        rope_base: 500,
        activation: 'gelu',
        embedding_scale: 'none',
      });
      await compare(config, randomIds(7, config), { mask: k > 4 ? 'causal' : 'none' }, k);
    }
  });

  it('tails: every n from 1 to 33', async () => {
    const config = makeConfig({ n_layers: 1 });
    for (let n = 1; n <= 33; n += 1)
      await compare(config, randomIds(n, config, n), { mask: n % 2 ? 'none' : 'causal' }, n);
  });

  it('tails: every head width from 1 to 17', async () => {
    for (let k = 1; k <= 17; k += 1) {
      const config = makeConfig({ d_model: 2 * k, n_heads: 2, n_layers: 1, d_ff: k, vocab_size: k + 2 });
      await compare(config, randomIds(5, config, k), {}, k);
    }
  });
});

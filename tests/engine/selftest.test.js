// The engine proves itself by numbers written into src/model/selftest.c. Here those numbers are held
// to the oracle, so that a self-test that agrees with a wrong engine cannot be recorded; and modules
// that were damaged on purpose must fail it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { eachBuild, wasmBytes } from './builds.js';
import { keyOf } from './oracle.js';
import { difference, makeConfig, oracleRun, weightShapes } from './small.js';

const SOURCE = readFileSync(new URL('../../src/model/selftest.c', import.meta.url), 'utf8');

/** The list of numbers that the C source gives to a name. */
function listed(name) {
  const [, list] = new RegExp(`${name}\\[[^\\]]*\\] = \\{([^}]*)\\}`).exec(SOURCE);
  return list
    .replace(/\/\/.*/g, '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => Number(text.replace(/f$/, '')));
}

// The same model once more. The manifest's order of weights is the order in which C fills them.
const config = makeConfig({
  vocab_size: 7,
  d_model: 10,
  n_heads: 2,
  n_layers: 1,
  d_ff: 7,
  activation: 'gelu',
  position_amplitude: 1,
});
const run = { mask: 'causal', cuts: [{ layer: 0, head: 1, query: 3 }] };

function filledWeights(manifest) {
  let state = 1;
  const shapes = weightShapes(config);
  return new Map(
    manifest.tensors
      .filter(({ writable }) => writable)
      .map(({ name, scope }) => {
        const full = scope === 'layer' ? `layers.0.${name}` : name;
        const data = Float32Array.from({ length: shapes[full].reduce((a, b) => a * b) }, () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return (state >>> 16) / 32768 - 1;
        });
        return [full, { shape: shapes[full], data }];
      }),
  );
}

eachBuild('self-test', (engine, tolerance, build) => {
  it('stands on numbers that the float64 oracle gives', () => {
    const oracle = oracleRun(config, filledWeights(engine.manifest), [3, 1, 6, 1, 0], run);
    for (const [name, key] of [
      ['WANTED_WEIGHTS', keyOf('weights', 0, 1)],
      ['WANTED_LOGITS', keyOf('logits')],
    ]) {
      const expected = oracle.get(key).flat();
      const found = listed(name);
      assert.ok(
        difference(found, expected) < 1e-6,
        `${name} should be\n${expected.map((x) => `${Math.fround(x)}`).join(', ')}`,
      );
    }
  });

  it('passes on this machine', () => assert.equal(engine.selfTest(), true));

  it('fails when a constant of the arithmetic is wrong', async () => {
    // 1/√2 of the GELU and 1/ln 2 of the exponential, whatever sign the compiler gave them.
    for (const constant of [Math.SQRT1_2, Math.LOG2E]) {
      const bytes = wasmBytes(build);
      const places = [constant, -constant].flatMap((value) => placesOf(value, bytes));
      assert.ok(places.length > 0, `no ${constant} in the module`);
      const results = await Promise.all(places.map(({ at, value }) => selftestWith(bytes, at, value * 1.01)));
      assert.ok(
        results.some((result) => result !== 0),
        `${constant}: ${results}`,
      );
    }
  });
});

/** Where a float32 stands in the bytes. */
function placesOf(value, bytes) {
  const pattern = Buffer.from(Float32Array.of(value).buffer);
  const places = [];
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1)) places.push({ at, value });
  return places;
}

async function selftestWith(bytes, at, value) {
  const damaged = Uint8Array.from(bytes);
  new DataView(damaged.buffer).setFloat32(at, value, true);
  const { instance } = await WebAssembly.instantiate(damaged);
  instance.exports._initialize();
  return instance.exports.attn_selftest();
}

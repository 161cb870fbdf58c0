// What scaling by √d_k does, measured by the engine: against the very same draws made here with whole
// numbers and measured in float64, and against a table of another program's draws.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachBuild } from './builds.js';

// PCG-XSH-RR 64/32 by its published definition (O'Neill, 2014), in BigInt; stream 0. Its demo's first
// numbers for seed 42, stream 54 hold it to the author's own.
function pcg(seed, stream) {
  const wrap = (x) => BigInt.asUintN(64, x);
  const step = wrap((BigInt(stream) << 1n) | 1n);
  let state = 0n;
  const next = () => {
    const old = state;
    state = wrap(old * 6364136223846793005n + step);
    const mixed = Number(BigInt.asUintN(32, ((old >> 18n) ^ old) >> 27n));
    const turn = Number(old >> 59n);
    return ((mixed >>> turn) | (mixed << (-turn & 31))) >>> 0;
  };
  next();
  state = wrap(state + BigInt(seed));
  next();
  return next;
}

it('the generator of this test gives the numbers of pcg32-demo', () => {
  const next = pcg(42, 54);
  assert.deepEqual(
    Array.from({ length: 6 }, next),
    [0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e],
  );
});

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const length = (numbers) => Math.sqrt(sum(numbers.map((x) => x * x)));

/** One draw's numbers, from the definition: the whole Jacobian as a matrix, and its transpose applied. */
function measure(scores, factor, keys, u) {
  const scaled = scores.map((s) => s * factor);
  const n = scaled.length;
  const mean = sum(scaled) / n;
  const top = Math.max(...scaled);
  const total = sum(scaled.map((s) => Math.exp(s - top)));
  const p = scaled.map((s) => Math.exp(s - top) / total);
  const jacobian = p.map((pi, i) => p.map((pj, j) => (i === j ? pi * (1 - pi) : -pi * pj)));
  const onScores = jacobian.map((row) => sum(row.map((x, j) => x * u[j])));
  const onQuery = keys[0].map((_, c) => factor * sum(keys.map((key, i) => onScores[i] * key[c])));
  return {
    spread: Math.sqrt(sum(scaled.map((s) => (s - mean) ** 2)) / n),
    largest_weight: Math.max(...p),
    entropy: -sum(p.map((x) => x * Math.log(x))),
    jacobian: length(jacobian.flat()),
    gradient: length(onQuery),
  };
}

function redraw({ dK, keys: n, draws, seed }) {
  const next = pcg(seed, 0);
  const normal = () => sum(Array.from({ length: 12 }, () => next() / 2 ** 32)) - 6;
  const vector = () => Array.from({ length: dK }, () => Math.fround(normal()));
  return Array.from({ length: draws }, () => {
    const query = vector();
    const keys = Array.from({ length: n }, vector);
    const direction = Array.from({ length: n }, normal);
    const scores = keys.map((key) => sum(key.map((x, c) => x * query[c])));
    const u = direction.map((x) => x / length(direction));
    return { raw: measure(scores, 1, keys, u), scaled: measure(scores, 1 / Math.sqrt(dK), keys, u) };
  });
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((numbers.length - 1) / 2)] + sorted[Math.floor(numbers.length / 2)]) / 2;
}

// tiny-model.md, section 6 (the project's notes): 16 keys, 4,000 draws, in NumPy. Raw: entropy, largest weight, Jacobian, share
// of saturated rows; scaled: entropy, largest weight, Jacobian. Then the gradient: mean and median, raw and scaled.
const TABLE = [
  [8, [1.314, 0.561, 0.316, 0.013], [2.37, 0.239, 0.301], [0.181, 0.16, 0.069, 0.064]],
  [16, [0.895, 0.687, 0.275, 0.053], [2.362, 0.245, 0.303]],
  [32, [0.609, 0.777, 0.225, 0.151], [2.362, 0.244, 0.304]],
  [64, [0.413, 0.842, 0.179, 0.292], [2.357, 0.246, 0.305], [0.288, 0.12, 0.072, 0.068]],
  [128, [0.288, 0.888, 0.137, 0.422], [2.361, 0.244, 0.305], [0.312, 0.054, 0.073, 0.069]],
];

eachBuild('saturation', (engine, tolerance, build) => {
  it('measures the same draws as a float64 computation from the definitions', () => {
    for (const sizes of [
      { dK: 1, keys: 1, draws: 1, seed: 0 },
      { dK: 3, keys: 5, draws: 8, seed: 7 },
      { dK: 40, keys: 16, draws: 25, seed: 4294967295 },
    ]) {
      const got = engine.saturation(sizes);
      const wanted = redraw(sizes);
      for (const kind of ['raw', 'scaled']) {
        const largest = wanted.map((draw) => draw[kind].largest_weight);
        assert.equal(got[kind].saturated, largest.filter((p) => p > 0.99).length / sizes.draws);
        for (const name of Object.keys(wanted[0][kind])) {
          const numbers = wanted.map((draw) => draw[kind][name]);
          const scale = Math.max(...numbers, 1e-30);
          assert.ok(
            Math.abs(got[kind][name].mean - sum(numbers) / numbers.length) <= tolerance * scale,
            `${kind} ${name}: ${got[kind][name].mean}`,
          );
          assert.ok(
            Math.abs(got[kind][name].median - median(numbers)) <= tolerance * scale,
            `${kind} ${name}: ${got[kind][name].median}`,
          );
        }
      }
    }
  });

  it('one key alone takes all the weight: entropy, spread, Jacobian and gradient are 0', () => {
    const { raw } = engine.saturation({ dK: 4, keys: 1, draws: 3, seed: 5 });
    assert.deepEqual(raw, {
      spread: { median: 0, mean: 0 },
      largest_weight: { median: 1, mean: 1 },
      entropy: { median: 0, mean: 0 },
      jacobian: { median: 0, mean: 0 },
      gradient: { median: 0, mean: 0 },
      saturated: 1,
    });
  });

  it('is the same for the same seed and another for another', () => {
    const of = (seed) => engine.saturation({ dK: 16, keys: 8, draws: 20, seed });
    assert.deepEqual(of(3), of(3));
    assert.notDeepEqual(of(3), of(4));
  });

  it('refuses what it cannot measure, and measures on', () => {
    const good = { dK: 4, keys: 4, draws: 4, seed: 1 };
    for (const bad of [{ dK: 0 }, { keys: 0 }, { draws: 0.5 }, { seed: -1 }, { dK: undefined }, { dK: NaN }]) {
      assert.throws(() => engine.saturation({ ...good, ...bad }), { code: 'bad_input' }, JSON.stringify(bad));
    }
    assert.throws(() => engine.saturation({ dK: 512, keys: 4096, draws: 1e6, seed: 1 }), { code: 'too_large' });
    assert.ok(engine.saturation(good).raw.entropy.mean > 0);
  });

  if (build === 'scalar') return; // a second of work; the draws are the same on every build
  it('agrees with the table of tiny-model.md within the error of two samples', () => {
    for (const [dK, raw, scaled, gradient] of TABLE) {
      const draws = 1500;
      const got = engine.saturation({ dK, keys: 16, draws, seed: 11 });
      const expect = (x, y, spread, what) =>
        assert.ok(
          Math.abs(x - y) <= 4 * spread * Math.sqrt(1 / draws + 1 / 4000) + 0.001,
          `d_k ${dK}, ${what}: ${x}, table ${y}`,
        );
      // Standard deviations over draws, rounded up: of raw entropy, largest weight, Jacobian, and the share's own.
      [
        ['entropy', 0.5],
        ['largest_weight', 0.25],
        ['jacobian', 0.16],
      ].forEach(([name, spread], i) => {
        expect(got.raw[name].mean, raw[i], spread, `raw ${name}`);
        expect(got.scaled[name].mean, scaled[i], spread / 2, `scaled ${name}`);
      });
      expect(got.raw.saturated, raw[3], Math.sqrt(raw[3] * (1 - raw[3])), 'share above 0.99');
      assert.equal(got.scaled.saturated, 0);
      if (!gradient) continue;
      expect(got.raw.gradient.mean, gradient[0], 0.5, 'raw gradient');
      expect(got.scaled.gradient.mean, gradient[2], 0.05, 'scaled gradient');
      assert.ok(Math.abs(got.raw.gradient.median / gradient[1] - 1) < 0.2, `d_k ${dK}: ${got.raw.gradient.median}`);
      assert.ok(
        Math.abs(got.scaled.gradient.median / gradient[3] - 1) < 0.1,
        `d_k ${dK}: ${got.scaled.gradient.median}`,
      );
    }
  });

  it('the caution of section 6: without scaling the median gradient collapses and the mean does not', () => {
    const at = (dK) => engine.saturation({ dK, keys: 16, draws: 400, seed: 2 }).raw.gradient;
    const [small, large] = [at(8), at(256)];
    assert.ok(large.median < small.median / 5, `${large.median}, ${small.median}`);
    assert.ok(large.mean > small.mean);
  });
});

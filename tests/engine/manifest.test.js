// The manifest as a module, which code without an engine reads: it says what every build says, and what
// it says of axes and roles is so. Expected are the words of the field, written out here.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import manifest from '../../web/engine/manifest.generated.js';
import { loadEngine } from '../../web/model/index.js';
import { BUILDS, canRun } from './builds.js';
import { makeConfig, weightShapes } from './small.js';

const engines = await Promise.all(BUILDS.filter(canRun).map((build) => loadEngine({ build })));
const named = new Map(manifest.tensors.map((info) => [info.name, info]));

/** Axes of every tensor that is not a token's row of the residual stream. */
const AXES = {
  'token_embedding.weight': 'word dimension',
  'attention.query.weight': 'out in',
  'attention.key.weight': 'out in',
  'attention.value.weight': 'out in',
  'attention.output.weight': 'out in',
  'feed_forward.up.weight': 'hidden in',
  'feed_forward.up.bias': 'hidden',
  'feed_forward.down.weight': 'out hidden',
  'prediction.bias': 'word',
  query: 'token head_dimension',
  key: 'token head_dimension',
  value: 'token head_dimension',
  rotated_query: 'token head_dimension',
  rotated_key: 'token head_dimension',
  head_output: 'token head_dimension',
  scores: 'token key',
  scaled: 'token key',
  masked: 'token key',
  exp: 'token key',
  weights: 'token key',
  weights_mean: 'token key',
  weights_column_sum: 'key',
  feed_forward_up: 'token hidden',
  feed_forward_hidden: 'token hidden',
  logits: 'token word',
  probabilities: 'token word',
  belief: 'token candidate',
};
const PER_TOKEN = /^(row_(max|sum|empty)|weights_row_sum|.*_(mean|std))$/;

describe('the manifest as a module', () => {
  for (const engine of engines)
    it(`says what the ${engine.build} build says`, () => {
      const { build, ...said } = engine.manifest;
      assert.equal(build, engine.build);
      assert.deepEqual(manifest, said);
    });

  it('names the axes of every tensor', () => {
    for (const { name, axes, role, shape } of manifest.tensors) {
      const residual = role === 'parameter' ? 'dimension' : 'token dimension';
      const perToken = PER_TOKEN.test(name) && name !== 'weights_mean';
      assert.equal(axes.join(' '), AXES[name] ?? (perToken ? 'token' : residual), name);
      assert.equal(axes.length, shape.length, name);
    }
    assert.deepEqual(
      Object.keys(AXES).filter((name) => !named.has(name)),
      [],
    );
  });

  it('calls parameters what a model file holds, and activations the rest', () => {
    const inFile = new Set(
      Object.keys(weightShapes(makeConfig({ n_layers: 1 }))).map((name) => name.replace('layers.0.', '')),
    );
    for (const { name, role, writable } of manifest.tensors) {
      assert.equal(role, inFile.has(name) ? 'parameter' : 'activation', name);
      assert.equal(writable, role === 'parameter', name);
    }
  });

  it('puts the tokens that look into rows and the tokens that are looked at into columns', () => {
    const model = engines[0].randomModel({ d_model: 8, n_heads: 2 }, 1);
    const trace = model.run([1, 2, 3], { mask: 'causal', candidates: [] });
    model.dispose();
    const { data } = trace.get('masked', { layer: 0, head: 0 });
    const hidden = [...data.keys()].filter((cell) => data[cell] === -Infinity);
    assert.deepEqual(
      hidden.map((cell) => [Math.floor(cell / 3), cell % 3]),
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      'a causal mask hides keys after the token',
    );
    const { data: sums } = trace.get('weights_column_sum', { layer: 0, head: 0 });
    assert.ok(sums[0] > 1 && sums[2] < 1, 'the first key is seen by all, the last by one: a sum per key');
  });
});

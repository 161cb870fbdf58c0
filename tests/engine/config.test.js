import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engineFields, readConfig } from '../../web/model/config.js';
import { ModelError, loadEngine } from '../../web/model/index.js';
import { shipped, shippedJson } from './files.js';

const { manifest } = await loadEngine({ build: 'scalar' });

const changed = (changes) => ({ ...shippedJson('config.json'), ...changes });

function refused(content, reason, field) {
  assert.throws(
    () => readConfig(content, manifest),
    (error) => {
      assert.ok(error instanceof ModelError, error.stack);
      assert.equal(error.code, 'bad_config');
      assert.deepEqual([error.details.file, error.details.reason, error.details.field], ['config.json', reason, field]);
      assert.match(error.message, /^config\.json: .*\.$/u);
      return true;
    },
  );
}

describe('config', () => {
  it('becomes the numbers that the manifest names, in its own words', () => {
    const fields = engineFields(readConfig(shipped('config.json'), manifest), manifest);
    assert.deepEqual(Object.keys(fields).sort(), [...manifest.config].sort());
    const { vocab_size, d_model, n_heads, n_layers, d_ff, max_length } = fields;
    assert.deepEqual([vocab_size, d_model, n_heads, n_layers, d_ff, max_length], [121, 48, 4, 2, 192, 96]);
    assert.equal(manifest.choices.activation[fields.activation], 'relu');
    assert.equal(manifest.choices.position[fields.position], 'sinusoidal');
    assert.equal(manifest.choices.embedding_scale[fields.embedding_scale], 'sqrt(d_model)');
    assert.deepEqual([fields.position_amplitude, fields.norm_epsilon, fields.rope_base], [2, 1e-5, 10000]);
  });

  it('fills in what older files leave out', () => {
    const content = shippedJson('config.json');
    for (const field of [
      'position_amplitude',
      'embedding_scale',
      'entity_ids',
      'pronoun_id',
      'norm',
      'tied_prediction',
      'architecture',
    ]) {
      delete content[field];
    }
    const config = readConfig(content, manifest);
    assert.deepEqual([config.position_amplitude, config.embedding_scale, config.entity_ids], [1, 'none', []]);
  });

  it('says what the engine does not run', () => {
    refused(changed({ norm: 'post' }), 'unsupported', 'norm');
    refused(changed({ tied_prediction: false }), 'unsupported', 'tied_prediction');
    refused(changed({ architecture: 'encoder-decoder' }), 'unsupported', 'architecture');
    refused(changed({ activation: 'swish' }), 'unsupported', 'activation');
    refused(changed({ activation: undefined }), 'unsupported', 'activation');
    refused(changed({ position: 'learned' }), 'unsupported', 'position');
    refused(changed({ embedding_scale: 7 }), 'unsupported', 'embedding_scale');
  });

  it('refuses sizes that are no sizes', () => {
    for (const field of ['vocab_size', 'd_model', 'n_heads', 'n_layers', 'd_ff', 'max_length']) {
      for (const value of [0, -1, 1.5, NaN, Infinity, 2 ** 53, '48', null, undefined, [48]]) {
        refused(changed({ [field]: value }), 'sizes', field);
      }
    }
    refused(changed({ n_heads: 5 }), 'sizes', 'n_heads');
  });

  it('refuses numbers that are no numbers', () => {
    for (const field of ['norm_epsilon', 'rope_base', 'position_amplitude']) {
      for (const value of [NaN, Infinity, -1, '1', null]) refused(changed({ [field]: value }), 'number', field);
    }
    refused(changed({ norm_epsilon: undefined }), 'number', 'norm_epsilon');
  });

  it('refuses ids outside the vocabulary', () => {
    for (const ids of [[121], [-1], [1.5], ['11'], 11, null])
      refused(changed({ entity_ids: ids }), 'ids', 'entity_ids');
    for (const id of [121, -1, '4', null]) refused(changed({ pronoun_id: id }), 'ids', 'pronoun_id');
  });

  it('is refused when damaged, cut short, or no object', () => {
    const bytes = shipped('config.json');
    for (const length of [0, 1, 100, bytes.length - 3]) refused(bytes.slice(0, length), 'json');
    for (const text of ['[]', 'null', '3', '"x"']) refused(text, 'json');
    refused(Uint8Array.of(0x7b, 0xff, 0x7d), 'json');
  });
});

// config.json of a model, checked and turned into the fields that the engine's manifest names.
// What the engine cannot do is said in a sentence here, before any weight is read: it is better to
// refuse a post-norm model than to run it as if it were pre-norm.

import { ModelError } from '../engine/errors.js';
import { readJson } from './json.js';

/** @typedef {Record<string, any>} Config the file's content with defaults filled in */

const FILE = 'config.json';
const SIZES = ['vocab_size', 'd_model', 'n_heads', 'n_layers', 'd_ff', 'max_length'];
const DEFAULTS = { rope_base: 10000, position_amplitude: 1, embedding_scale: 'none', entity_ids: [] };

// Fields with one supported value, and what that value means.
const FIXED = [
  ['architecture', ['encoder', 'decoder', undefined], 'encoders and decoders'],
  ['norm', ['pre', undefined], 'pre-norm blocks ("pre")'],
  ['tied_prediction', [true, undefined], 'a prediction tied to the token embedding (true)'],
];

/**
 * @param {unknown} content the file, parsed or as text or bytes
 * @param {any} manifest the engine's manifest
 * @returns {Config}
 */
export function readConfig(content, manifest) {
  const config = { ...DEFAULTS, ...readJson(content, (sentence) => bad('json', '', sentence)) };
  for (const [field, supported, words] of FIXED) {
    if (!supported.includes(config[field])) {
      bad('unsupported', field, `"${field}" is ${show(config[field])}; this engine runs ${words}.`);
    }
  }
  SIZES.forEach((field) => checkWhole(config, field, 1));
  if (config.d_model % config.n_heads !== 0) {
    bad(
      'sizes',
      'n_heads',
      `"d_model" (${config.d_model}) does not divide evenly among "n_heads" (${config.n_heads}).`,
    );
  }
  ['norm_epsilon', 'rope_base', 'position_amplitude'].forEach((field) => checkNumber(config, field));
  for (const field of manifest.config) {
    const names = manifest.choices[field];
    if (names && !names.includes(config[field])) {
      bad('unsupported', field, `"${field}" is ${show(config[field])}; this engine knows ${names.join(', ')}.`);
    }
  }
  checkIds(config);
  return config;
}

/** The numbers for the engine, by field name. @param {Config} config @param {any} manifest */
export function engineFields(config, manifest) {
  return Object.fromEntries(
    manifest.config.map((field) => {
      const names = manifest.choices[field];
      return [field, names ? names.indexOf(config[field]) : config[field]];
    }),
  );
}

/** Throws bad_config with one sentence. @returns {never} */
function bad(reason, field, sentence) {
  throw new ModelError('bad_config', `${FILE}: ${sentence}`, { file: FILE, reason, ...(field ? { field } : {}) });
}

function checkWhole(config, field, least) {
  const value = config[field];
  if (!Number.isSafeInteger(value) || value < least) {
    bad('sizes', field, `"${field}" must be a whole number of at least ${least}, but is ${show(value)}.`);
  }
}

function checkNumber(config, field) {
  if (!Number.isFinite(config[field]) || config[field] < 0) {
    bad('number', field, `"${field}" must be a number of at least 0, but is ${show(config[field])}.`);
  }
}

function checkIds(config) {
  const isId = (id) => Number.isSafeInteger(id) && id >= 0 && id < config.vocab_size;
  if (!Array.isArray(config.entity_ids) || !config.entity_ids.every(isId)) {
    bad('ids', 'entity_ids', '"entity_ids" must be a list of token ids inside the vocabulary.');
  }
  if (config.pronoun_id !== undefined && !isId(config.pronoun_id)) {
    bad(
      'ids',
      'pronoun_id',
      `"pronoun_id" must be a token id inside the vocabulary, but is ${show(config.pronoun_id)}.`,
    );
  }
}

const show = (value) => (value === undefined ? 'missing' : JSON.stringify(value));

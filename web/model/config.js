// config.json of a model, checked and turned into the fields that the engine's manifest names.
// What the engine cannot do is said in a sentence here, before any weight is read: it is better to
// refuse a post-norm model than to run it as if it were pre-norm.

import { ModelError } from '../engine/errors.js';
import { clip, nearest, show } from '../engine/options.js';
import { readJson } from './json.js';

/** @typedef {Readonly<Record<string, any>>} Config the file's content with defaults filled in, frozen */

const FILE = 'config.json';
const SIZES = ['vocab_size', 'd_model', 'n_heads', 'n_layers', 'd_ff', 'max_length'];
const DEFAULTS = { rope_base: 10000, position_amplitude: 1, embedding_scale: 'none', entity_ids: [] };

// Fields with one supported value, and what that value means.
const FIXED = [
  ['architecture', ['encoder', 'decoder', undefined], 'encoders and decoders'],
  ['norm', ['pre', undefined], 'pre-norm blocks ("pre")'],
  ['tied_prediction', [true, undefined], 'a prediction tied to the token embedding (true)'],
  ['tie_word_embeddings', [true, undefined], 'a prediction tied to the token embedding (true)'],
];
// Other names for the number of key and value heads, which is that of the query heads here.
const KEY_HEADS = ['n_kv_heads', 'num_key_value_heads'];
const OURS = ['pad_token', 'mask_token', 'unk_token', 'pronoun_id', 'entity_ids', 'supervised_head'];
// What Hugging Face's PretrainedConfig writes beside a model's own fields, and what matters in training alone. Nothing
// of it changes a number: https://huggingface.co/docs/transformers/main_classes/configuration
const NEUTRAL = [
  ...['_name_or_path', 'architectures', 'auto_map', 'dtype', 'model_type', 'torch_dtype', 'transformers_version'],
  ...['attention_dropout', 'bos_token_id', 'cls_token_id', 'dropout', 'eos_token_id', 'hidden_dropout_prob'],
  ...['initializer_range', 'sep_token_id', 'use_cache'],
];

/**
 * @param {unknown} content the file, parsed or as text or bytes
 * @param {any} manifest the engine's manifest
 * @returns {Config}
 * @throws {ModelError} bad_config {reason, field}
 */
export function readConfig(content, manifest) {
  const config = { ...DEFAULTS, ...readJson(content, (sentence) => bad('json', '', sentence)) };
  for (const [field, supported, words] of FIXED) {
    if (!supported.includes(config[field])) unsupported(config, field, `runs ${words}`);
  }
  KEY_HEADS.filter((field) => config[field] !== undefined && config[field] !== config.n_heads).forEach((field) =>
    unsupported(config, field, 'runs as many key and value heads as query heads ("n_heads")'),
  );
  checkNames(config, manifest);
  SIZES.forEach((field) => checkWhole(config, field, 1));
  if (config.d_model % config.n_heads !== 0) {
    const { d_model: width, n_heads: heads } = config;
    bad('sizes', 'n_heads', `"d_model" (${width}) does not divide evenly among "n_heads" (${heads}).`);
  }
  ['norm_epsilon', 'rope_base', 'position_amplitude'].forEach((field) => checkNumber(config, field));
  for (const field of manifest.config) {
    const names = manifest.choices[field];
    if (names && !names.includes(config[field])) unsupported(config, field, `knows ${names.join(', ')}`);
  }
  ['pad_token', 'mask_token', 'unk_token'].forEach((field) => checkToken(config, field));
  checkIds(config);
  checkHead(config);
  return Object.freeze(config);
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

function unsupported(config, field, words) {
  bad('unsupported', field, `"${field}" is ${show(config[field])}; this engine ${words}.`);
}

/** A field that is not known could be the one that makes the model another: it is not skipped. */
function checkNames(config, manifest) {
  const wanted = [...manifest.config, ...FIXED.map(([field]) => field), ...OURS];
  const known = new Set([...wanted, ...KEY_HEADS, ...NEUTRAL]);
  const stray = Object.keys(config).find((field) => !known.has(field));
  if (stray === undefined) return;
  const near = nearest(stray, wanted);
  const help = near ? `did you mean "${near}"?` : 'take it out if it changes no number';
  bad('unknown', stray, `this engine knows no field "${clip(stray)}" (${help}).`);
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

function checkToken(config, field) {
  if (config[field] === undefined || typeof config[field] === 'string') return;
  bad('token', field, `"${field}" must be a word of the vocabulary, but is ${show(config[field])}.`);
}

function checkIds(config) {
  const isId = (id) => Number.isSafeInteger(id) && id >= 0 && id < config.vocab_size;
  if (!Array.isArray(config.entity_ids) || !config.entity_ids.every(isId)) {
    bad('ids', 'entity_ids', '"entity_ids" must be a list of token ids inside the vocabulary.');
  }
  const { pronoun_id: pronoun } = config;
  if (pronoun !== undefined && !isId(pronoun)) {
    bad('ids', 'pronoun_id', `"pronoun_id" must be a token id inside the vocabulary, but is ${show(pronoun)}.`);
  }
}

function checkHead({ supervised_head: head, n_layers: layers, n_heads: heads }) {
  const isIn = (number, count) => Number.isSafeInteger(number) && number >= 0 && number < count;
  if (head === undefined || (isIn(head?.layer, layers) && isIn(head.head, heads))) return;
  bad('ids', 'supervised_head', '"supervised_head" must name a layer and a head that the model has.');
}

// Small models with made-up weights for the numeric tests: uneven seeded numbers (no accidental
// symmetry, no round values), or weights that a test sets so that it knows every score beforehand.

import { safetensors } from './files.js';
import { forward, keyOf } from './oracle.js';

/** Numbers in −1…1 that depend only on the seed (mulberry32). @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (((z ^ (z >>> 14)) >>> 0) / 2 ** 32) * 2 - 1;
  };
}

const DEFAULTS = {
  architecture: 'encoder',
  vocab_size: 11,
  d_model: 12,
  n_heads: 3,
  n_layers: 2,
  d_ff: 10,
  max_length: 512,
  activation: 'relu',
  norm: 'pre',
  norm_epsilon: 1e-5,
  position: 'sinusoidal',
  position_amplitude: 1.5,
  rope_base: 10000,
  embedding_scale: 'sqrt(d_model)',
  tied_prediction: true,
  pad_token: 'w0',
};

/** config.json's content: the defaults with changes. */
export const makeConfig = (changes = {}) => ({ ...DEFAULTS, ...changes });

/** Names and shapes of all weights of a model, in the safetensors naming. */
export function weightShapes({ vocab_size: v, d_model: d, d_ff: f, n_layers: layers }) {
  const shapes = {
    'token_embedding.weight': [v, d],
    'final_norm.weight': [d],
    'final_norm.bias': [d],
    'prediction.bias': [v],
  };
  for (let l = 0; l < layers; l += 1) {
    const put = (name, ...shape) => {
      shapes[`layers.${l}.${name}`] = shape;
    };
    for (const norm of ['attention_norm', 'feed_forward_norm'])
      ['weight', 'bias'].forEach((part) => put(`${norm}.${part}`, d));
    for (const role of ['query', 'key', 'value', 'output']) {
      put(`attention.${role}.weight`, d, d);
      put(`attention.${role}.bias`, d);
    }
    put('feed_forward.up.weight', f, d);
    put('feed_forward.up.bias', f);
    put('feed_forward.down.weight', d, f);
    put('feed_forward.down.bias', d);
  }
  return shapes;
}

/** Seeded weights that keep activations near 1: matrices ~ 1/√in, norm weights around 1. */
export function randomWeights(config, seed = 1) {
  const random = randomNumbers(seed);
  return new Map(
    Object.entries(weightShapes(config)).map(([name, shape]) => {
      const scale = shape.length === 2 ? 1.7 / Math.sqrt(shape[1]) : 0.3;
      const centre = name.endsWith('norm.weight') ? 1 : 0;
      const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => centre + scale * random());
      return [name, { shape, data }];
    }),
  );
}

function weightsFile(weights) {
  let end = 0;
  const header = Object.fromEntries(
    [...weights].map(([name, { shape, data }]) => {
      const begin = end;
      end += data.byteLength;
      return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }];
    }),
  );
  const bytes = new Uint8Array(end);
  for (const [name, { data }] of weights) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), header[name].data_offsets[0]);
  }
  return safetensors(header, bytes);
}

function tokenizerOf(size) {
  const vocab = Object.fromEntries(Array.from({ length: size }, (_, id) => [`w${id}`, id]));
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: null,
    decoder: null,
    model: { type: 'WordLevel', vocab, unk_token: '?' },
  };
}

/** The files of a model with these weights. */
export const smallFiles = (config, weights) => ({
  config,
  tokenizer: tokenizerOf(config.vocab_size),
  weights: weightsFile(weights),
});

/** A loaded model with these weights. */
export const loadSmall = (engine, config, weights) => engine.loadModel(smallFiles(config, weights));

/** A flat list as rows (or as it is, for one axis). */
export function unflatten(data, shape) {
  if (shape.length === 1) return [...data];
  return Array.from({ length: shape[0] }, (_, r) => [...data.slice(r * shape[1], (r + 1) * shape[1])]);
}

/** The oracle's run of the same ids. `options` are those of model.run. */
export function oracleRun(config, weights, ids, { mask, padding, ...rest } = {}) {
  const nested = new Map([...weights].map(([name, { data, shape }]) => [name, unflatten(data, shape)]));
  return forward(config, (name) => nested.get(name), ids, {
    causal: mask === 'causal',
    paddingId: padding ? 0 : -1,
    ...rest,
  });
}

/** Seeded ids, never the padding id 0. */
export function randomIds(n, { vocab_size: v }, seed = 7) {
  const random = randomNumbers(seed);
  return Array.from({ length: n }, () => 1 + Math.floor(((random() + 1) / 2) * (v - 1)));
}

/** The largest finite magnitude. @param {number[]} numbers */
export const largest = (numbers) =>
  numbers.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);

/**
 * The largest difference between a tensor and its reference, as a share of `scale`; Infinity where
 * one holds −∞ or NaN and the other does not.
 * @param {Float32Array | number[]} data @param {number[]} reference flat
 */
export function difference(data, reference, scale = largest(reference)) {
  if (reference.length !== data.length) return Infinity;
  return Math.max(
    ...reference.map((x, i) => {
      if (x === data[i]) return 0; // also −∞ and −∞
      const apart = Math.abs(x - data[i]);
      return Number.isFinite(apart) ? apart / scale : Infinity;
    }),
  );
}

/**
 * Compares every tensor of a trace with the oracle: [name, layer, head, difference] of those too far
 * off. Heads of one tensor share a scale: a head of small numbers is made of the same large ones.
 */
export function tensorsOff(trace, oracle, tolerance) {
  if (trace.tensors().length !== oracle.size) return [['the trace and the oracle hold different tensors']];
  const reference = ({ name, layer, head }) => oracle.get(keyOf(name, layer, head)).flat();
  const scales = new Map();
  for (const place of trace.tensors()) {
    const key = keyOf(place.name, place.layer);
    scales.set(key, Math.max(scales.get(key) ?? 0, largest(reference(place))));
  }
  return trace
    .tensors()
    .map((place) => {
      const scale = scales.get(keyOf(place.name, place.layer));
      return [
        place.name,
        place.layer,
        place.head,
        difference(trace.get(place.name, place).data, reference(place), scale),
      ];
    })
    .filter(([, , , apart]) => !(apart <= tolerance));
}

// Rows of a Hadamard matrix but the first: ±1, mean 0, variance 1, so that a layer norm without
// epsilon leaves them as they are, and any two have dot product 0.
const code = (token, d) => Array.from({ length: d }, (_, i) => (popcount((token + 1) & i) % 2 ? -1 : 1));
const popcount = (n) => n.toString(2).replaceAll('0', '').length;

/** A one-layer model whose words are such codes: what reaches attention is the code itself. */
export function codedModel({ d = 16, heads = 1 } = {}) {
  const config = makeConfig({
    vocab_size: d - 1,
    d_model: d,
    n_heads: heads,
    n_layers: 1,
    norm_epsilon: 0,
    position: 'none',
    embedding_scale: 'none',
  });
  const weights = new Map(
    Object.entries(weightShapes(config)).map(([name, shape]) => {
      const data = new Float32Array(shape.reduce((a, b) => a * b));
      return [name, { shape, data: name.endsWith('norm.weight') ? data.fill(1) : data }];
    }),
  );
  for (let id = 0; id < d - 1; id += 1) weights.get('token_embedding.weight').data.set(code(id, d), id * d);
  return { config, weights };
}

/** Makes unit `row` of a role answer values[id] to word id. */
export function answer(weights, role, row, values) {
  const {
    data,
    shape: [, d],
  } = weights.get(`layers.0.attention.${role}.weight`);
  for (let i = 0; i < d; i += 1) {
    data[row * d + i] = values.reduce((total, value, id) => total + value * code(id, d)[i], 0) / d;
  }
}

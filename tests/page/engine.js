// The numbers that a page must show, from outside the page: the same wasm file and model, run in Node.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Engine } from '../../web/engine/engine.js';
import { encoderUrl, loadEngine } from '../../web/model/index.js';
import { recordingOf } from '../engine/recordings.js';
import { MODEL, SENTENCE } from './walk.js';

export const CONTEXTS = { none: '', a: '服务 A 启动后没有本地配置。', b: '配置中心 B 的配置已过期。' };

/** What NumPy computed in float64 of the model that the page opens with, by context. */
export const RECORDED = Object.fromEntries(
  Object.entries({ none: 'article', a: 'context A', b: 'context B' }).map(([context, title]) => [
    context,
    recordingOf(MODEL).find(({ name }) => name === title),
  ]),
);

export const PRONOUN = '它';
const CANDIDATES = ['服务 A', '配置中心 B'];

/** The recorded shares of 服务 A, 配置中心 B and all other words in the row of 它. */
export function recordedBelief(context) {
  const { tokens, candidates, ids, tensors } = RECORDED[context];
  const row = 3 * tokens.indexOf(PRONOUN);
  const columns = [...CANDIDATES.map((name) => candidates.indexOf(ids[tokens.indexOf(name)])), 2];
  return columns.map((column) => tensors.get('belief').data[row + column]);
}

const models = new Map();

async function modelOf(build) {
  if (!models.has(build))
    models.set(
      build,
      loadEngine({ build }).then((engine) => engine.loadModel(encoderUrl)),
    );
  return models.get(build);
}

/** Products as 32-bit floats have them, for every pair of tokens: what a score and an output are sums of. */
const TERMS = {
  score_terms: (get, at, rope) =>
    pairs(
      ...(rope ? ['rotated_query', 'rotated_key'] : ['query', 'key']).map((name) => get(name, at)),
      (q, k, i, j, d, wide) => q[i * wide + d] * k[j * wide + d],
    ),
  value_terms: (get, at) =>
    pairs(
      get('value', at),
      get('weights', at),
      (v, a, i, j, d, wide) => a[(i * v.length) / wide + j] * v[j * wide + d],
    ),
};

function pairs({ data: a, shape: [count, wide] }, { data: b }, term) {
  const data = new Float32Array(count * count * wide).map((_, i) =>
    term(a, b, Math.floor(i / wide / count), Math.floor(i / wide) % count, i % wide, wide),
  );
  return { data, shape: [count * count, wide] };
}

/** What the page derives from a run, derived here once more; undefined for any other name. */
const derived = (trace, tensor, at, rotated) => TERMS[tensor]?.((name, where) => trace.get(name, where), at, rotated);

/** What cutting each edge of a head alone does to the first candidate's share, each in a run of its own. */
function effectsOf(model, trace, input, options, { layer, head }) {
  const row = trace.tokens.findLastIndex(
    ({ text }) => text === (model.config.architecture === 'decoder' ? '指' : PRONOUN),
  );
  const shareOf = (one) => one.get('belief').data[row * (trace.candidates.length + 1)];
  const count = trace.tokens.length;
  const data = new Float32Array(count ** 2).map((_, pair) => {
    const cut = { layer, head, query: Math.floor(pair / count), key: pair % count };
    return shareOf(model.run(input, { ...options, cuts: [...(options.cuts ?? []), cut] })) - shareOf(trace);
  });
  return { data, shape: [count, count] };
}

export const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The hash of the wasm file that the Node tests load. */
export const wasmHash = (build) => hash(readFileSync(Engine.url(build)));

/**
 * Runs a model as a state of the page asks for it. Candidates are words, the article's where nothing is said.
 * @returns {{ get: (tensor: string, layer?: number, head?: number) => {data, shape}, trace: object, tokens: object[],
 * belief: number[], pronoun: number }}
 */
export function runModel(model, { context = 'none', sentence = '', words = CANDIDATES, ...options } = {}) {
  const candidates = words.map((word) => model.tokenizer.idOf(word));
  const input = sentence || CONTEXTS[context] + SENTENCE;
  const trace = model.run(input, { candidates, ...options });
  const effects = new Map();
  const computed = new Set(trace.tensors().map(({ name }) => name));
  const get = (tensor, layer, head) => {
    if (computed.has(tensor)) return trace.get(tensor, { layer, head });
    if (tensor === 'effect') {
      const place = `${layer} ${head}`;
      if (!effects.has(place))
        effects.set(place, effectsOf(model, trace, input, { candidates, ...options }, { layer, head }));
      return effects.get(place);
    }
    const made = derived(trace, tensor, { layer, head }, computed.has('rotated_query'));
    if (made) return made;
    const { data, shape } = model.weight(tensor, { layer });
    return { data: data.slice(), shape };
  };
  const pronoun = trace.tokens.findLastIndex(({ text }) => text === PRONOUN);
  const wide = candidates.length + 1;
  return {
    get,
    trace,
    tokens: trace.tokens,
    pronoun,
    belief: [...trace.get('belief').data.slice(wide * pronoun, wide * (pronoun + 1))],
  };
}

/** The same with the shipped model. */
export const run = async ({ build = 'simd', ...options } = {}) => runModel(await modelOf(build), options);

/** The value of a cell by the numbers on the element that draws it. */
export function valueOf(numbers, { tensor, layer, head, row, column }) {
  const { data, shape } = numbers.get(tensor, layer, head);
  const perToken = /_(mean|std|max|sum|empty)$/.test(tensor);
  const asVector = perToken ? [shape[0], 1] : [1, shape[0]];
  const [height, width] = shape.length === 2 ? shape : asVector;
  if (!(row >= 0 && row < height && column >= 0 && column < width)) return undefined;
  return data[row * width + column];
}

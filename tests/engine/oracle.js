// The whole encoder once more, in float64, by the textbook and without cleverness: the reference that
// every build is compared with. It shares no code, no layout and no trick with src/: heads are made
// the usual way (project the full width, then take columns), softmax is written out, sums run left
// to right. Matrices are arrays of rows. Shape letters as in src/core/tensor.h.
//
// Sources: Vaswani et al., "Attention Is All You Need" (2017), sections 3.1 to 3.5; Ba et al., "Layer
// Normalization" (2016); Su et al., "RoFormer" (2021), eq. 34; Hendrycks and Gimpel (2016) for GELU.

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
const plus = (a, b) => a.map((x, i) => x + b[i]);
const add = (m, n) => m.map((row, r) => plus(row, n[r]));
const transpose = (m) => m[0].map((_, c) => m.map((row) => row[c]));
/** PyTorch's Linear: x [T,in] · w [out,in]ᵀ + bias [out]. */
const linear = (x, w, bias) => x.map((row) => w.map((unit, i) => dot(row, unit) + bias[i]));

/** erf by the series of positive terms 2/√π e^(−x²) Σ 2^n x^(2n+1) / (2n+1)!!, right for every x. */
export function erf(x) {
  let term = x;
  let total = x;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(total); n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    total += term;
  }
  return Math.abs(x) > 6 ? Math.sign(x) : (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
}

const ACTIVATIONS = {
  relu: (x) => Math.max(x, 0),
  gelu: (x) => (x / 2) * (1 + erf(x / Math.SQRT2)),
};

function layerNorm(x, weight, bias, epsilon) {
  const mean = x.map((row) => sum(row) / row.length);
  const std = x.map((row, r) => Math.sqrt(sum(row.map((v) => (v - mean[r]) ** 2)) / row.length + epsilon));
  const normed = x.map((row, r) => row.map((v, i) => ((v - mean[r]) / std[r]) * weight[i] + bias[i]));
  return { mean, std, normed };
}

/** [T,D]: sines in even columns, cosines in odd ones, both of a pair with the pair's frequency. */
export function sinusoid(t, d) {
  const count = (length) => [...Array(length).keys()];
  return count(t).map((pos) =>
    count(d).map((column) => {
      const angle = pos / 10000 ** ((column - (column % 2)) / d);
      return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );
}

/** RoPE on neighbouring columns, as a complex product (x0 + i·x1) · e^(i·angle). */
function rotate(x, base) {
  const k = x[0].length;
  return x.map((row, pos) =>
    row.map((_, column) => {
      const even = column - (column % 2);
      const angle = pos * base ** (-even / k);
      const [re, im] = [row[even], row[even + 1]];
      return column % 2 === 0
        ? re * Math.cos(angle) - im * Math.sin(angle)
        : re * Math.sin(angle) + im * Math.cos(angle);
    }),
  );
}

function softmax(row) {
  const visible = row.filter((x) => x > -Infinity);
  if (visible.length === 0) return { max: 0, exp: row.map(() => 0), sum: 0, empty: 1, weights: row.map(() => 0) };
  const max = Math.max(...visible);
  const exp = row.map((x) => Math.exp(x - max));
  return { max, exp, sum: sum(exp), empty: 0, weights: exp.map((e) => e / sum(exp)) };
}

const DIVISORS = {
  'sqrt(d_k)': (k) => Math.sqrt(k),
  none: () => 1,
  d_k: (k) => k,
  'sqrt(d_model)': (_, d) => Math.sqrt(d),
};

const chunks = (flat, width) =>
  Array.from({ length: flat.length / width }, (_, r) => flat.slice(r * width, (r + 1) * width));

/** A head's [T,K] of [T,D]: its columns; where the transpose is forgotten, its stretch in reading order. */
function headOf(full, head, width, fault) {
  if (fault !== 'no_head_transpose') return full.map((row) => row.slice(head * width, (head + 1) * width));
  const cells = full.length * width;
  return chunks(full.flat().slice(head * cells, (head + 1) * cells), width);
}

/** The heads' [T,K] as [T,D]: side by side; or by the same view back. */
function joined(outputs, fault) {
  if (fault === 'no_head_transpose') return chunks(outputs.flat(2), outputs.length * outputs[0][0].length);
  return outputs[0].map((_, t) => outputs.flatMap((output) => output[t]));
}

const matches = (named, place, fields) =>
  fields.every((field) => (named[field] ?? -1) === -1 || named[field] === place[field]);
const zeros = (m) => m.map((row) => row.map(() => 0));

function isHidden({ causal, paddingId, cuts, ids }, place) {
  const { query, key } = place;
  return (
    (causal && key > query) ||
    ids[key] === paddingId ||
    cuts.some((cut) => matches(cut, place, ['layer', 'head', 'query', 'key']))
  );
}

function attend(put, run, layer, head, [query, key, value]) {
  const at = (name, matrix) => put(name, matrix, layer, head);
  const { config, position, scale, fault } = run;
  at('query', query);
  at('key', key);
  at('value', value);
  const turn = (x) => (position === 'rope' ? rotate(x, config.rope_base ?? 10000) : x);
  const rotatedQuery = at('rotated_query', turn(query));
  const rotatedKey = at('rotated_key', turn(key));
  const scores = at(
    'scores',
    rotatedQuery.map((q) => rotatedKey.map((k) => dot(q, k))),
  );
  const scaled = at(
    'scaled',
    scores.map((row) => row.map((x) => x / DIVISORS[scale](query[0].length, config.d_model))),
  );
  const hide = (m, filler) =>
    m.map((row, q) => row.map((x, k) => (isHidden(run, { layer, head, query: q, key: k }) ? filler : x)));
  const masked = at(
    'masked',
    fault === 'mask_after_softmax' ? scaled : hide(scaled, fault === 'zero_mask' ? 0 : -Infinity),
  );
  const turned = fault === 'softmax_columns' ? transpose : (m) => m;
  const rows = turned(masked).map(softmax);
  at(
    'row_max',
    rows.map((row) => row.max),
  );
  at('exp', turned(rows.map((row) => row.exp)));
  at(
    'row_sum',
    rows.map((row) => row.sum),
  );
  at(
    'row_empty',
    rows.map((row) => row.empty),
  );
  const shares = turned(rows.map((row) => row.weights));
  const weights = at('weights', fault === 'mask_after_softmax' ? hide(shares, 0) : shares);
  at('weights_row_sum', weights.map(sum));
  at('weights_column_sum', transpose(weights).map(sum));
  return {
    weights,
    output: at(
      'head_output',
      weights.map((row) => transpose(value).map((column) => dot(row, column))),
    ),
  };
}

function block(put, run, weight, layer, x) {
  const { config } = run;
  const w = (name) => weight(`layers.${layer}.${name}`);
  const at = (name, matrix) => put(name, matrix, layer);
  const norm = (name, input) => {
    const { mean, std, normed } = layerNorm(input, w(`${name}.weight`), w(`${name}.bias`), config.norm_epsilon);
    at(`${name}_mean`, mean);
    at(`${name}_std`, std);
    return at(name, normed);
  };
  const normed = norm('attention_norm', x);
  const width = config.d_model / config.n_heads;
  const full = ['query', 'key', 'value'].map((role) =>
    linear(normed, w(`attention.${role}.weight`), w(`attention.${role}.bias`)),
  );
  const heads = Array.from({ length: config.n_heads }, (_, head) => {
    return attend(
      put,
      run,
      layer,
      head,
      full.map((m) => headOf(m, head, width, run.fault)),
    );
  });
  const outputs = heads.map(({ output }) => output);
  at(
    'weights_mean',
    heads[0].weights.map((row, q) => row.map((_, k) => sum(heads.map(({ weights }) => weights[q][k])) / heads.length)),
  );
  const kept = outputs.map((output, head) =>
    run.headsOff.some((off) => matches(off, { layer, head }, ['layer', 'head'])) ? zeros(output) : output,
  );
  const concat = at('concat', joined(kept, run.fault));
  kept.forEach((_, head) => {
    const alone = joined(
      kept.map((output, other) => (other === head ? output : zeros(output))),
      run.fault,
    );
    put('head_contribution', linear(alone, w('attention.output.weight'), Array(config.d_model).fill(0)), layer, head);
  });
  const attended = at('attention_output', linear(concat, w('attention.output.weight'), w('attention.output.bias')));
  const middle = at('attention_residual', add(x, attended));
  const up = at(
    'feed_forward_up',
    linear(norm('feed_forward_norm', middle), w('feed_forward.up.weight'), w('feed_forward.up.bias')),
  );
  const hidden = at(
    'feed_forward_hidden',
    up.map((row) => row.map(ACTIVATIONS[config.activation])),
  );
  const down = at('feed_forward_output', linear(hidden, w('feed_forward.down.weight'), w('feed_forward.down.bias')));
  return at('residual', add(middle, down));
}

function predict(put, x, table, bias, candidates) {
  const logits = put('logits', linear(x, table, bias));
  const probabilities = put(
    'probabilities',
    logits.map((row) => softmax(row).weights),
  );
  put(
    'belief',
    probabilities.map((row, t) => {
      const shares = softmax(candidates.map((id) => logits[t][id])).weights;
      return [...shares, 1 - sum(candidates.map((id) => row[id]))];
    }),
  );
}

/**
 * Runs ids through the model.
 * @param {object} config as in config.json
 * @param {(name: string) => number[] | number[][]} weight a weight by its name in the weights file
 * @param {number[]} ids
 * @param {{ causal?: boolean, paddingId?: number, cuts?: object[], position?: string, candidates?: number[],
 *   scale?: string, fault?: string, headsOff?: object[] }} [options]
 * @returns {Map<string, number[] | number[][]>} by keyOf(name, layer, head)
 */
export function forward(config, weight, ids, options = {}) {
  const { causal = false, paddingId = -1, cuts = [], position = config.position, candidates = [] } = options;
  const { scale = 'sqrt(d_k)', fault = 'none', headsOff = [] } = options;
  const run = { config, ids, causal, paddingId, cuts, position, scale, fault, headsOff };
  const trace = new Map();
  const put = (name, matrix, layer, head) => {
    trace.set(keyOf(name, layer, head), matrix);
    return matrix;
  };
  const table = weight('token_embedding.weight');
  const size = config.embedding_scale === 'sqrt(d_model)' ? Math.sqrt(config.d_model) : 1;
  const embedding = put(
    'embedding',
    ids.map((id) => table[id].map((x) => x * size)),
  );
  const amplitude = position === 'sinusoidal' ? (config.position_amplitude ?? 1) : 0;
  const places = put(
    'position',
    sinusoid(ids.length, config.d_model).map((row) => row.map((x) => amplitude * x)),
  );
  let x = put('input', add(embedding, places));
  for (let layer = 0; layer < config.n_layers; layer += 1) x = block(put, run, weight, layer, x);
  const { mean, std, normed } = layerNorm(
    x,
    weight('final_norm.weight'),
    weight('final_norm.bias'),
    config.norm_epsilon,
  );
  put('final_mean', mean);
  put('final_std', std);
  predict(put, put('final', normed), table, weight('prediction.bias'), candidates);
  return trace;
}

/** How `forward` names a tensor; layer and head are left out where it has none. */
export const keyOf = (name, layer = -1, head = -1) => `${name} ${layer} ${head}`;

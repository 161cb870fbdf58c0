// jax-js on its WebAssembly backend, compiled by `jit`: its own dotProductAttention, and attention written out.

import { transposed } from './layouts.js';

const ways = { 'matmul/softmax': written, dotProductAttention: ready };

export default Object.entries(ways).map(([way, attend]) => ({
  name: `jax-js ${way}`,
  family: 'jax-js',
  entry: '@jax-js/jax',
  download: [],
  load: async () => {
    const jax = await import('@jax-js/jax');
    await jax.init('wasm');
    jax.defaultDevice('wasm');
    return (workload) => prepare(jax, workload, attend);
  },
}));

// Arrays of jax-js are used up by what takes them; `.ref` is one more use.
function prepare(jax, workload, attend) {
  const { jit, numpy: np } = jax;
  const { kind, n, heads, dModel, dK, mask, weights } = workload;
  const array = (data, shape) => np.array(data, { shape, dtype: np.float32 });
  if (kind === 'A') {
    const apart = jit((q, k, v) => attend(jax, q, k, v, { dK, mask, n }));
    const inputs = () => ['q', 'k', 'v'].map((name) => array(workload[name], [heads, n, dK]));
    return { call: () => apart(...inputs()).dataSync(), release: () => apart.dispose() };
  }
  const kept = Object.values(weights).map((w) => array(transposed(w, dModel), [dModel, dModel]));
  const block = jit((x, wq, wk, wv, wo) => {
    const split = (w, last) => np.transpose(np.matmul(last ? x : x.ref, w).reshape([n, heads, dK]), [1, 0, 2]);
    const mix = attend(jax, split(wq), split(wk), split(wv, true), { dK, mask, n });
    return np.matmul(np.transpose(mix, [1, 0, 2]).reshape([n, dModel]), wo);
  });
  return {
    call: () => block(array(workload.x, [n, dModel]), ...kept.map((w) => w.ref)).dataSync(),
    release: () => block.dispose(),
  };
}

/** It wants [n, heads, d] where we have heads first. */
function ready({ nn, numpy: np }, q, k, v, { mask }) {
  const turn = (m) => np.transpose(m, [1, 0, 2]);
  return turn(nn.dotProductAttention(turn(q), turn(k), turn(v), { isCausal: mask === 'causal' }));
}

function written({ nn, numpy: np }, q, k, v, { dK, mask, n }) {
  const scores = np.matmul(q, np.transpose(k, [0, 2, 1])).mul(1 / Math.sqrt(dK));
  const seen = mask === 'causal' ? np.where(np.tri(n, n, 0, { dtype: np.bool }), scores, -1e9) : scores;
  return np.matmul(nn.softmax(seen, -1), v);
}

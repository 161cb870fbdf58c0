// TensorFlow.js on its WebAssembly backend with SIMD, one thread: all heads in one batched product, or one product a
// head.

import { causalMask } from './layouts.js';

const FOLDER = '@tensorflow/tfjs-backend-wasm/dist/';
const ways = { 'per head': perHead, batched };

export default Object.entries(ways).map(([way, attend]) => ({
  name: `tfjs-wasm ${way}`,
  family: 'tfjs-wasm',
  entry: '@tensorflow/tfjs-backend-wasm',
  download: [`${FOLDER}tfjs-backend-wasm-simd.wasm`],
  load: async ({ asset }) => {
    const tf = await import('@tensorflow/tfjs-core');
    const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
    if (tf.getBackend() !== 'wasm') {
      const folder = asset(FOLDER);
      tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
      setWasmPaths(folder.startsWith('file:') ? new URL(folder).pathname : folder);
      await tf.setBackend('wasm');
    }
    return (workload) => prepare(tf, workload, attend);
  },
}));

// Products are of plain matrices wherever they can be: the backend is quick (XNNPACK) only without batches, and not
// when it is asked to transpose on the way.
function prepare(tf, workload, attend) {
  const { kind, n, heads, dModel, dK, mask, weights } = workload;
  const bias = mask === 'causal' ? tf.tensor2d(causalMask(n), [n, n]) : null;
  const apart = [heads, n, dK];
  const matrix = (w) => tf.tidy(() => tf.transpose(tf.tensor2d(w, [dModel, dModel])));
  const kept = Object.fromEntries(Object.entries(weights ?? {}).map(([name, w]) => [name, matrix(w)]));
  const whole = () => {
    const x = tf.tensor2d(workload.x, [n, dModel]);
    const [q, k, v] = ['query', 'key', 'value'].map((name) =>
      tf.transpose(tf.reshape(tf.matMul(x, kept[name]), [n, heads, dK]), [1, 0, 2]),
    );
    const joined = tf.reshape(tf.transpose(attend(tf, q, k, v, { dK, bias, apart }), [1, 0, 2]), [n, dModel]);
    return tf.matMul(joined, kept.output);
  };
  const alone = () =>
    attend(tf, ...['q', 'k', 'v'].map((name) => tf.tensor3d(workload[name], apart)), { dK, bias, apart });
  const call = () => {
    const output = tf.tidy(kind === 'A' ? alone : whole);
    const result = output.dataSync().slice(); // what dataSync gives may be a view of the module's memory
    output.dispose();
    return result;
  };
  return { call, release: () => tf.dispose([bias, ...Object.values(kept)].filter(Boolean)) };
}

function batched(tf, q, k, v, settings) {
  return mix(tf, q, tf.transpose(k, [0, 2, 1]), v, settings);
}

function perHead(tf, q, k, v, settings) {
  const {
    apart: [heads, n, dK],
  } = settings;
  const [qs, ks, vs] = [q, k, v].map((m) => tf.split(m, heads).map((part) => tf.reshape(part, [n, dK])));
  return tf.stack(qs.map((head, h) => mix(tf, head, tf.transpose(ks[h]), vs[h], settings)));
}

function mix(tf, q, keys, v, { dK, bias }) {
  const scores = tf.mul(tf.matMul(q, keys), 1 / Math.sqrt(dK));
  return tf.matMul(tf.softmax(bias ? tf.add(scores, bias) : scores), v);
}

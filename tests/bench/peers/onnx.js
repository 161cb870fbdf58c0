// ONNX Runtime, in WebAssembly and (Node only, as a ceiling) native, each with three ways to write attention down:
// primitive operators, Microsoft's MultiHeadAttention, and the standard's own Attention of opset 23.

import { causalMask, transposed } from './layouts.js';
import { Graph } from './onnx-model.js';

const WASM = 'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm';
const WAYS = { primitive, MultiHeadAttention: contrib, 'Attention-23': standard };

/** One contestant a way. @param {string} family @param {(context: any) => Promise<any>} load @param {object} rest */
const family = (name, load, rest) =>
  Object.entries(WAYS).map(([way, write]) => ({
    name: `${name} ${way}`,
    family: name,
    ...rest,
    load: async (context) => {
      const ort = await load(context);
      return (workload) => prepare(ort, rest.native ? 'cpu' : 'wasm', write(workload), workload);
    },
  }));

export default [
  ...family(
    'ort-web',
    async ({ bytes }) => {
      const ort = await import('onnxruntime-web/wasm');
      ort.env.wasm.numThreads = 1;
      ort.env.wasm.wasmBinary = await bytes(WASM);
      ort.env.logLevel = 'error';
      return ort;
    },
    { download: [WASM], entry: 'onnxruntime-web/wasm' },
  ),
  ...family('native ort', async () => (await import('onnxruntime-node')).default, { where: 'node', native: true }),
];

async function prepare(ort, provider, { inputs, graph, output, shape }, workload) {
  const one = { intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: [provider], logSeverityLevel: 3 };
  const session = await ort.InferenceSession.create(graph.model(output, shape), one);
  const feed = () =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, dims]) => [name, new ort.Tensor('float32', workload[name], dims)]),
    );
  return { call: async () => (await session.run(feed()))[output].data, release: () => session.release() };
}

/** The graph with its inputs: A gets q, k, v as `heads` says; a block gets x and projects it. */
function begin({ kind, n, dModel, weights }, heads) {
  const inputs = kind === 'A' ? { q: heads, k: heads, v: heads } : { x: [1, n, dModel] };
  const graph = new Graph(inputs);
  const matrix = (name) => graph.constant([dModel, dModel], transposed(weights[name], dModel));
  const projected = (input, name) => graph.add('MatMul', [input, matrix(name)]);
  const [q, k, v] = kind === 'A' ? ['q', 'k', 'v'] : ['query', 'key', 'value'].map((name) => projected('x', name));
  const finish = (mix, shape) =>
    kind === 'A'
      ? { inputs, graph, output: mix, shape }
      : { inputs, graph, output: projected(mix, 'output'), shape: [1, n, dModel] };
  return { graph, q, k, v, finish };
}

function primitive(workload) {
  const { kind, n, heads, dModel, dK, mask } = workload;
  const { graph, q, k, v, finish } = begin(workload, [1, heads, n, dK]);
  const shape = (...sizes) => graph.constant([sizes.length], BigInt64Array.from(sizes, BigInt));
  const split = (input, perm) =>
    kind === 'A' ? input : graph.add('Transpose', [graph.add('Reshape', [input, shape(1, n, heads, dK)])], { perm });
  const keys = kind === 'A' ? graph.add('Transpose', [k], { perm: [0, 1, 3, 2] }) : split(k, [0, 2, 3, 1]);
  const scale = graph.constant([], Float32Array.of(1 / Math.sqrt(dK)));
  const scaled = graph.add('Mul', [split(q, [0, 2, 1, 3]), scale]);
  const scores = graph.add('MatMul', [scaled, keys]);
  const seen = mask === 'causal' ? graph.add('Add', [scores, graph.constant([n, n], causalMask(n))]) : scores;
  const mix = graph.add('MatMul', [graph.add('Softmax', [seen], { axis: -1 }), split(v, [0, 2, 1, 3])]);
  if (kind === 'A') return finish(mix, [1, heads, n, dK]);
  return finish(graph.add('Reshape', [graph.add('Transpose', [mix], { perm: [0, 2, 1, 3] }), shape(1, n, dModel)]));
}

function contrib(workload) {
  const { kind, n, heads, dK, mask } = workload;
  // Contiguous heads are, to this operator, a batch of sequences of one head each: so nothing has to be transposed.
  const apart = [heads, n, dK];
  const { graph, q, k, v, finish } = begin(workload, apart);
  const settings = { num_heads: kind === 'A' ? 1 : heads, unidirectional: mask === 'causal' ? 1 : 0 };
  return finish(graph.add('MultiHeadAttention', [q, k, v], settings, 'com.microsoft'), apart);
}

function standard(workload) {
  const { kind, n, heads, dK, mask } = workload;
  const { graph, q, k, v, finish } = begin(workload, [1, heads, n, dK]);
  const settings = {
    is_causal: mask === 'causal' ? 1 : 0,
    ...(kind === 'A' ? {} : { q_num_heads: heads, kv_num_heads: heads }),
  };
  return finish(graph.add('Attention', [q, k, v], settings), [1, heads, n, dK]);
}

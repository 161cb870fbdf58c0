// LiteRT (XNNPACK) by its own package. It has a build with relaxed SIMD and one without; the pass decides, not the
// machine.

import { causalMask } from './layouts.js';
import { TfliteGraph } from './tflite-model.js';

const FILES = {
  relaxed: '@litertjs/core/wasm/litert_wasm_internal',
  simd: '@litertjs/core/wasm/litert_wasm_compat_internal',
};

export default [
  {
    name: 'LiteRT',
    family: 'LiteRT',
    entry: '@litertjs/core',
    download: [`${FILES.relaxed}.js`, `${FILES.relaxed}.wasm`],
    load: async ({ asset, build }) => {
      const { loadLiteRt, loadAndCompile, Tensor } = await import('@litertjs/core');
      const leave = typeof process === 'object' ? await pretendToBeAWorker() : () => {};
      await loadLiteRt(asset(`${FILES[build]}.js`));
      leave();
      return (workload) => prepare({ loadAndCompile, Tensor }, workload);
    },
  },
];

async function prepare({ loadAndCompile, Tensor }, workload) {
  const { names, shape, bytes } = write(workload);
  const model = await loadAndCompile(bytes, { accelerator: 'wasm', cpuOptions: { numThreads: 1 } });
  const call = async () => {
    const inputs = names.map((name) => new Tensor(workload[name], shape));
    const [output] = await model.run(inputs);
    const result = output.toTypedArray();
    for (const tensor of [...inputs, output]) tensor.delete();
    return result;
  };
  return { call, release: () => model.delete() };
}

function write(workload) {
  const { kind, n, heads, dModel, dK, mask, weights } = workload;
  const graph = new TfliteGraph();
  const apart = [1, heads, n, dK];
  const whole = [1, n, dModel];
  const numbers = (...list) => graph.constant([list.length], Int32Array.from(list));
  const attend = (q, k, v) => {
    const scaled = graph.add('MUL', [q, graph.constant([], Float32Array.of(1 / Math.sqrt(dK)))], apart);
    const scores = graph.add('BATCH_MATMUL', [scaled, k], [1, heads, n, n], { adjY: true });
    const seen =
      mask === 'causal'
        ? graph.add('ADD', [scores, graph.constant([1, 1, n, n], causalMask(n))], [1, heads, n, n])
        : scores;
    return graph.add('BATCH_MATMUL', [graph.add('SOFTMAX', [seen], [1, heads, n, n]), v], apart);
  };
  if (kind === 'A') {
    const [q, k, v] = [0, 1, 2].map(() => graph.input(apart));
    return { names: ['q', 'k', 'v'], shape: apart, bytes: graph.model(attend(q, k, v)) };
  }
  const project = (x, name) =>
    graph.add('FULLY_CONNECTED', [x, graph.constant([dModel, dModel], weights[name])], whole);
  const turn = (x, shape) => graph.add('TRANSPOSE', [x, numbers(0, 2, 1, 3)], shape);
  const split = (x) => turn(graph.add('RESHAPE', [x, numbers(1, n, heads, dK)], [1, n, heads, dK]), apart);
  const x = graph.input(whole);
  const mix = attend(...['query', 'key', 'value'].map((name) => split(project(x, name))));
  const joined = graph.add('RESHAPE', [turn(mix, [1, n, heads, dK]), numbers(1, n, dModel)], whole);
  return { names: ['x'], shape: whole, bytes: graph.model(project(joined, 'output')) };
}

/**
 * The package knows pages and workers only; for as long as it loads, Node looks like a worker.
 * @returns {Promise<() => void>}
 */
async function pretendToBeAWorker() {
  const [{ createRequire }, { readFileSync }, { fileURLToPath }] = await Promise.all(
    ['module', 'fs', 'url'].map((name) => import(`node:${name}`)),
  );
  globalThis.self = globalThis;
  globalThis.importScripts = (url) => {
    const file = fileURLToPath(url);
    const make = new Function(
      'require',
      '__filename',
      '__dirname',
      `${readFileSync(file, 'utf8')}\nreturn ModuleFactory;`,
    );
    globalThis.ModuleFactory = make(createRequire(url), file, file.replace(/\/[^/]*$/, ''));
  };
  return () => delete globalThis.importScripts;
}

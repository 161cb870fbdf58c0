// The plain C loop of loop.c as emcc -O3 makes it, strict and with sums that may be reordered: what one gets for no
// effort.

import { transposed } from './layouts.js';

const files = { 'C loop': 'loop.strict', 'C loop reassociated': 'loop.reassociated' };

export default Object.entries(files).map(([name, file]) => ({
  name,
  family: name,
  download: [`built/${file}.wasm`],
  load: async ({ bytes }) => {
    const module = await WebAssembly.compile(await bytes(`built/${file}.wasm`));
    return (workload) => prepare(start(module), workload);
  },
}));

/** A fresh instance: its memory goes when the workload is done. */
function start(module) {
  const { exports } = new WebAssembly.Instance(module, { env: { emscripten_notify_memory_growth() {} } });
  exports._initialize();
  return exports;
}

function prepare(loop, workload) {
  const { kind, n, heads, dModel, dK, mask, weights } = workload;
  const take = (floats) => loop.loop_alloc(4 * floats);
  const put = (at, data) => new Float32Array(loop.memory.buffer, at, data.length).set(data);
  const size = n * dModel;
  const [a, b, c, out] = [1, 2, 3, 4].map(() => take(size));
  const got = () => new Float32Array(loop.memory.buffer, out, size).slice();
  if (kind === 'A') {
    const row = take(n);
    const inputs = [
      [a, workload.q],
      [b, workload.k],
      [c, workload.v],
    ];
    return {
      call: () => {
        for (const [at, data] of inputs) put(at, data);
        loop.loop_attention(a, b, c, out, row, heads, n, dK, mask === 'causal' ? 1 : 0);
        return got();
      },
    };
  }
  const scratch = take(4 * size + n);
  const kept = take(4 * dModel * dModel);
  Object.values(weights).forEach((w, m) => put(kept + 4 * m * dModel * dModel, transposed(w, dModel)));
  return {
    call: () => {
      put(a, workload.x);
      loop.loop_block(a, kept, out, scratch, heads, n, dModel);
      return got();
    },
  };
}

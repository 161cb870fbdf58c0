// Ours: the engine's own entry point, with an output array used again and with a new one each time.

const ways = { engine: true, 'engine, new array': false };

export default Object.entries(ways).map(([name, again]) => ({
  name,
  family: 'engine',
  ours: true,
  entry: '../../../web/engine/attention.js',
  download: ['engine/attn-direct.relaxed.wasm'],
  load: async ({ loadAttention }) => {
    const engine = await loadAttention();
    return (workload) => prepare(engine, workload, again);
  },
}));

function prepare({ attention, multiHeadAttention }, { kind, n, heads, dModel, dK, mask, weights, q, k, v, x }, again) {
  const out = again ? new Float32Array(n * dModel) : undefined;
  if (kind === 'A') return { call: () => attention({ q, k, v, heads, dK, mask, out }) };
  const block = multiHeadAttention({ dModel, heads, weights });
  return { call: () => block.run(x, { mask, out }), release: () => block.release() };
}

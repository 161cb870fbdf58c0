// Ours: the engine's own door, with an output array used again and with a new one each time.

const ways = { engine: true, 'engine, new array': false };

export default Object.entries(ways).map(([name, again]) => ({
  name, family: 'engine', ours: true, entry: '../../../web/model/index.js', download: ['engine/attn.relaxed.wasm'],
  load: async ({ loadEngine }) => {
    const engine = await loadEngine();
    if (!engine.attention || !engine.multiHeadAttention) throw new Error('this engine has no attention() and multiHeadAttention()');
    return (workload) => prepare(engine, workload, again);
  },
}));

function prepare(engine, { kind, n, heads, dModel, mask, weights, q, k, v, x }, again) {
  const out = again ? new Float32Array(n * dModel) : undefined;
  if (kind === 'A') return { call: () => engine.attention({ q, k, v, heads, mask, out }) };
  const block = engine.multiHeadAttention({ dModel, heads, weights });
  return { call: () => block.run(x, { mask, out }), release: () => block.release() };
}

/**
 * Where a picture's numbers come from: one trace and the weights it was computed with, looked up by name. The same array is
 * handed out each time, so that drawing can tell by identity what has changed.
 */

const keyOf = (tensor, layer, head) => `${tensor}:${layer ?? ''}:${head ?? ''}`;

const place = (layer, head) => ({ ...(layer !== null && { layer }), ...(head !== null && { head }) });

/** Looks numbers up in a live trace; weights are copied out of the model once. */
export function traceSource(trace, model, copies) {
  const seen = new Map();
  const names = new Set(trace.tensors().map(({ name }) => name));
  const read = (tensor, layer, head) => {
    if (names.has(tensor)) return trace.get(tensor, place(layer, head));
    const key = keyOf(tensor, layer, null);
    if (!copies.has(key)) {
      const { data, shape } = model.weight(tensor, place(layer, null));
      copies.set(key, { data: data.slice(), shape });
    }
    return copies.get(key);
  };
  return (tensor, layer = null, head = null) => {
    const key = keyOf(tensor, layer, head);
    if (!seen.has(key)) seen.set(key, read(tensor, layer, head));
    return seen.get(key);
  };
}

/** The first frame's numbers, computed by the same engine when the site was built. */
export function bakedSource(baked) {
  const seen = new Map(
    baked.tensors.map(({ name, layer, head, shape, data }) => [
      keyOf(name, layer < 0 ? null : layer, head < 0 ? null : head),
      { shape, data: Float32Array.from(data) },
    ]),
  );
  return (tensor, layer = null, head = null) => seen.get(keyOf(tensor, layer, head));
}

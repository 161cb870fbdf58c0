/**
 * The one address of a tensor: its name and, where it has them, its layer and head (null where not, counted from 0).
 * A cell is such an address with a row and a column. Its key is what tells tensors apart in maps, lists, file names
 * and data: "weights:1:0", "residual:0", "input".
 */

/** @typedef {{ tensor: string, layer: number | null, head: number | null }} TensorRef */

/** @returns {TensorRef} */
export const tensorRef = (tensor, layer = null, head = null) => ({ tensor, layer, head });

/**
 * @param {{ tensor: string, layer?: number | null, head?: number | null }} ref a reference, or a cell of it
 * @returns {string}
 */
export function tensorKey({ tensor, layer = null, head = null }) {
  if (layer === null) return tensor;
  return head === null ? `${tensor}:${layer}` : `${tensor}:${layer}:${head}`;
}

/** @param {string} key as tensorKey writes it @returns {TensorRef} */
export function parseTensorKey(key) {
  const [tensor, layer, head] = key.split(':');
  return tensorRef(tensor, layer === undefined ? null : Number(layer), head === undefined ? null : Number(head));
}

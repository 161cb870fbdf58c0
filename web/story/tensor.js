/**
 * Tensors as they are drawn: numbers with a shape and the names of its axes, as the engine's manifest or whoever
 * derived them says.
 *
 * A drawn tensor is { data, shape, axes, role }. Axes: 'token' (a row a token), 'key' (a column a token that is
 * looked at), 'pair' (a row a query and key: query · T + key), 'word', 'candidate', 'dimension', 'head_dimension',
 * 'hidden', and 'out' and 'in' of a weight matrix. Roles: 'parameter', 'activation' and, for what the engine's
 * manifest does not know, 'derived' and 'random'.
 */
import { tensors } from '../engine/manifest.generated.js';

const DECLARED = new Map(tensors.map(({ name, axes, role }) => [name, { axes, role }]));

/**
 * A tensor of a run or a model with what the engine says of it.
 * @param {{data: Float32Array, shape: number[]}} numbers
 */
export const described = (name, { data, shape }) => ({ data, shape, ...DECLARED.get(name) });

const EACH_TOKEN = new Set(['token', 'key']);

/** A list of one number a token stands upright; any other is one row. @returns {[rows: number, columns: number]} */
export function gridOf({ shape, axes }) {
  if (shape.length === 2) return shape;
  return EACH_TOKEN.has(axes[0]) ? [shape[0], 1] : [1, shape[0]];
}

/** The axes of the rows and of the columns; null where there is but one. */
export function axesOf({ axes }) {
  if (axes.length === 2) return axes;
  return EACH_TOKEN.has(axes[0]) ? [axes[0], null] : [null, axes[0]];
}

/** One row of a matrix. */
export const rowOf = ({ data, shape }, i) => data.subarray(i * shape[1], (i + 1) * shape[1]);

/** One number of a tensor, or undefined outside it. */
export function numberAt(tensor, { row, column }) {
  const [rows, columns] = gridOf(tensor);
  return row < rows && column < columns ? tensor.data[row * columns + column] : undefined;
}

/** Whether a tensor has a number for every pair of a token and one that it looks at, from the model that is shown. */
export const isOfPairs = ({ axes, role }) => axes[0] === 'token' && axes[1] === 'key' && role !== 'random';

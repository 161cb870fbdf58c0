/** Weights that a reader may move: which they are, which have been moved, and what a move does to the list of edits. */
import { gridOf } from '../story/tensor.js';

const MOVABLE = /^attention\.(query|key|value)\./;

const indexOf = (tensor, { row, column }) => row * gridOf(tensor)[1] + column;

/** The weight behind a cell, as an edit names it, and its value; null where a reader cannot move it. */
export function weightOf({ keys }, get, cell) {
  if (!MOVABLE.test(cell?.tensor)) return null;
  const { tensor, layer } = cell;
  if (keys === 'query' && tensor.startsWith('attention.key.')) return null; // it is what W_Q is
  const numbers = get(tensor, layer);
  const index = indexOf(numbers, cell);
  return { weight: { tensor, layer, index }, value: numbers.data[index] };
}

/** Whether a weight's number is a reader's doing and not training's. */
export function isChanged({ edits, keys, values }, get, cell) {
  const { tensor, layer } = cell;
  const replaced =
    (keys === 'query' && tensor.startsWith('attention.key.')) ||
    (values === 'input' && tensor.startsWith('attention.value.'));
  if (replaced) return true;
  const mine = edits.filter((edit) => edit.tensor === tensor && edit.layer === layer);
  return mine.length > 0 && mine.some(({ index }) => index === indexOf(get(tensor, layer), cell));
}

/** The same weight moved again is one change. */
export const withEdit = (edits, edit) => [
  ...edits.filter(
    ({ tensor, layer, index }) => !(tensor === edit.tensor && layer === edit.layer && index === edit.index),
  ),
  edit,
];

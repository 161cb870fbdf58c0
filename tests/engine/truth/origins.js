// Where cells come from: only a weight of the file is learned, and what is computed says how.

import { inspect } from '../../../web/parts/inspector.js';
import { near, sum } from './world.js';

const average = (numbers) => sum(numbers) / numbers.length;

/** What some kinds of origin say of their number, beyond what the inspector's own tests hold. */
const SAYS = {
  row_mean: (value, left) => near(value, average(left), 1e-5),
  row_std: (value, left) => near(value, Math.sqrt(average(left.map((x) => (x - average(left)) ** 2)) + 1e-5), 1e-4),
  no_position: (value) => value === 0,
  sinusoid: (value, _, { amplitude }) => Math.abs(value) <= amplitude + 1e-5,
};

/** What is wrong with the origin that is told of one cell. @param {object} told what `inspect` found */
export function originFaults({ how, from, tensor, value, cell }, shape, words) {
  const isWeight = ['weight', 'edited'].includes(how);
  if (isWeight !== (tensor.role === 'parameter')) return [`${cell.tensor} is ${tensor.role}, and its origin ${how}`];
  if (!words.origins[how]) return [`no words for ${how}`];
  const holds = SAYS[how]?.(value, from?.left, shape) ?? true;
  return holds ? [] : [`${cell.tensor} ${value} is not ${how}`];
}

/** The last cell of every tensor of a run, as the inspector tells of it. */
export const inspectAll = ({ run, lab }, state, shape) =>
  run.tensors().map((ref) => {
    const { shape: size } = run.get(ref.tensor, ref.layer, ref.head);
    const list = size.length === 1;
    const upright = list && /token/.test(run.get(ref.tensor, ref.layer, ref.head).axes[0]);
    const [row, column] = list ? [upright ? size[0] - 1 : 0, upright ? 0 : size[0] - 1] : size.map((n) => n - 1);
    return inspect({ cell: { ...ref, row, column }, shape, state, get: run.get }, lab.products);
  });

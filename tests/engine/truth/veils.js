// What a scene still covers: a number may not be read before what it is made of has been seen.

import { markup } from './texts.js';

const VEIL = /class="veil"\s+x=([\d.−-]+)\s+y=([\d.−-]+)\s+width=([\d.]+)\s+height=([\d.]+)/g;

/** Rows of a block that no veil covers from end to end. */
function uncovered(made, over) {
  const veils = [...markup(over).matchAll(VEIL)].map((found) => found.slice(1).map(Number));
  const covers =
    (top) =>
    ([x, y, width, height]) =>
      x <= made.x + 1 && x + width >= made.right - 1 && y <= top + 2 && y + height >= top + made.ch - 2;
  return made.rows.filter((_, i) => !veils.some(covers(made.y + i * made.ch)));
}

/** At the start of the softmax scene nothing is taken yet: no exponential, no sum, no weight. */
export const earlyFaults = ({ blocks, over }) =>
  blocks
    .filter(({ tensor }) => ['exp', 'row_sum', 'weights', 'weights_row_sum'].includes(tensor))
    .flatMap((made) => uncovered(made, over).map((row) => `${made.name} row ${row} can be seen at the start`));

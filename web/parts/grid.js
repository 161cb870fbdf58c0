/**
 * Moving about in the drawn matrices: one tab stop each, arrows, Home and End inside, Escape to let go. Mouse, touch
 * and keyboard end in the same place: a cell to unfold.
 */

/** The cell that an element belongs to, read off the cell's own data; null elsewhere. */
export function cellOf(element) {
  const found = element?.closest?.('[role=gridcell]');
  if (!found) return null;
  const { tensor, layer, head, row, column } = found.dataset;
  const whole = (text) => (text === undefined ? null : Number(text));
  return { tensor, layer: whole(layer), head: whole(head), row: Number(row), column: Number(column) };
}

const rowsOf = (grid) =>
  [...grid.querySelectorAll('[role=row]')].map((row) => [...row.querySelectorAll('[role=gridcell]')]);

const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Where a key leads from a cell, or undefined if the key is not one of ours. */
function target(rows, cell, { key, ctrlKey }) {
  const down = rows.findIndex((row) => row.includes(cell));
  const across = rows[down].indexOf(cell);
  if (key === 'Home') return rows[ctrlKey ? 0 : down][0];
  if (key === 'End') return rows[ctrlKey ? rows.length - 1 : down].at(-1);
  if (!MOVES[key]) return undefined;
  const [dy, dx] = MOVES[key];
  return rows[down + dy]?.[across + dx] ?? cell;
}

/** Handles a key inside a matrix. @returns {boolean} whether it was used */
export function moveInGrid(event) {
  const cell = event.composedPath()[0];
  const grid = cell.closest?.('[role=grid]');
  if (!grid || cell === grid) return false;
  const next = target(rowsOf(grid), cell, event);
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

/**
 * A matrix reached by Tab hands focus to its cell, and is out of the way until focus leaves, so that Shift+Tab works.
 */
export function enterGrid(event) {
  const element = event.composedPath()[0];
  const grid = element.closest?.('[role=grid]');
  if (!grid) return;
  grid.setAttribute('tabindex', '-1');
  grid.addEventListener(
    'focusout',
    ({ relatedTarget }) => !grid.contains(relatedTarget) && grid.setAttribute('tabindex', '0'),
    { once: true },
  );
  if (element === grid) (grid.querySelector('.pointed') ?? grid.querySelector('[role=gridcell]')).focus();
}

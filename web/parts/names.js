/** The names of tensors, and of rows, columns and cells by the axes that they lie on. */
import { full } from '../draw/number.js';
import { axesOf } from '../story/tensor.js';

const NAMES = {
  token: (view, i) => view.tokens[i],
  key: (view, i) => view.tokens[i],
  pair: (view, i) => `${view.tokens[Math.floor(i / view.tokens.length)]} · ${view.tokens[i % view.tokens.length]}`,
  word: (view, i) => view.word(i),
  candidate: (view, i) => (i < view.candidates.length ? view.word(view.candidates[i]) : view.words.elsewhere),
};

const nameOn = (view, axis, i) => (axis === null ? '' : (NAMES[axis] ?? dimension)(view, i));

const dimension = (view, i) => view.words.cell.dimension(i);

/** Names of one cell's row and column, in words a reader knows. @param {{axes: string[]}} tensor */
export function cellNames(view, tensor, row, column) {
  const [down, across] = axesOf(tensor);
  return { row: nameOn(view, down, row), column: nameOn(view, across, column) };
}

/** The symbol of a tensor in one line. */
export const symbolOf = (view, { tensor }) => view.words.tensors[tensor].symbol.replace('_', '');

/** Full name of a tensor: symbol and words. */
export const tensorName = (view, { tensor }) => {
  const { symbol, name } = view.words.tensors[tensor];
  return name ? `${symbol} ${name}` : symbol;
};

/** Labels for drawing; one object per language and sentence, since drawing compares it by identity. */
export function makeLabel(view) {
  const { cell } = view.words;
  return {
    cell(made, row, column, value) {
      const name = cellNames(view, made, row, column);
      return cell.name(view.words.tensors[made.tensor].symbol, name.row, name.column, full(value));
    },
    block: (made) =>
      cell.grid([tensorName(view, made), made.where].filter(Boolean).join(' '), made.down.length, made.across.length),
  };
}

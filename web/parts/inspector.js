/**
 * What a cell is made of: its name, its full value, the cells it comes from with their numbers, and for a pair of
 * tokens the scissors that cut the edge between them. `inspect` reads and computes, `drawInspector` draws what it
 * found.
 */
import { html, nothing } from 'lit';
import { full, short } from '../draw/number.js';
import { isFaulty, isOff, origin } from '../story/cells.js';
import { placesOf } from '../story/mentions.js';
import { isOfPairs, numberAt } from '../story/tensor.js';
import { cellNames, symbolOf, tensorName } from './names.js';
import { isChanged, weightOf } from './weights.js';

/**
 * @param {{cell: object, shape: object, state: object, get: Function}} about the cell, the model's shape
 *   (story/view.js), and the tensors that are there
 * @param {(a: number[], b: number[]) => number[]} products of two rows, by the engine
 * @returns {object} cell, tensor, value, how (which sentence says where the number comes from), from (null for what
 *   no other cell makes): { kind, by, left, right, products, bias } as numbers, and sources (cells)
 */
export function inspect({ cell, shape, state, get }, products) {
  const tensor = get(cell.tensor, cell.layer, cell.head);
  const found = { cell, tensor, value: numberAt(tensor, cell), from: null, sources: [] };
  const made = origin(cell, shape);
  if (made) found.sources = [...made.left, ...made.right, ...(made.bias ? [made.bias] : [])];
  if (isFaulty(cell, state.fault)) return { ...found, how: 'fault' };
  if (isOff(cell, shape)) return { ...found, how: 'off' };
  if (!made) return { ...found, how: sourceOf(state, get, cell, tensor) };
  const number = (one) => numberAt(get(one.tensor, one.layer, one.head), one);
  const [left, right] = [made.left.map(number), made.right.map(number)];
  const from = {
    kind: made.kind,
    by: made.by,
    cells: made,
    left,
    right,
    products: made.kind === 'dot' ? products(left, right) : [],
    bias: made.bias && number(made.bias),
  };
  return { ...found, how: made.kind, from };
}

/** Where a number comes from that no other cell makes. */
function sourceOf(state, get, cell, { role }) {
  if (role === 'random') return 'random';
  if (role === 'derived') return cell.tensor; // measured by runs of its own
  return isChanged(state, get, cell) ? 'edited' : 'weight';
}

function nameOf(view, cell, tensor) {
  const { row, column } = cellNames(view, tensor, cell.row, cell.column);
  return html`<b>${symbolOf(view, cell)}</b>[${[row, column].filter(Boolean).join(', ')}]`;
}

const row = (name, numbers) =>
  html`<tr>
    <th scope="row">${name}</th>
    ${numbers.map((number) => html`<td>${short(number)}</td>`)}
  </tr>`;

/** Σ left·right as a table, one line a term. The sum is the engine's own cell. */
function terms(view, { cells, left, right, products, bias }, value) {
  const { cell: words } = view.words;
  const names = cells.left.map((one) => {
    const { tensor, layer, head } = one;
    return cellNames(view, view.get(tensor, layer, head), one.row, one.column).column;
  });
  return html`<div class="terms" tabindex="0" role="region" aria-label=${words.more(left.length)}>
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${symbolOf(view, cells.left[0])}</th>
            <th scope="col">× ${symbolOf(view, cells.right[0])}</th>
            <th scope="col">≈ ${words.product}</th>
          </tr>
        </thead>
        <tbody>
          ${names.map((name, i) => row(name, [left[i], right[i], products[i]]))}
        </tbody>
      </table>
    </div>
    <p class="total">
      Σ${bias === null ? nothing : html` + ${words.bias} ${short(bias, 4)}`} ≈ <output>${full(value)}</output>
    </p>`;
}

const joined = (numbers, sign, digits) => numbers.map((number) => short(number, digits)).join(sign);

/** One line of arithmetic for everything that is not a long sum: what stands before "≈", for numbers are rounded. */
const FORMS = {
  sum: ([x, y]) => `${full(x)} + ${full(y)}`,
  product: ([x, y]) => `${full(x)} × ${full(y)}`,
  times: ([x], { by }) => `${full(x)} × ${by.toFixed(6)}`,
  over: ([x], { by }) => `${full(x)} ÷ ${by.toFixed(6)}`,
  affine: ([x, mean, std, weight, bias]) =>
    `(${full(x)} − ${full(mean)}) ÷ ${full(std)} × ${full(weight)} + ${full(bias)}`,
  exp: ([x, most]) => `exp(${full(x)} − ${full(most)})`,
  divide: ([x, y]) => `${full(x)} ÷ ${full(y)}`,
  max: (numbers) => `max(${joined(numbers, ', ', 2)})`,
  total: (numbers) => joined(numbers, ' + ', 3),
  entropy: (numbers) => `−Σ p ln p (${joined(numbers, ', ', 3)})`,
  mentions: (numbers) => joined(numbers, ' + ', 4),
  mean: (numbers) => `(${joined(numbers, ' + ', 4)}) ÷ ${numbers.length}`,
  activation: ([x], { activation }) => `${activation}(${full(x)})`,
  softmax: ([x]) => `softmax(${full(x)})`,
};

/** What its sentence says whole, or would be a line of every cell of a row. */
const UNWRITTEN = new Set(['row_mean', 'row_std', 'share', 'sinusoid', 'no_position', 'row_empty']);

function equation(view, { kind, left, by }, value) {
  if (UNWRITTEN.has(kind)) return nothing;
  const result = full(value);
  const made = FORMS[kind]?.(left, { by, activation: view.words.activation });
  if (kind === 'rotate') return html`<p class="equation">(${full(left[0])}, ${full(left[1])}) ↻ ${result}</p>`;
  return html`<p class="equation">${made ? `${made} ≈ ${result}` : `${full(left[0])} → ${result}`}</p>`;
}

/** Cuts an edge, or all edges to a name where its mentions are one arc; what is hidden anyway needs no cut. */
function scissors(view, cell, cuts, act) {
  const { cell: words } = view.words;
  const { layer, head, row: query } = cell;
  const { ids, names } = view.shape;
  const places = cell.tensor === 'mentions' ? placesOf(cell.column, ids, names) : [cell.column];
  const keys = places.filter((key) => !(view.causal && key > query));
  if (keys.length === 0) return nothing;
  const same = (cut, key) => cut.query === query && cut.key === key;
  const meant = (cut, key) => same(cut, key) && (cut.layer ?? layer) === layer;
  const isCut = keys.every((key) =>
    cuts.some((cut) => meant(cut, key) && (head === null || (cut.head ?? head) === head)),
  );
  const isCutInAll = keys.every((key) =>
    cuts.some((cut) => same(cut, key) && cut.layer === undefined && cut.head === undefined),
  );
  const without = (which) => cuts.filter((cut) => !keys.some((key) => which(cut, key)));
  const cutAt = (rest, place) => [...rest, ...keys.map((key) => ({ query, key, ...place }))];
  const buttons = [
    [isCut, words.restore, () => without(meant)],
    [!isCut && head !== null, `✂ ${words.cutHead}`, () => cutAt(cuts, { layer, head })],
    [!isCut, `✂ ${words.cutLayer}`, () => cutAt(without(meant), { layer })],
    [!isCutInAll, `✂ ${words.cutAll}`, () => cutAt(without(same), {})],
  ].filter(([shown]) => shown);
  return html`<p class="scissors">
    ${buttons.map(([, name, made]) => html`<button type="button" @click=${() => act.cut(made())}>${name}</button>`)}
  </p>`;
}

/** Where weights can be moved, this one's slider. */
function slider(view, state, cell, act) {
  const found = weightOf(state, view.get, cell);
  if (!found) return nothing;
  const edit = (event, options) => act.edit({ ...found.weight, value: Number(event.target.value) }, options);
  return html`<label class="slider"
      >${view.words.weights.slide}
      <input
        type="range"
        min="-3"
        max="3"
        step="0.01"
        .value=${String(found.value)}
        @input=${(event) => edit(event, { lasting: false })}
        @change=${(event) => edit(event)}
    /></label>
    <p class="how">${view.words.weights.drag}</p>`;
}

function arithmetic(view, { from, value }) {
  if (!from) return nothing;
  return from.kind === 'dot' ? terms(view, from, value) : equation(view, from, value);
}

/**
 * @param {{view, state, inspected: object, copied: boolean, movable: boolean}} parts `inspected` from `inspect`;
 *   whether the number was copied; whether weights can be moved here
 * @param {{cut: Function, edit: Function, copy: Function, release: Function}} act
 */
export function drawInspector({ view, state, inspected, copied, movable }, act) {
  const { cell, tensor, value, how } = inspected;
  const { cell: words, origins } = view.words;
  return html`<div class="unfold" role="group" aria-label=${words.open}>
    <p class="head">
      <span title=${tensorName(view, cell)}>${nameOf(view, cell, tensor)}</span> = <output>${full(value)}</output>
      <button type="button" @click=${() => act.copy(String(value))}>${copied ? words.copied : words.copy}</button>
      <button type="button" class="quiet" @click=${act.release}>${words.close}</button>
    </p>
    <p class="how">${value === -Infinity ? words.masked : origins[how]}</p>
    ${arithmetic(view, inspected)} ${isOfPairs(tensor) ? scissors(view, cell, state.cuts, act) : nothing}
    ${movable ? slider(view, state, cell, act) : nothing}
  </div>`;
}

/**
 * What a cell is made of, unfolded: its name, its full value, the cells it comes from with their numbers, and for a pair of
 * tokens the scissors that cut the edge between them.
 */
import { html, nothing } from 'lit';
import { full, short } from '../draw/number.js';
import { isAstray, isOff, origin } from '../story/cells.js';
import { placesOf } from '../story/mentions.js';
import { isChanged, weightOf } from './drag.js';
import { cellNames, tensorName } from './view.js';

const PAIRS = new Set(['scores', 'scaled', 'masked', 'exp', 'weights', 'weights_mean', 'mentions']);

function valueOf(view, { tensor, layer, head, row, column }) {
  const { data, shape } = view.get(tensor, layer, head);
  const stride = shape.length === 2 ? shape[1] : /_(mean|std|max|sum|empty)$/.test(tensor) ? 1 : shape[0];
  return data[row * stride + column];
}

function nameOf(view, cell) {
  const { row, column } = cellNames(view, cell);
  return html`<b>${view.words.tensors[cell.tensor].symbol.replace('_', '')}</b
    >[${[row, column].filter(Boolean).join(', ')}]`;
}

/** Σ left·right as a table, one line a term. The sum is the engine's own cell. */
function terms(view, { left, right, bias }, value, multiply) {
  const { cell: words, tensors } = view.words;
  const [a, b] = [left, right].map((cells) => cells.map((cell) => valueOf(view, cell)));
  const products = multiply(a, b);
  const symbol = ([{ tensor }]) => tensors[tensor].symbol.replace('_', '');
  const term = (i) => cellNames(view, left[i]).column;
  return html`<div class="terms" tabindex="0" role="region" aria-label=${words.more(a.length)}>
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${symbol(left)}</th>
            <th scope="col">× ${symbol(right)}</th>
            <th scope="col">= ${words.product}</th>
          </tr>
        </thead>
        <tbody>
          ${a.map(
            (_, i) =>
              html`<tr>
                <th scope="row">${term(i)}</th>
                <td>${short(a[i])}</td>
                <td>${short(b[i])}</td>
                <td>${short(products[i])}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="total">
      Σ${bias ? html` + ${words.bias} ${short(valueOf(view, bias), 4)}` : nothing} = <output>${full(value)}</output>
    </p>`;
}

/** One line of arithmetic for everything that is not a long sum. */
function equation(view, { kind, left, by }, value) {
  const [x, ...rest] = left.map((cell) => full(valueOf(view, cell)));
  const result = full(value);
  const forms = {
    sum: () => `${x} + ${rest[0]} = ${result}`,
    product: () => `${x} × ${rest[0]} = ${result}`,
    times: () => `${x} × ${by.toFixed(6)} = ${result}`,
    over: () => `${x} ÷ ${by.toFixed(6)} = ${result}`,
    affine: () => `(${x} − ${rest[0]}) ÷ ${rest[1]} × ${rest[2]} + ${rest[3]} = ${result}`,
    exp: () => `exp(${x} − ${rest[0]}) = ${result}`,
    divide: () => `${x} ÷ ${rest[0]} = ${result}`,
    max: () => `max(${left.map((cell) => short(valueOf(view, cell))).join(', ')}) = ${result}`,
    total: () => `${left.map((cell) => short(valueOf(view, cell), 3)).join(' + ')} = ${result}`,
    mentions: () => `${left.map((cell) => short(valueOf(view, cell), 4)).join(' + ')} = ${result}`,
    mean: () => `(${left.map((cell) => short(valueOf(view, cell), 4)).join(' + ')}) ÷ ${left.length} = ${result}`,
    rotate: () => `(${x}, ${rest[0]}) ↻ ${result}`,
    activation: () => `${view.words.activation}(${x}) = ${result}`,
    softmax: () => `softmax(${x}) = ${result}`,
  };
  return html`<p class="equation">${forms[kind]?.() ?? `${x} → ${result}`}</p>`;
}

/** Cuts an edge, or all edges to a name where its mentions are one arc; what is hidden anyway needs no cut. */
function scissors(view, cell, cuts, act) {
  if (!PAIRS.has(cell.tensor)) return nothing;
  const { cell: words } = view.words;
  const { layer, head, row: query } = cell;
  const places = cell.tensor === 'mentions' ? placesOf(cell.column, view.shape.ids, view.shape.names) : [cell.column];
  const keys = places.filter((key) => !(view.causal && key > query));
  const same = (cut, key) => cut.query === query && cut.key === key;
  const meant = (cut, key) => same(cut, key) && (cut.layer ?? layer) === layer;
  const isCut = keys.every((key) =>
    cuts.some((cut) => meant(cut, key) && (head === null || (cut.head ?? head) === head)),
  );
  const isCutInAll = keys.every((key) =>
    cuts.some((cut) => same(cut, key) && cut.layer === undefined && cut.head === undefined),
  );
  const without = (which) => cuts.filter((cut) => !keys.some((key) => which(cut, key)));
  const cutAt = (rest, place) => act.cut([...rest, ...keys.map((key) => ({ query, key, ...place }))]);
  if (keys.length === 0) return nothing;
  return html`<p class="scissors">
    ${isCut ? html`<button type="button" @click=${() => act.cut(without(meant))}>${words.restore}</button>` : nothing}
    ${isCut || head === null ? nothing : html`<button type="button" @click=${() => cutAt(cuts, { layer, head })}>✂ ${words.cutHead}</button>`}
    ${isCut ? nothing : html`<button type="button" @click=${() => cutAt(without(meant), { layer })}>✂ ${words.cutLayer}</button>`}
    ${isCutInAll ? nothing : html`<button type="button" @click=${() => cutAt(without(same), {})}>✂ ${words.cutAll}</button>`}
  </p>`;
}

/** In the Q/K/V figure a weight can be moved. */
function slider(view, state, cell, act) {
  const found = weightOf(state, view.get, cell);
  if (!found) return nothing;
  const edit = (event, options) => act.edit({ ...found.weight, value: Number(event.target.value) }, options);
  return html`<label class="slider"
      >${view.words.figures.qkv.slide}
      <input
        type="range"
        min="-3"
        max="3"
        step="0.01"
        .value=${String(found.value)}
        @input=${(event) => edit(event, { lasting: false })}
        @change=${(event) => edit(event)}
    /></label>
    <p class="how">${view.words.figures.qkv.drag}</p>`;
}

/** Where a number comes from that no other cell makes. */
function source(view, state, cell) {
  if (cell.tensor.startsWith('random.')) return 'random';
  return isChanged(state, view.get, cell) ? 'edited' : 'weight';
}

/**
 * @param {object} parts view, state, cell, cuts, copied, multiply (two rows of numbers → their products, by the engine)
 * @param {{cut: Function, edit: Function, copy: Function, release: Function}} act
 */
export function drawUnfolded({ view, state, cell, cuts, copied, multiply }, act) {
  const { cell: words, origins } = view.words;
  const value = valueOf(view, cell);
  const astray = isAstray(cell, view.fault);
  const off = isOff(cell, view.shape);
  const from = astray || off ? null : origin(cell, view.shape);
  const how = off ? 'off' : astray ? 'fault' : (from?.kind ?? source(view, state, cell));
  return html`<div class="unfold" role="group" aria-label=${words.open}>
    <p class="head">
      <span title=${tensorName(view, cell.tensor)}>${nameOf(view, cell)}</span> = <output>${full(value)}</output>
      <button type="button" @click=${() => act.copy(String(value))}>${copied ? words.copied : words.copy}</button>
      <button type="button" class="quiet" @click=${act.release}>${words.close}</button>
    </p>
    <p class="how">${value === -Infinity ? words.masked : origins[how]}</p>
    ${from ? (from.kind === 'dot' ? terms(view, from, value, multiply) : equation(view, from, value)) : nothing}
    ${scissors(view, cell, cuts, act)}${slider(view, state, cell, act)}
  </div>`;
}

// Everything one run computed, by name: a copy, so it stays true after later runs, after the memory
// grew and after the model is gone. Names and shapes are those of the manifest; per-layer tensors
// are asked for with {layer}, per-head ones with {layer, head}.

import { EngineError } from './errors.js';
import { anything, kind, requireKind, requireOptions, show, string, table } from './options.js';
import { tensorKey } from './tensor-ref.js';

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

export const PLACE = kind(
  'a whole number of at least 0, or -1 or null for none',
  (value) => value === null || (Number.isSafeInteger(value) && value >= -1),
);
// An entry of tensors() says where it lies as well as {layer, head} does.
const OF_GET = table({ layer: PLACE, head: PLACE, name: anything, shape: anything });

/** Where each computed tensor lies: rows by name, and the span of memory that holds them all. */
export class Layout {
  /** @param {import('./engine.js').Row[]} rows */
  constructor(rows) {
    this.rows = new Map(rows.map((row) => [keyOf(row.name, row.layer, row.head), row]));
    this.start = Math.min(...rows.map((row) => row.offset));
    this.end = Math.max(...rows.map((row) => row.offset + Float32Array.BYTES_PER_ELEMENT * sizeOf(row)));
  }
}

export class Trace {
  #layout;
  #buffer;

  /**
   * @param {Layout} layout where things lay at the time of the copy
   * @param {ArrayBuffer} buffer the bytes from layout.start to layout.end
   * @param {{ ids: readonly number[], candidates: readonly number[], options: object, tokens: object[] }} about what
   *   was run
   */
  constructor(layout, buffer, about) {
    this.#layout = layout;
    this.#buffer = buffer;
    this.ids = about.ids;
    this.candidates = about.candidates;
    this.options = about.options;
    this.tokens = about.tokens;
  }

  /**
   * One tensor's numbers: a view of this trace's own memory, which nothing else ever writes.
   * @param {string} name
   * @param {{ layer?: number | null, head?: number | null }} [place] -1 or null as good as left out
   * @returns {Tensor}
   * @throws {EngineError} no_tensor, bad_option
   */
  get(name, place = {}) {
    requireKind('get', 'the name', name, string);
    requireOptions('get', place, OF_GET);
    const [layer, head] = [place.layer ?? -1, place.head ?? -1];
    const row = this.#layout.rows.get(keyOf(name, layer, head)) ?? this.#missing(name, layer, head);
    return {
      data: new Float32Array(this.#buffer, row.offset - this.#layout.start, sizeOf(row)),
      shape: [...row.shape],
    };
  }

  /** Every tensor there is: {name, layer, head, shape}; layer and head are -1 where they do not apply. */
  tensors() {
    return [...this.#layout.rows.values()].map(({ name, layer, head, shape }) => ({
      name,
      layer,
      head,
      shape: [...shape],
    }));
  }

  #missing(name, layer, head) {
    const same = [...this.#layout.rows.values()].filter((row) => row.name === name);
    const help = same.length ? `it is kept for ${places(same)}` : 'tensors() lists what is kept';
    throw new EngineError('no_tensor', `The trace holds no tensor ${show(name)} ${at(layer, head)}; ${help}.`, {
      tensor: name,
      layer,
      head,
    });
  }
}

/** How many numbers a row holds. @param {{ shape: number[] }} row */
export const sizeOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);

const none = (place) => (place < 0 ? null : place);
const keyOf = (tensor, layer, head) => tensorKey({ tensor, layer: none(layer), head: none(head) });

/** Where something lies, in words. */
function at(layer, head) {
  const parts = [layer < 0 ? '' : `layer ${layer}`, head < 0 ? '' : `head ${head}`].filter(Boolean);
  return parts.length > 0 ? `at ${parts.join(', ')}` : 'without a layer and a head';
}

function places(rows) {
  const range = (field) => {
    const numbers = rows.map((row) => row[field]);
    return Math.max(...numbers) < 0 ? `no ${field}` : `${field} ${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  };
  return `${range('layer')}, ${range('head')}`;
}

// Everything one run computed, by name: a copy, so it stays true after later runs, after the memory
// grew and after the model is gone. Names and shapes are those of the manifest; per-layer tensors
// are asked for with {layer}, per-head ones with {layer, head}.

import { EngineError } from './errors.js';

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

export class Trace {
  #rows;
  #buffer;
  #start;

  /**
   * @param {import('./engine.js').Row[]} rows the table at the time of the copy
   * @param {ArrayBuffer} buffer the copied bytes
   * @param {number} start the address of the first copied byte
   * @param {{ ids: number[], candidates: number[], options: object, tokens: object[] }} about what was run
   */
  constructor(rows, buffer, start, about) {
    this.#rows = new Map(rows.map((row) => [keyOf(row.name, row.layer, row.head), row]));
    this.#buffer = buffer;
    this.#start = start;
    this.ids = about.ids;
    this.candidates = about.candidates;
    this.options = about.options;
    this.tokens = about.tokens;
  }

  /** @param {string} name @param {{ layer?: number, head?: number }} [place] @returns {Tensor} */
  get(name, { layer = -1, head = -1 } = {}) {
    const row = this.#rows.get(keyOf(name, layer, head)) ?? this.#missing(name, layer, head);
    const size = row.shape.reduce((product, n) => product * n, 1);
    return { data: new Float32Array(this.#buffer, row.offset - this.#start, size), shape: row.shape };
  }

  /** Every tensor there is: {name, layer, head, shape}; layer and head are -1 where they do not apply. */
  tensors() {
    return [...this.#rows.values()].map(({ name, layer, head, shape }) => ({ name, layer, head, shape }));
  }

  #missing(name, layer, head) {
    const same = [...this.#rows.values()].filter((row) => row.name === name);
    const where = same.length ? `it is kept for ${places(same)}` : 'trace.tensors() lists what is kept';
    throw new EngineError('no_tensor', `The trace holds no tensor "${name}" at layer ${layer}, head ${head}; ${where}.`,
      { tensor: name, layer, head });
  }
}

const keyOf = (name, layer, head) => `${name} ${layer} ${head}`;

function places(rows) {
  const range = (field) => `${field} ${Math.min(...rows.map((r) => r[field]))} to ${Math.max(...rows.map((r) => r[field]))}`;
  return `${range('layer')}, ${range('head')} (-1: leave it out)`;
}

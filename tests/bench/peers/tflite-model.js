// LiteRT models as bytes: a flatbuffer laid out as schema.fbs says, and only what attention needs of it is here.
// Tables are given as their fields in the schema's order; what is undefined keeps its default.

import { Builder } from 'flatbuffers';

const FLOAT32 = 0;
const INT32 = 2;
const VERSION = 3;

// Each operator: its number, the number of its options in the union, and the options' fields.
const OPERATORS = {
  ADD: [0, 11, () => [['int8', 0]]],
  FULLY_CONNECTED: [
    9,
    8,
    () => [
      ['int8', 0],
      ['int8', 0],
      ['int8', 1],
    ],
  ], // no activation, plain weights, dimensions kept
  MUL: [18, 21, () => [['int8', 0]]],
  RESHAPE: [22, 17, () => []],
  SOFTMAX: [25, 9, () => [['float32', 1]]],
  TRANSPOSE: [39, 26, () => []],
  BATCH_MATMUL: [
    126,
    101,
    ({ adjX, adjY }) => [
      ['int8', adjX ? 1 : 0],
      ['int8', adjY ? 1 : 0],
    ],
  ],
};

/** A graph as it is written down; tensors are known by number. */
export class TfliteGraph {
  #builder = new Builder(1 << 20);
  #tensors = [];
  #buffers = [this.#table([])]; // the first stands for "no data"
  #operators = [];
  #codes = [];
  #inputs = [];

  /** @param {number[]} shape @returns {number} */
  input(shape) {
    this.#inputs.push(this.#tensor(shape));
    return this.#inputs.at(-1);
  }

  /** @param {number[]} shape @param {Float32Array | Int32Array} data @returns {number} */
  constant(shape, data) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#builder.startVector(1, bytes.length, 16); // the runtime reads in place, aligned
    for (let i = bytes.length - 1; i >= 0; i -= 1) this.#builder.addInt8(bytes[i]);
    const vector = this.#builder.endVector();
    this.#buffers.push(this.#table([['offset', vector]]));
    return this.#tensor(shape, data instanceof Int32Array ? INT32 : FLOAT32, this.#buffers.length - 1);
  }

  /**
   * @param {keyof typeof OPERATORS} op
   * @param {number[]} inputs
   * @param {number[]} shape of the output
   * @param {object} [options]
   * @returns {number} the output
   */
  add(op, inputs, shape, options = {}) {
    const output = this.#tensor(shape);
    const [, union, fields] = OPERATORS[op];
    if (!this.#codes.includes(op)) this.#codes.push(op);
    const [from, to, settings] = [this.#numbers(inputs), this.#numbers([output]), this.#table(fields(options))];
    const operator = [
      ['int32', this.#codes.indexOf(op)],
      ['offset', from],
      ['offset', to],
      ['int8', union],
      ['offset', settings],
    ];
    this.#operators.push(this.#table(operator));
    return output;
  }

  /** The model's bytes. @param {number} output @returns {Uint8Array} */
  model(output) {
    const codes = this.#codes.map((op) => {
      const [number] = OPERATORS[op];
      return this.#table([['int8', Math.min(number, 127)], undefined, ['int32', 1], ['int32', number]]);
    });
    const [tensors, operators] = [this.#tensors, this.#operators].map((part) => this.#offsets(part));
    const name = this.#builder.createString('main');
    const [inputs, outputs] = [this.#numbers(this.#inputs), this.#numbers([output])];
    const subgraph = this.#table([
      ['offset', tensors],
      ['offset', inputs],
      ['offset', outputs],
      ['offset', operators],
      ['offset', name],
    ]);
    const lists = [codes, [subgraph], this.#buffers].map((list) => this.#offsets(list));
    const root = this.#table([
      ['int32', VERSION],
      ['offset', lists[0]],
      ['offset', lists[1]],
      undefined,
      ['offset', lists[2]],
    ]);
    this.#builder.finish(root, 'TFL3');
    return this.#builder.asUint8Array();
  }

  #tensor(shape, type = FLOAT32, buffer = 0) {
    const name = this.#builder.createString(`t${this.#tensors.length}`);
    const dims = this.#numbers(shape);
    this.#tensors.push(
      this.#table([
        ['offset', dims],
        ['int8', type],
        ['int32', buffer],
        ['offset', name],
      ]),
    );
    return this.#tensors.length - 1;
  }

  /** Fields that equal the schema's default (all 0 but an operator's version) may as well be written. */
  #table(fields) {
    this.#builder.startObject(fields.length);
    this.#builder.forceDefaults(true);
    fields.forEach((field, i) => {
      if (!field) return;
      const [kind, value] = field;
      const add = {
        int8: 'addFieldInt8',
        int32: 'addFieldInt32',
        float32: 'addFieldFloat32',
        offset: 'addFieldOffset',
      }[kind];
      this.#builder[add](i, value, 0);
    });
    return this.#builder.endObject();
  }

  #numbers(list) {
    return this.#vector(list, (value) => this.#builder.addInt32(value));
  }

  #offsets(list) {
    return this.#vector(list, (value) => this.#builder.addOffset(value));
  }

  /** A flatbuffer is written from its end. */
  #vector(list, add) {
    this.#builder.startVector(4, list.length, 4);
    [...list].reverse().forEach(add);
    return this.#builder.endVector();
  }
}

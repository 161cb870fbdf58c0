// ONNX models as bytes: the message numbers are those of onnx.proto, and only what attention needs of them is here.

import protobuf from 'protobufjs/minimal.js';

const FLOAT = 1;
const INT64 = 7;
const VARINT = 0;
const FIXED32 = 5;
const BYTES = 2;

/**
 * @param {[number, 'int' | 'float' | 'bytes' | 'string', any][]} fields number, kind and value, in order
 * @returns {Uint8Array}
 */
function message(fields) {
  const writer = protobuf.Writer.create();
  for (const [number, kind, value] of fields) {
    if (kind === 'int') writer.uint32((number << 3) | VARINT).int64(value);
    else if (kind === 'float') writer.uint32((number << 3) | FIXED32).float(value);
    else writer.uint32((number << 3) | BYTES)[kind](value);
  }
  return writer.finish();
}

const tensor = (name, shape, type, data) =>
  message([
    ...shape.map((size) => [1, 'int', size]),
    [2, 'int', type],
    [8, 'string', name],
    [9, 'bytes', new Uint8Array(data.buffer, data.byteOffset, data.byteLength)],
  ]);

function attribute(name, value) {
  if (Array.isArray(value)) return message([[1, 'string', name], ...value.map((v) => [8, 'int', v]), [20, 'int', 7]]);
  if (Number.isInteger(value))
    return message([
      [1, 'string', name],
      [3, 'int', value],
      [20, 'int', 2],
    ]);
  return message([
    [1, 'string', name],
    [2, 'float', value],
    [20, 'int', 1],
  ]);
}

function valueInfo(name, shape) {
  const dims = shape.map((size) => [1, 'bytes', message([[1, 'int', size]])]);
  return message([
    [1, 'string', name],
    [
      2,
      'bytes',
      message([
        [
          1,
          'bytes',
          message([
            [1, 'int', FLOAT],
            [2, 'bytes', message(dims)],
          ]),
        ],
      ]),
    ],
  ]);
}

/** A graph as it is written down: constants and nodes, each named by the tensor it gives. */
export class Graph {
  #nodes = [];
  #constants = [];
  #inputs;

  /** @param {Record<string, number[]>} inputs shapes by name */
  constructor(inputs) {
    this.#inputs = Object.entries(inputs).map(([name, shape]) => valueInfo(name, shape));
  }

  /** @param {number[]} shape @param {Float32Array | BigInt64Array} data @returns {string} its name */
  constant(shape, data) {
    const name = `c${this.#constants.length}`;
    this.#constants.push(tensor(name, shape, data instanceof Float32Array ? FLOAT : INT64, data));
    return name;
  }

  /**
   * @param {string} op
   * @param {string[]} inputs
   * @param {Record<string, any>} [attributes]
   * @param {string} [domain]
   * @returns {string} its output's name
   */
  add(op, inputs, attributes = {}, domain = '') {
    const name = `t${this.#nodes.length}`;
    this.#nodes.push(
      message([
        ...inputs.map((input) => [1, 'string', input]),
        [2, 'string', name],
        [4, 'string', op],
        ...Object.entries(attributes).map(([key, value]) => [5, 'bytes', attribute(key, value)]),
        [7, 'string', domain],
      ]),
    );
    return name;
  }

  /** The model's bytes. @param {string} output @param {number[]} shape */
  model(output, shape) {
    const list = (number, parts) => parts.map((part) => [number, 'bytes', part]);
    const graph = message([
      ...list(1, this.#nodes),
      [2, 'string', 'attention'],
      ...list(5, this.#constants),
      ...list(11, this.#inputs),
      [12, 'bytes', valueInfo(output, shape)],
    ]);
    const opset = (domain, version) =>
      message([
        [1, 'string', domain],
        [2, 'int', version],
      ]);
    return message([
      [1, 'int', 10],
      [7, 'bytes', graph],
      [8, 'bytes', opset('', 23)],
      [8, 'bytes', opset('com.microsoft', 1)],
    ]);
  }
}

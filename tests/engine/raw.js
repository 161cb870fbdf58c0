// The traced engine's module without web/engine around it: raw exports, a config and requests as
// numbers; and what its file says of the memory it wants.

import { wasmBytes } from './builds.js';

const decoder = new TextDecoder();
const PAGE = 65536;
const SECTION = { memory: 5, globals: 6, data: 11 };
const I32_CONST = 0x41;

/** @param {string} build @param {Uint8Array} [bytes] another module than the build's own */
export async function start(build, bytes = wasmBytes(build)) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const x = instance.exports;
  x._initialize();
  const text = (pointer) => {
    const memory = new Uint8Array(x.memory.buffer);
    return decoder.decode(memory.subarray(pointer, memory.indexOf(0, pointer)));
  };
  const write = (numbers, size = numbers.length) => {
    const at = x.attn_parameters(size); // may grow the memory, and so comes before its buffer is asked for
    new Float64Array(x.memory.buffer, at, numbers.length).set(numbers);
  };
  const error = (handle = 0) => JSON.parse(text(x.attn_error(handle)) || '{}');
  return { x, text, write, error, manifest: JSON.parse(text(x.attn_manifest())) };
}

//                     V   D  H  L  F  max  relu none amplitude base scale epsilon
export const CONFIG = [11, 12, 3, 2, 10, 64, 0, 0, 1, 10000, 0, 1e-5];

export const request = (
  ids,
  { candidates = [], cuts = [], causal = 0, padding = -1, position = -1, off = [] } = {},
) => [
  ids.length,
  candidates.length,
  cuts.length,
  causal,
  padding,
  position,
  0,
  0,
  off.length,
  ...ids,
  ...candidates,
  ...cuts.flat(),
  ...off.flat(),
];

/** Reads numbers out of a module, one after another (the core specification, section 5.2). */
function reader(bytes, at) {
  const leb = (signed) => {
    let value = 0n;
    for (let shift = 0n; ;) {
      const byte = BigInt(bytes[at++]);
      value |= (byte & 0x7fn) << shift;
      shift += 7n;
      if (!(byte & 0x80n)) return Number(signed ? BigInt.asIntN(Number(shift), value) : value);
    }
  };
  return {
    at: () => at,
    byte: () => bytes[at++],
    number: () => leb(false),
    signed: () => leb(true),
    skip: (count) => {
      at += count;
    },
  };
}

/** A reader at the start of a section. @param {Uint8Array} bytes @param {number} wanted */
function sectionOf(bytes, wanted) {
  const module = reader(bytes, 8);
  for (;;) {
    const id = module.byte();
    const length = module.number();
    if (id === wanted) return reader(bytes, module.at());
    module.skip(length);
  }
}

/** Where the stack begins (it grows down), and [begin, end] of each piece of data. @param {Uint8Array} bytes */
export function memoryLayout(bytes) {
  const globals = sectionOf(bytes, SECTION.globals);
  globals.skip(3); // how many, and of the first its type and that it changes: the stack pointer
  if (globals.byte() !== I32_CONST) throw new Error('The first global is no stack pointer.');
  const stack = globals.signed();
  const segments = sectionOf(bytes, SECTION.data);
  const data = Array.from({ length: segments.number() }, () => {
    if (segments.number() !== 0 || segments.byte() !== I32_CONST) throw new Error('A segment without a place.');
    const begin = segments.signed();
    segments.skip(1); // the end of the constant
    const length = segments.number();
    segments.skip(length);
    return [begin, begin + length];
  });
  return { stack, data };
}

/** The same module with a lower bound of its memory, in bytes. @param {Uint8Array} bytes @param {number} most */
export function withMemory(bytes, most) {
  const memory = sectionOf(bytes, SECTION.memory);
  memory.skip(2); // one memory, with a bound
  memory.number();
  const from = memory.at();
  memory.number();
  const changed = Uint8Array.from(bytes);
  const places = memory.at() - from; // as many bytes as the bound had
  for (let i = 0; i < places; i += 1)
    changed[from + i] = (((most / PAGE) >> (7 * i)) & 0x7f) | (i < places - 1 ? 0x80 : 0);
  return changed;
}

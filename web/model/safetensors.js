// Reads and writes .safetensors files: 8 bytes little-endian length, that many bytes of JSON, then the data.
// JSON: { name: { dtype, shape, data_offsets: [begin, end) } } and an optional "__metadata__".
// Nothing in the file is believed before it is checked: lengths, offsets, gaps, overlaps, types,
// shapes against bytes, and that every number is finite. F16 and BF16 are widened to float32.
// Format: https://github.com/huggingface/safetensors (the published description of the layout).

import { ModelError } from '../engine/errors.js';
import { clip, show } from '../engine/options.js';
import { readJson } from './json.js';

/** @typedef {{ shape: number[], data: Float32Array }} Weights */

const LENGTH_BYTES = 8;
const WIDTH = { F32: 4, F16: 2, BF16: 2 };
const ALIGN = 8;
const LONGEST_NAME = 80; // in a message
const SPACE = 0x20; // a header may end in spaces

/**
 * @param {ArrayBuffer | Uint8Array} source
 * @param {string} [file] the name that messages use
 * @returns {Map<string, Weights>}
 */
export function readSafetensors(source, file = 'model.safetensors') {
  const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
  const { header, start } = readHeader(bytes, file);
  const entries = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) => checkEntry(name, entry, bytes.length - start, file));
  checkCoverage(entries, bytes.length - start, file);
  return new Map(
    entries.map(({ name, dtype, shape, begin, end }) => {
      const data = toFloats(bytes.slice(start + begin, start + end), dtype);
      checkFinite(data, name, file);
      return [name, { shape, data }];
    }),
  );
}

/**
 * A file of float32 tensors, infinities included, in the order given.
 * @param {Map<string, Weights>} tensors
 * @param {Record<string, string>} metadata
 * @returns {Uint8Array}
 */
export function writeSafetensors(tensors, metadata) {
  let size = 0;
  const header = { __metadata__: metadata };
  for (const [name, { shape, data }] of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [size, size + data.byteLength] };
    size += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = Math.ceil((LENGTH_BYTES + text.length) / ALIGN) * ALIGN; // so that readers can map the data as it lies
  const bytes = new Uint8Array(start + size).fill(SPACE, LENGTH_BYTES, start);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(start - LENGTH_BYTES), true);
  bytes.set(text, LENGTH_BYTES);
  let at = start;
  for (const { data } of tensors.values()) {
    for (const value of data) {
      view.setFloat32(at, value, true);
      at += WIDTH.F32;
    }
  }
  return bytes;
}

/** Throws bad_weights with one sentence. @returns {never} */
export function badWeights(file, reason, sentence, tensor = undefined) {
  const what = tensor === undefined ? file : `${file}, tensor "${clip(tensor, LONGEST_NAME)}"`;
  throw new ModelError('bad_weights', `${what}: ${sentence}`, {
    file,
    reason,
    ...(tensor === undefined ? {} : { tensor }),
  });
}

function readHeader(bytes, file) {
  if (bytes.length < LENGTH_BYTES) {
    badWeights(file, 'too_short', `the file has ${bytes.length} bytes, too few even for the length of its header.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getBigUint64(0, true);
  if (length > BigInt(bytes.length - LENGTH_BYTES)) {
    badWeights(
      file,
      'header_length',
      `the header claims ${length} bytes, but only ${bytes.length - LENGTH_BYTES} follow; ` +
        'the file is cut short or is not a safetensors file.',
    );
  }
  const start = LENGTH_BYTES + Number(length);
  const header = readJson(bytes.subarray(LENGTH_BYTES, start), (sentence) =>
    badWeights(file, 'header_json', `in its header, ${sentence}`),
  );
  return { header, start };
}

function checkEntry(name, entry, available, file) {
  const bad = (reason, sentence) => badWeights(file, reason, sentence, name);
  if (!isRecord(entry)) bad('entry', 'its entry in the header is not an object.');
  const { dtype, shape, data_offsets: offsets } = entry;
  if (!Object.hasOwn(WIDTH, dtype)) bad('dtype', `its type is ${show(dtype)}; this engine reads F32, F16 and BF16.`);
  if (!Array.isArray(shape) || !shape.every(isCount)) bad('shape', 'its shape is not a list of sizes.');
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isCount)) {
    bad('offsets', 'its data_offsets are not two byte positions.');
  }
  const [begin, end] = offsets;
  if (begin > end) bad('offsets', `its data end (${end}) before they begin (${begin}).`);
  if (end > available)
    bad('out_of_file', `its data end at byte ${end}, but the file holds only ${available}; it is cut short.`);
  const needed = shape.reduce((product, size) => product * size, 1) * WIDTH[dtype];
  if (needed !== end - begin) {
    bad('size', `shape [${clip(String(shape))}] in ${dtype} needs ${needed} bytes, but ${end - begin} are given.`);
  }
  return { name, dtype, shape, begin, end };
}

/** The data must fill the file exactly: no byte twice, none unused. */
function checkCoverage(entries, available, file) {
  let reached = 0;
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < reached)
      badWeights(file, 'overlap', `its data begin at byte ${begin}, inside those of another tensor.`, name);
    if (begin > reached) badWeights(file, 'gap', `${begin - reached} bytes before its data belong to no tensor.`, name);
    reached = end;
  }
  if (reached !== available) {
    badWeights(file, 'gap', `${available - reached} bytes at the end belong to no tensor.`);
  }
}

function toFloats(bytes, dtype) {
  const view = new DataView(bytes.buffer);
  const count = bytes.length / WIDTH[dtype];
  const read = {
    F32: (i) => view.getFloat32(4 * i, true),
    F16: (i) => halfToNumber(view.getUint16(2 * i, true)),
    BF16: (i) => bfloatToNumber(view.getUint16(2 * i, true)),
  }[dtype];
  return Float32Array.from({ length: count }, (_, i) => read(i));
}

/** IEEE half: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
function halfToNumber(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));

/** bfloat16 is the upper half of a float32. */
function bfloatToNumber(bits) {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

function checkFinite(data, name, file) {
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) badWeights(file, 'not_finite', `number ${at} is ${show(data[at])}; weights must be finite.`, name);
}

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

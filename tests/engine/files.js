// Model files for the glue's tests: an encoder's as others ship them, and a writer of .safetensors that obeys
// whatever it is told, so that broken files can be made as easily as whole ones.

import { readFileSync } from 'node:fs';

/** An encoder from outside this project (vectors/encoder/README.md), whose every number is recorded. */
export const FIXTURE = new URL('./vectors/encoder/', import.meta.url);

/** A file of it, fresh each time. @param {string} name @returns {Uint8Array} */
export const shipped = (name) => new Uint8Array(readFileSync(new URL(name, FIXTURE)));

export const shippedJson = (name) => JSON.parse(new TextDecoder().decode(shipped(name)));

/** All three files, with some of them replaced. */
export const shippedFiles = (changes = {}) => ({
  config: shipped('config.json'),
  tokenizer: shipped('tokenizer.json'),
  weights: shipped('model.safetensors'),
  ...changes,
});

/** A file with this header (an object, or raw text) before these bytes. */
export function safetensors(header, data = new Uint8Array(0)) {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

/** The bytes of little-endian float32 numbers. */
export const floats = (...values) => {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return new Uint8Array(view.buffer);
};

/** Takes a safetensors file apart into header and data, to be changed and put together again. */
export function takeApart(bytes) {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))), data: bytes.slice(8 + length) };
}

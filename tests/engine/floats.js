// Floats by their bits. A NaN that is written as a number may become the canonical one on its way.

/** Quiet and signalling, of both signs, with payloads in high and in low bits. */
export const NANS = [0x7fc00000, 0x7fc00001, 0x7f800001, 0x7fbfffff, 0x7fffffff, 0xffc00000, 0xff800001, 0xffffffff];
export const INFINITIES = [0x7f800000, 0xff800000];
/** 1e38 and −1e38: finite, but too large to be multiplied. */
export const HUGE = [0x7e967699, 0xfe967699];

export const bitsOf = (array) => new Uint32Array(array.buffer, array.byteOffset, array.length);

/** A copy with these bits at these places. @param {Float32Array} array @param {number} bits @param {number[]} places */
export function withBits(array, bits, ...places) {
  const copy = array.slice();
  for (const at of places) bitsOf(copy)[at] = bits;
  return copy;
}

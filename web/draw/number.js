/** How numbers look: few digits in place, all of them on asking, minus signs that are minus signs, never NaN. */

const MINUS = '\u2212';

const sign = (text) => (/^-?0(\.0*)?$/.test(text) ? text.replace('-', '') : text.replaceAll('-', MINUS));

/** A number for the eye, `digits` after the point; −∞ for a masked score. */
export function short(value, digits = 2) {
  if (value === -Infinity) return `${MINUS}∞`;
  const size = Math.abs(value);
  if (size >= 1e6) return sign(value.toExponential(1));
  return sign(value.toFixed(size >= 100 ? 0 : digits));
}

/** Every digit that a 32-bit float carries (nine), for reading out and copying. */
export const full = (value) => (Number.isFinite(value) ? sign(String(Number(value.toPrecision(9)))) : short(value));

/** A share as a percentage without a misleading 100 or 0. */
export function percent(value) {
  if (value > 0 && value < 0.001) return '<0.1%';
  return `${(value * 100).toFixed(value < 0.0995 ? 1 : 0)}%`;
}

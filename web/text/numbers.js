/** How words write numbers and quote tokens. */

export const n = (value, digits = 2) => value.toFixed(digits).replace('-', '\u2212');

/** A change, with its sign. */
export const signed = (value, digits) => `${value > 0 ? '+' : ''}${n(value, digits)}`;

export const pct = (value) => `${(value * 100).toFixed(1)}%`;

export const quote = (token) => `“${token}”`;

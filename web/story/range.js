/** The numbers from 0 up to, and without, n. */
export const range = (n) => Array.from({ length: n }, (_, i) => i);

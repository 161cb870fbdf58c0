// What several peers want in another shape than workloads have it.

const MASKED = -1e9; // what exporters write; a true -Infinity is as fast

/**
 * What is added to scores: nothing where a query may look, a lot below zero where it may not.
 * @param {number} n
 * @returns {Float32Array}
 */
export const causalMask = (n) =>
  Float32Array.from({ length: n * n }, (_, i) => (i % n > Math.floor(i / n) ? MASKED : 0));

/**
 * A square matrix with rows and columns changed over.
 * @param {Float32Array} m
 * @param {number} size
 * @returns {Float32Array}
 */
export const transposed = (m, size) => m.map((_, i) => m[(i % size) * size + Math.floor(i / size)]);

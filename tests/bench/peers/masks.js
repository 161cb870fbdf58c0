const MASKED = -1e9; // what exporters write; a true -Infinity is as fast

/** What is added to scores: nothing where a query may look, a lot below zero where it may not. @param {number} n @returns {Float32Array} */
export const causalMask = (n) => Float32Array.from({ length: n * n }, (_, i) => (i % n > Math.floor(i / n) ? MASKED : 0));

// Attention as one would write it down in JavaScript, twice: row by row, and in blocks of two by two whose sums
// stay in registers.

export default [
  { name: 'js naive', family: 'js naive', load: async () => (workload) => prepare(workload, dotRows, mixRows) },
  { name: 'js blocked', family: 'js blocked', load: async () => (workload) => prepare(workload, dotBlocks, mixBlocks) },
];

function prepare(workload, dot, mix) {
  const { kind, n, dModel, heads, dK, mask, weights } = workload;
  const causal = mask === 'causal';
  const attend = (q, k, v, out, offset) => {
    const scores = new Float32Array(n * n);
    dot(q, k, scores, { rows: n, columns: n, depth: dK, scale: 1 / Math.sqrt(dK), causal });
    for (let i = 0; i < n; i += 1) softmax(scores.subarray(i * n, (i + 1) * n), causal ? i + 1 : n);
    mix(scores, v, out, { n, dK, stride: kind === 'A' ? dK : dModel, offset, causal });
  };
  if (kind === 'A') return { call: () => eachHead(workload, attend) };
  const project = (x, w) => {
    const out = new Float32Array(n * dModel);
    dot(x, w, out, { rows: n, columns: dModel, depth: dModel, scale: 1, causal: false });
    return out;
  };
  const block = () => {
    const [q, k, v] = [weights.query, weights.key, weights.value].map((w) => project(workload.x, w));
    const joined = new Float32Array(n * dModel);
    for (let h = 0; h < heads; h += 1)
      attend(...[q, k, v].map((m) => columnsOf(m, n, dModel, h * dK, dK)), joined, h * dK);
    return project(joined, weights.output);
  };
  return { call: block };
}

function eachHead({ q, k, v, heads, n, dK }, attend) {
  const out = new Float32Array(q.length);
  for (let h = 0; h < heads; h += 1) {
    const of = (m) => m.subarray(h * n * dK, (h + 1) * n * dK);
    attend(of(q), of(k), of(v), out, h * n * dK);
  }
  return out;
}

function columnsOf(m, n, width, first, count) {
  const out = new Float32Array(n * count);
  for (let i = 0; i < n; i += 1) out.set(m.subarray(i * width + first, i * width + first + count), i * count);
  return out;
}

function softmax(row, seen) {
  let most = -Infinity;
  for (let j = 0; j < seen; j += 1) most = Math.max(most, row[j]);
  let sum = 0;
  for (let j = 0; j < seen; j += 1) sum += row[j] = Math.exp(row[j] - most);
  for (let j = 0; j < seen; j += 1) row[j] /= sum;
  row.fill(0, seen);
}

/** out = scale · a · bᵀ; of a causal product only what is seen. */
function dotRows(a, b, out, { rows, columns, depth, scale, causal }) {
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < (causal ? i + 1 : columns); j += 1) {
      let sum = 0;
      for (let c = 0; c < depth; c += 1) sum += a[i * depth + c] * b[j * depth + c];
      out[i * columns + j] = sum * scale;
    }
  }
}

function mixRows(weights, v, out, { n, dK, stride, offset, causal }) {
  for (let i = 0; i < n; i += 1) {
    for (let c = 0; c < dK; c += 1) {
      let sum = 0;
      for (let j = 0; j < (causal ? i + 1 : n); j += 1) sum += weights[i * n + j] * v[j * dK + c];
      out[offset + i * stride + c] = sum;
    }
  }
}

// Sizes are even in every workload, so that blocks have no rest.
function dotBlocks(a, b, out, { rows, columns, depth, scale, causal }) {
  for (let i = 0; i < rows; i += 2) {
    for (let j = 0; j < (causal ? i + 2 : columns); j += 2) {
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      const [a0, a1, b0, b1] = [i * depth, (i + 1) * depth, j * depth, (j + 1) * depth];
      for (let c = 0; c < depth; c += 1) {
        const x0 = a[a0 + c];
        const x1 = a[a1 + c];
        const y0 = b[b0 + c];
        const y1 = b[b1 + c];
        s00 += x0 * y0;
        s01 += x0 * y1;
        s10 += x1 * y0;
        s11 += x1 * y1;
      }
      const at = i * columns + j;
      out[at] = s00 * scale;
      out[at + 1] = s01 * scale;
      out[at + columns] = s10 * scale;
      out[at + columns + 1] = s11 * scale;
    }
  }
}

function mixBlocks(weights, v, out, { n, dK, stride, offset, causal }) {
  for (let i = 0; i < n; i += 2) {
    for (let c = 0; c < dK; c += 2) {
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      for (let j = 0; j < (causal ? i + 2 : n); j += 1) {
        const w0 = weights[i * n + j];
        const w1 = weights[(i + 1) * n + j];
        const y0 = v[j * dK + c];
        const y1 = v[j * dK + c + 1];
        s00 += w0 * y0;
        s01 += w0 * y1;
        s10 += w1 * y0;
        s11 += w1 * y1;
      }
      const at = offset + i * stride + c;
      out[at] = s00;
      out[at + 1] = s01;
      out[at + stride] = s10;
      out[at + stride + 1] = s11;
    }
  }
}

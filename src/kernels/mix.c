// rows_mix: out[M,N] = a[M,K] · b[K,N], read as "row r of out mixes the rows of b in the amounts
// a[r]".
//
//   out[r][c] = Σ_i a[r][i] · b[i][c]
//
// The rows of b are read as they lie; a few columns of one output row stay in registers while i
// runs. An amount of exactly 0 adds exactly nothing to a finite row, so hidden rows leave no trace.
#include "kernels/kernels.h"

#include "kernels/simd.h"

#include <stddef.h>

// One Vec of columns, the first `count` lanes of which exist.
static Vec mix_columns(const float *amounts /* [k] */, const float *b /* [k,n] from a column on */,
                       int n, int k, int count) {
    Vec sum = vec_splat(0);
    for (int i = 0; i < k; i++) {
        const float *from = b + (size_t)i * n;
        Vec row = count == VEC_LANES ? vec_load(from) : vec_load_part(from, count, 0);
        sum = vec_mul_add(vec_splat(amounts[i]), row, sum);
    }
    return sum;
}

void rows_mix(float *out, const float *a, const float *b, int m, int n, int k) {
    for (int row = 0; row < m; row++) {
        const float *amounts = a + (size_t)row * k;
        float *to = out + (size_t)row * n;
        int column = 0;
        for (; column + VEC_LANES <= n; column += VEC_LANES)
            vec_store(to + column, mix_columns(amounts, b + column, n, k, VEC_LANES));
        if (column < n) {
            Vec last = mix_columns(amounts, b + column, n, k, n - column);
            vec_store_part(to + column, last, n - column);
        }
    }
}

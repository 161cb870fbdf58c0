// out[M,N] += A · b[K,N], where A is a[M,K] as it lies, or a[K,M] read down its columns.
//
//   out[r][c] += Σ_i A[r][i] · b[i][c]
//
// A block of 4 rows and 3 Vecs of columns stays in registers while i runs, so that each number
// read serves several products. A cell's sum runs over i in order whatever block it falls in.
#include "kernels/backward.h"

#include "kernels/simd.h"

#include <stddef.h>

enum { ROWS = 4, VECS = 3, BLOCK = VECS * VEC_LANES };

// A without its layout: cell (r, i) is at[r · row + i · next].
typedef struct Amounts {
    const float *at;
    size_t row, next;
} Amounts;

// rows · vecs accumulators. Both are constants wherever this is called, so that the loops over them
// unroll and every sum gets a register.
static inline __attribute__((always_inline)) void block_add(float *out /* [rows,n] */, Amounts a,
                                                            const float *b /* [k,n] */, int n,
                                                            int k, const int rows, const int vecs) {
    Vec sums[ROWS][VECS];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = vec_splat(0);
    for (int i = 0; i < k; i++, b += n, a.at += a.next) {
        Vec row[VECS];
        for (int c = 0; c < vecs; c++)
            row[c] = vec_load(b + c * VEC_LANES);
        for (int r = 0; r < rows; r++) {
            Vec amount = vec_splat(a.at[(size_t)r * a.row]);
            for (int c = 0; c < vecs; c++)
                sums[r][c] = vec_mul_add(amount, row[c], sums[r][c]);
        }
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++) {
            float *to = out + (size_t)r * n + c * VEC_LANES;
            vec_store(to, vec_add(vec_load(to), sums[r][c]));
        }
}

// One row, `count` columns, fewer than a Vec of them.
static void rest_add(float *out, Amounts a, const float *b /* [k,n] */, int n, int k, int count) {
    Vec sum = vec_splat(0);
    for (int i = 0; i < k; i++) {
        Vec row = vec_load_part(b + (size_t)i * n, count, 0);
        sum = vec_mul_add(vec_splat(a.at[i * a.next]), row, sum);
    }
    vec_store_part(out, vec_add(vec_load_part(out, count, 0), sum), count);
}

static inline __attribute__((always_inline)) void rows_add(float *out, Amounts a, const float *b,
                                                           int n, int k, const int rows) {
    int column = 0;
    for (; column + BLOCK <= n; column += BLOCK)
        block_add(out + column, a, b + column, n, k, rows, VECS);
    for (; column + 2 * VEC_LANES <= n; column += 2 * VEC_LANES)
        block_add(out + column, a, b + column, n, k, rows, 2);
    for (; column + VEC_LANES <= n; column += VEC_LANES)
        block_add(out + column, a, b + column, n, k, rows, 1);
    for (int r = 0; column < n && r < rows; r++, a.at += a.row)
        rest_add(out + (size_t)r * n + column, a, b + column, n, k, n - column);
}

static void amounts_add(float *out, Amounts a, const float *b, int m, int n, int k) {
    for (; m >= ROWS; m -= ROWS, a.at += ROWS * a.row, out += ROWS * (size_t)n)
        rows_add(out, a, b, n, k, ROWS);
    if (m == 3)
        rows_add(out, a, b, n, k, 3);
    else if (m == 2)
        rows_add(out, a, b, n, k, 2);
    else if (m == 1)
        rows_add(out, a, b, n, k, 1);
}

void rows_mix_add(float *out, const float *a, const float *b, int m, int n, int k) {
    amounts_add(out, (Amounts){a, (size_t)k, 1}, b, m, n, k);
}

void rows_gather_add(float *out, const float *a, const float *b, int m, int n, int k) {
    amounts_add(out, (Amounts){a, 1, (size_t)m}, b, m, n, k);
}

void columns_sum_add(float *out, const float *x, int m, int n) {
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++)
            out[column] += x[(size_t)row * n + column];
}

// Mixes: out[M,N] = A · b[K,N], or added to what is there, where A is a[M,K] as it lies, or a[K,M]
// read down its columns. Each row of out is a mix of the rows of b in the amounts of a row of A.
//
//   out[r][c] (+)= Σ_i A[r][i] · b[i][c]
//
// A cell's sum runs over i in order whatever block it falls in. An amount of exactly 0 adds exactly
// nothing to a finite row, so hidden rows leave no trace.
#include "kernels/backward.h"
#include "kernels/kernels.h"
#include "kernels/tile.h"

enum { ROWS = 4, VECS = 2 };

// Where a mix goes: into cells, or onto what they hold.
typedef enum Way { INTO, ONTO } Way;

TILE_INLINE void mix_tile(float *out /* [rows,n] */, Numbers a, const float *b /* [k,n] */, int n,
                          int k, const int rows, const int vecs, const Way way) {
    Tile sums;
    tile_clear(sums, rows, vecs);
    tile_add_products(sums, a, b, (size_t)n, k, rows, vecs);
    for (int r = 0; way == ONTO && r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = vec_add(vec_load(out + (size_t)r * n + c * VEC_LANES), sums[r][c]);
    tile_store(out, (size_t)n, sums, rows, vecs);
}

// One row, `count` columns, fewer than a Vec of them.
static void mix_rest(float *out, Numbers a, const float *b /* [k,n] */, int n, int k, int count,
                     Way way) {
    Vec sum = vec_splat(0);
    for (int i = 0; i < k; i++) {
        Vec row = vec_load_part(b + (size_t)i * n, count, 0);
        sum = vec_mul_add(vec_splat(a.at[i * a.next]), row, sum);
    }
    if (way == ONTO)
        sum = vec_add(vec_load_part(out, count, 0), sum);
    vec_store_part(out, sum, count);
}

TILE_INLINE void mix_rows(float *out, Numbers a, const float *b, int n, int k, const int rows,
                          const Way way) {
    int column = 0;
    for (; column + VECS * VEC_LANES <= n; column += VECS * VEC_LANES)
        mix_tile(out + column, a, b + column, n, k, rows, VECS, way);
    for (; column + VEC_LANES <= n; column += VEC_LANES)
        mix_tile(out + column, a, b + column, n, k, rows, 1, way);
    for (int r = 0; column < n && r < rows; r++, a.at += a.row)
        mix_rest(out + (size_t)r * n + column, a, b + column, n, k, n - column, way);
}

TILE_INLINE void mix(float *out, Numbers a, const float *b, int m, int n, int k, const Way way) {
    for (; m >= ROWS; m -= ROWS, a.at += ROWS * a.row, out += ROWS * (size_t)n)
        mix_rows(out, a, b, n, k, ROWS, way);
    if (m == 3)
        mix_rows(out, a, b, n, k, 3, way);
    else if (m == 2)
        mix_rows(out, a, b, n, k, 2, way);
    else if (m == 1)
        mix_rows(out, a, b, n, k, 1, way);
}

void rows_mix(float *out, const float *a, const float *b, int m, int n, int k) {
    mix(out, (Numbers){a, (size_t)k, 1}, b, m, n, k, INTO);
}

static void mix_onto(float *out, Numbers a, const float *b, int m, int n, int k) {
    mix(out, a, b, m, n, k, ONTO);
}

void rows_mix_add(float *out, const float *a, const float *b, int m, int n, int k) {
    mix_onto(out, (Numbers){a, (size_t)k, 1}, b, m, n, k);
}

void rows_gather_add(float *out, const float *a, const float *b, int m, int n, int k) {
    mix_onto(out, (Numbers){a, 1, (size_t)m}, b, m, n, k);
}

void columns_sum_add(float *out, const float *x, int m, int n) {
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++)
            out[column] += x[(size_t)row * n + column];
}

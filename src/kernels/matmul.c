// rows_project: out[M,N] = x[M,K] · w[N,K]ᵀ + bias[N], the product that PyTorch calls Linear; and
// rows_project_columns, the part of it that a block of K columns makes.
//
//   out[r][c] = Σ_i x[r][i] · w[c][i] + bias[c]
//
// Both factors are read along their rows, so nothing is transposed. A block of two rows and four
// columns stays in registers: its eight sums share their loads and do not wait for one another.
// Every sum runs in the same order whether its cell is one of a block or left over.
#include "kernels/kernels.h"

#include "kernels/simd.h"

#include <stddef.h>

enum { ROWS = 2, COLUMNS = 4 };

// rows · columns dot products over K. Both are constants wherever this is called, so that the loops
// over them unroll and every sum gets a register.
static inline __attribute__((always_inline)) void
dots_of(Vec sums[ROWS][COLUMNS], const float *x /* [rows,k] of [rows,x_width] */, size_t x_width,
        const float *w /* [columns,k] of [columns,w_width] */, size_t w_width, int k,
        const int rows, const int columns) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            sums[r][c] = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= k; i += VEC_LANES)
        for (int c = 0; c < columns; c++) {
            Vec factor = vec_load(w + c * w_width + i);
            for (int r = 0; r < rows; r++)
                sums[r][c] = vec_mul_add(vec_load(x + r * x_width + i), factor, sums[r][c]);
        }
    for (int c = 0; i < k && c < columns; c++) {
        Vec factor = vec_load_part(w + c * w_width + i, k - i, 0);
        for (int r = 0; r < rows; r++)
            sums[r][c] =
                vec_mul_add(vec_load_part(x + r * x_width + i, k - i, 0), factor, sums[r][c]);
    }
}

// `rows` rows of out, from x and w whose rows lie their widths apart.
static inline __attribute__((always_inline)) void project_rows(float *out /* [rows,n] */,
                                                               const float *x, size_t x_width,
                                                               const float *w, size_t w_width,
                                                               int n, int k, const int rows) {
    Vec sums[ROWS][COLUMNS];
    int column = 0;
    for (; column + COLUMNS <= n; column += COLUMNS) {
        dots_of(sums, x, x_width, w + column * w_width, w_width, k, rows, COLUMNS);
        for (int r = 0; r < rows; r++)
            vec_store_sums(out + (size_t)r * n + column, sums[r][0], sums[r][1], sums[r][2],
                           sums[r][3]);
    }
    for (; column < n; column++) {
        dots_of(sums, x, x_width, w + column * w_width, w_width, k, rows, 1);
        for (int r = 0; r < rows; r++)
            out[(size_t)r * n + column] = vec_sum(sums[r][0]);
    }
}

static void project(float *out, const float *x, size_t x_width, const float *w, size_t w_width,
                    int m, int n, int k) {
    for (; m >= ROWS; m -= ROWS, x += ROWS * x_width, out += ROWS * (size_t)n)
        project_rows(out, x, x_width, w, w_width, n, k, ROWS);
    if (m > 0)
        project_rows(out, x, x_width, w, w_width, n, k, 1);
}

void rows_project(float *out, const float *x, const float *w, const float *bias, int m, int n,
                  int k) {
    project(out, x, (size_t)k, w, (size_t)k, m, n, k);
    for (int row = 0; bias && row < m; row++)
        row_add(out + (size_t)row * n, out + (size_t)row * n, bias, n);
}

void rows_project_columns(float *out, const float *x, const float *w, int width, int m, int n,
                          int k) {
    project(out, x, (size_t)width, w, (size_t)width, m, n, k);
}

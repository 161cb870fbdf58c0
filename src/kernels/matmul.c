// rows_project: out[M,N] = x[M,K] · w[N,K]ᵀ + bias[N], the product that PyTorch calls Linear; and
// rows_project_columns, the part of it that a block of K columns makes.
//
//   out[r][c] = Σ_i x[r][i] · w[c][i] + bias[c]
//
// Both factors are read along their rows, so nothing is transposed. Four columns are made at a
// time: they share each load of x, and their four sums do not wait for one another. Every sum
// runs in the same order whether its column is one of four or left over.
#include "kernels/kernels.h"

#include "kernels/simd.h"

#include <stddef.h>

enum { COLUMNS = 4 };

static float dot(const float *a /* [n] */, const float *b /* [n] */, int n) {
    Vec sum = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        sum = vec_mul_add(vec_load(a + i), vec_load(b + i), sum);
    if (i < n)
        sum = vec_mul_add(vec_load_part(a + i, n - i, 0), vec_load_part(b + i, n - i, 0), sum);
    return vec_sum(sum);
}

static void dot_columns(float *out /* [COLUMNS] */, const float *a /* [n] */,
                        const float *w /* [COLUMNS,n] of [COLUMNS,width] */, size_t width, int n) {
    const float *w0 = w, *w1 = w + width, *w2 = w + 2 * width, *w3 = w + 3 * width;
    Vec sum0 = vec_splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES) {
        Vec x = vec_load(a + i);
        sum0 = vec_mul_add(x, vec_load(w0 + i), sum0);
        sum1 = vec_mul_add(x, vec_load(w1 + i), sum1);
        sum2 = vec_mul_add(x, vec_load(w2 + i), sum2);
        sum3 = vec_mul_add(x, vec_load(w3 + i), sum3);
    }
    if (i < n) {
        int rest = n - i;
        Vec x = vec_load_part(a + i, rest, 0);
        sum0 = vec_mul_add(x, vec_load_part(w0 + i, rest, 0), sum0);
        sum1 = vec_mul_add(x, vec_load_part(w1 + i, rest, 0), sum1);
        sum2 = vec_mul_add(x, vec_load_part(w2 + i, rest, 0), sum2);
        sum3 = vec_mul_add(x, vec_load_part(w3 + i, rest, 0), sum3);
    }
    vec_store_sums(out, sum0, sum1, sum2, sum3);
}

static void project_row(float *out /* [n] */, const float *x /* [k] */,
                        const float *w /* [n,k] of [n,width] */, size_t width, int n, int k) {
    int column = 0;
    for (; column + COLUMNS <= n; column += COLUMNS)
        dot_columns(out + column, x, w + column * width, width, k);
    for (; column < n; column++)
        out[column] = dot(x, w + column * width, k);
}

void rows_project(float *out, const float *x, const float *w, const float *bias, int m, int n,
                  int k) {
    for (int row = 0; row < m; row++) {
        float *to = out + (size_t)row * n;
        project_row(to, x + (size_t)row * k, w, (size_t)k, n, k);
        if (bias)
            row_add(to, to, bias, n);
    }
}

void rows_project_columns(float *out, const float *x, const float *w, int width, int m, int n,
                          int k) {
    for (int row = 0; row < m; row++)
        project_row(out + (size_t)row * n, x + (size_t)row * width, w, (size_t)width, n, k);
}

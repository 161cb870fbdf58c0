// Row against row, cell by cell: add, scale, rectify.
#include "kernels/kernels.h"

#include "kernels/simd.h"

void row_add(float *out, const float *a, const float *b, int n) {
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        vec_store(out + i, vec_add(vec_load(a + i), vec_load(b + i)));
    for (; i < n; i++)
        out[i] = a[i] + b[i];
}

void row_carry(float *sum, float *lost, const float *x, int n) {
    for (int i = 0; i < n; i++) {
        float before = sum[i], more = x[i] - lost[i], after = before + more;
        lost[i] = (after - before) - more;
        sum[i] = after;
    }
}

void row_scale(float *out, const float *x, float factor, int n) {
    Vec factors = vec_splat(factor);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        vec_store(out + i, vec_mul(vec_load(x + i), factors));
    for (; i < n; i++)
        out[i] = x[i] * factor;
}

// x < 0 ? 0 : x, in this order: a NaN is not below 0 and so passes through, to be found later.
void row_relu(float *out, const float *x, int n) {
    Vec zeros = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        vec_store(out + i, vec_max(vec_load(x + i), zeros));
    for (; i < n; i++)
        out[i] = x[i] < 0 ? 0 : x[i];
}

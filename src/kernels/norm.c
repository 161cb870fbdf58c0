// One row of layer normalisation (Ba, Kiros and Hinton, "Layer Normalization", 2016, eq. 4):
//
//   mean = Σ x / n      std = √(Σ (x − mean)² / n + epsilon)      out = (x − mean) / std · gain +
//   bias
//
// The variance is taken in a second pass over x − mean: the shortcut Σ x² / n − mean² loses all
// its digits when the mean is large.
#include "kernels/kernels.h"

#include "kernels/simd.h"

float row_sum(const float *x, int n) {
    Vec sum = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        sum = vec_add(sum, vec_load(x + i));
    if (i < n)
        sum = vec_add(sum, vec_load_part(x + i, n - i, 0));
    return vec_sum(sum);
}

static float sum_of_squares_about(float centre, const float *x /* [n] */, int n) {
    Vec centres = vec_splat(centre);
    Vec sum = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES) {
        Vec apart = vec_sub(vec_load(x + i), centres);
        sum = vec_mul_add(apart, apart, sum);
    }
    if (i < n) {
        Vec apart = vec_sub(vec_load_part(x + i, n - i, centre), centres);
        sum = vec_mul_add(apart, apart, sum);
    }
    return vec_sum(sum);
}

void row_moments(float *mean, float *std, const float *x, float epsilon, int n) {
    *mean = row_sum(x, n) / (float)n;
    *std = sqrtf(sum_of_squares_about(*mean, x, n) / (float)n + epsilon);
}

static Vec normalise(Vec x, Vec mean, Vec per_std, Vec gain, Vec bias) {
    return vec_mul_add(vec_mul(vec_sub(x, mean), per_std), gain, bias);
}

void row_normalise(float *out, const float *x, float mean, float std, const float *gain,
                   const float *bias, int n) {
    Vec means = vec_splat(mean);
    Vec per_std = vec_splat(1 / std);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        vec_store(out + i, normalise(vec_load(x + i), means, per_std, vec_load(gain + i),
                                     vec_load(bias + i)));
    if (i < n) {
        int rest = n - i;
        Vec last = normalise(vec_load_part(x + i, rest, 0), means, per_std,
                             vec_load_part(gain + i, rest, 0), vec_load_part(bias + i, rest, 0));
        vec_store_part(out + i, last, rest);
    }
}

// The parts of a softmax over one row: its largest number, and the exponentials with their sum.
// (The third part, division by the sum, is row_scale.)
//
//   exp(y) = 2^k · e^r,   k = round(y / ln 2),   r = y − k · ln 2,   |r| ≤ ln 2 / 2
//
// after Cody and Waite, "Software Manual for the Elementary Functions" (1980): ln 2 is taken off
// in two parts, the first with so few bits that k times it is exact. e^r is its Taylor series up
// to r⁷ / 7!, which leaves out less than 6e-9 of the value, a tenth of a float's last bit.
#include "kernels/kernels.h"

#include "kernels/simd.h"

static const float LN2_HIGH = 0.693359375f; // 355 / 512
static const float LN2_LOW = -2.12194440e-4f;
static const float PER_LN2 = 1.44269504f;

// exp(−105) is below half of the smallest float, so everything from here down is exactly 0.
static const float EXP_ZERO = -105.0f;

float row_max(const float *x, int n) {
    Vec top = vec_splat(-INFINITY);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        top = vec_max(top, vec_load(x + i));
    if (i < n)
        top = vec_max(top, vec_load_part(x + i, n - i, -INFINITY));
    return vec_highest(top);
}

// For y ≤ 0, minus infinity included.
static Vec exp_not_positive(Vec y) {
    y = vec_max(y, vec_splat(EXP_ZERO));
    Vec k = vec_round(vec_mul(y, vec_splat(PER_LN2)));
    Vec r = vec_mul_add(k, vec_splat(-LN2_HIGH), y);
    r = vec_mul_add(k, vec_splat(-LN2_LOW), r);

    Vec one = vec_splat(1);
    Vec series = vec_mul_add(r, vec_splat(1.0f / 7), one);
    series = vec_mul_add(vec_mul(r, vec_splat(1.0f / 6)), series, one);
    series = vec_mul_add(vec_mul(r, vec_splat(1.0f / 5)), series, one);
    series = vec_mul_add(vec_mul(r, vec_splat(1.0f / 4)), series, one);
    series = vec_mul_add(vec_mul(r, vec_splat(1.0f / 3)), series, one);
    series = vec_mul_add(vec_mul(r, vec_splat(1.0f / 2)), series, one);
    series = vec_mul_add(r, series, one);

    // 2^k in two factors: for y below −87 the result is subnormal and 2^k alone would be 0.
    Vec half = vec_round(vec_mul(k, vec_splat(0.5f)));
    Vec scaled = vec_mul(series, vec_power_of_two(half));
    return vec_mul(scaled, vec_power_of_two(vec_sub(k, half)));
}

float row_exp(float *out, const float *x, float top, int n) {
    Vec tops = vec_splat(top);
    Vec sum = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES) {
        Vec power = exp_not_positive(vec_sub(vec_load(x + i), tops));
        vec_store(out + i, power);
        sum = vec_add(sum, power);
    }
    if (i < n) {
        // Lanes that do not exist count as minus infinity and add 0 to the sum.
        Vec power = exp_not_positive(vec_sub(vec_load_part(x + i, n - i, -INFINITY), tops));
        vec_store_part(out + i, power, n - i);
        sum = vec_add(sum, power);
    }
    return vec_sum(sum);
}

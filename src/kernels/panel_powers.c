// The softmax of a panel's lanes, part by part: see panel.h.
//
//   2^x = 2^e · 2^f,   e = round(x),   f = x − e,   |f| ≤ 1/2
//
// after Cody and Waite, "Software Manual for the Elementary Functions" (1980). 2^f is a polynomial
// of degree 5, minimax on [−1/2, 1/2] with the constant fixed to 1, so that 2^0 is exactly 1; as
// computed here it is off by at most 2e-7 of the value.
#include "kernels/panel.h"

#include "kernels/block.h"

static const float ROUND = 12582912.0f; // 1.5 · 2²³: added, it leaves round(x) in the lowest bits
static const float C1 = 0.6931469776f, C2 = 0.2402224208f, C3 = 0.0555073374f, C4 = 0.0096715126f,
                   C5 = 0.0013264727f;

// 2^x for x ≤ 0. At −127 and below the bits of 1 and of the exponent cancel to exactly 0, which is
// what minus infinity must give; a NaN stays.
static inline Vec power_of_two(Vec x) {
    x = vec_max(x, vec_splat(-127));
    Vec rounded = vec_add(x, vec_splat(ROUND));
    Vec f = vec_sub(x, vec_sub(rounded, vec_splat(ROUND)));
    Vec square = vec_mul(f, f);
    Vec low = vec_mul_add(f, vec_splat(C1), vec_splat(1));
    Vec middle = vec_mul_add(f, vec_splat(C3), vec_splat(C2));
    Vec high = vec_mul_add(f, vec_splat(C5), vec_splat(C4));
    Vec series = vec_mul_add(square, vec_mul_add(square, high, middle), low);
    return vec_raise(series, rounded);
}

BLOCK_INLINE void powers(float *panel, float *sum, const float *top, int count, const int vecs) {
    Vec sums[BLOCK_VECS_MOST], tops[BLOCK_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        sums[c] = vec_load(sum + c * VEC_LANES);
        tops[c] = vec_load(top + c * VEC_LANES);
    }
    KEEP_LOOP
    for (int row = 0; row < count; row++, panel += vecs * VEC_LANES)
        for (int c = 0; c < vecs; c++) {
            Vec power = power_of_two(vec_sub(vec_load(panel + c * VEC_LANES), tops[c]));
            vec_store(panel + c * VEC_LANES, power);
            sums[c] = vec_add(sums[c], power);
        }
    for (int c = 0; c < vecs; c++)
        vec_store(sum + c * VEC_LANES, sums[c]);
}

void panel_powers(float *panel, float *sum, const float *top, int count, int vecs) {
    if (vecs == 3)
        powers(panel, sum, top, count, 3);
    else
        powers(panel, sum, top, count, 2);
}

void panel_raise_top(float *top, const float *panel, int count, int vecs) {
    for (int c = 0; c < vecs; c++) {
        Vec highest = vec_load(top + c * VEC_LANES);
        for (int row = 0; row < count; row++)
            highest = vec_max(highest, vec_load(panel + (row * vecs + c) * VEC_LANES));
        vec_store(top + c * VEC_LANES, highest);
    }
}

void panel_lower(float *panel, float *sum, const float *old, const float *top, int count,
                 int vecs) {
    for (int c = 0; c < vecs; c++) {
        Vec before = vec_load(old + c * VEC_LANES), now = vec_load(top + c * VEC_LANES);
        if (vec_all_equal(before, now))
            continue;
        Vec factor = power_of_two(vec_sub(before, now));
        vec_store(sum + c * VEC_LANES, vec_mul(vec_load(sum + c * VEC_LANES), factor));
        for (int row = 0; row < count; row++) {
            float *cells = panel + (row * vecs + c) * VEC_LANES;
            vec_store(cells, vec_mul(vec_load(cells), factor));
        }
    }
}

void panel_keep_lanes(float *row, int first, int end, int vecs) {
    for (int c = 0; c < vecs; c++, row += VEC_LANES, first -= VEC_LANES, end -= VEC_LANES)
        vec_store(row, vec_keep_lanes(vec_load(row), first, end));
}

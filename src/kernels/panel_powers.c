// The softmax of a panel's lanes, part by part: see panel.h.
//
//   e^x = 2^k · e^r,   k = round(x / ln 2),   r = x − k · ln 2,   |r| ≤ ln 2 / 2
//
// after Cody and Waite, "Software Manual for the Elementary Functions" (1980). e^r is a polynomial
// of degree 5, minimax on the interval with the first two coefficients fixed to 1, so that e^0 is
// exactly 1; as computed here it is off by at most 2e-7 of the value.
#include "kernels/panel.h"

#include "kernels/tile.h"

// 1.5 · 2²³ + 127: added, it leaves round(x) + 127 in the lowest bits, which are 2^round(x) where a
// float has its exponent.
static const float ROUND = 12583039.0f;
static const float PER_LN2 = 1.44269504f, LN2 = 0.69314718f;
static const float LOWEST = -88.03f; // 127 · ln 2 and a little: 2^−127, which becomes 0
static const float C2 = 0.4999923110f, C3 = 0.1666711420f, C4 = 0.0418902002f, C5 = 0.0083125150f;

// e^x for x ≤ 0. From −87.7 on the exponent's bits are those of 0 and so is the product, which is
// what minus infinity must give. A NaN stays: its series is one, whatever it is multiplied by.
static inline Vec exponential(Vec x) {
    x = vec_max(x, vec_splat(LOWEST));
    Vec rounded = vec_mul_add(x, vec_splat(PER_LN2), vec_splat(ROUND));
    Vec r = vec_mul_add(vec_sub(rounded, vec_splat(ROUND)), vec_splat(-LN2), x);
    Vec square = vec_mul(r, r);
    Vec low = vec_add(r, vec_splat(1));
    Vec middle = vec_mul_add(r, vec_splat(C3), vec_splat(C2));
    Vec high = vec_mul_add(r, vec_splat(C5), vec_splat(C4));
    Vec series = vec_mul_add(square, vec_mul_add(square, high, middle), low);
    return vec_mul(series, vec_from_exponent(rounded));
}

TILE_INLINE void powers(float *panel, float *sum, float *lost, const float *top, int count,
                        const int vecs) {
    Vec sums[TILE_VECS_MOST], tops[TILE_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        sums[c] = vec_splat(0);
        tops[c] = vec_load(top + c * VEC_LANES);
    }
    KEEP_LOOP
    for (int row = 0; row < count; row++, panel += vecs * VEC_LANES)
        for (int c = 0; c < vecs; c++) {
            // This difference is exact where scores are near, however large they are.
            Vec power = exponential(vec_sub(vec_load(panel + c * VEC_LANES), tops[c]));
            vec_store(panel + c * VEC_LANES, power);
            sums[c] = vec_add(sums[c], power);
        }
    tile_carry(sum, lost, sums, vecs);
}

void panel_powers(float *panel, float *sum, float *lost, const float *top, int count, int vecs) {
    if (vecs == 3)
        powers(panel, sum, lost, top, count, 3);
    else
        powers(panel, sum, lost, top, count, 2);
}

void panel_raise_top(float *top, const float *panel, int count, int vecs) {
    for (int c = 0; c < vecs; c++) {
        Vec highest = vec_load(top + c * VEC_LANES);
        for (int row = 0; row < count; row++)
            highest = vec_max(highest, vec_load(panel + (row * vecs + c) * VEC_LANES));
        vec_store(top + c * VEC_LANES, highest);
    }
}

void panel_lower(float *panel, const float *old, const float *top, int count, int vecs) {
    for (int c = 0; c < vecs; c++) {
        Vec before = vec_load(old + c * VEC_LANES), now = vec_load(top + c * VEC_LANES);
        if (vec_all_equal(before, now))
            continue;
        Vec power = exponential(vec_sub(before, now));
        for (int row = 0; row < count; row++) {
            float *cells = panel + (row * vecs + c) * VEC_LANES;
            vec_store(cells, vec_mul(vec_load(cells), power));
        }
    }
}

void panel_keep_lanes(float *row, unsigned bits, int vecs) {
    for (int c = 0; c < vecs; c++, row += VEC_LANES, bits >>= VEC_LANES)
        vec_store(row, vec_keep_lanes(vec_load(row), bits));
}

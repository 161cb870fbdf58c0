// Search for numbers that should not be there. Rows are nearly always clean, so that many cells are
// tested at a time and only a stretch with a bad one is looked at cell by cell.
#include "kernels/kernels.h"

#include "kernels/simd.h"

enum { STRETCH = 64 * VEC_LANES };

// What is not finite stays so in a sum. Sums of finite numbers may overflow, so that false proves
// nothing where there is more than one Vec.
static inline bool sum_is_finite(Vec sum) {
    Vec zero = vec_splat(0);
    return vec_all_equal(vec_mul(sum, zero), zero);
}

static bool stretch_is_finite(const float *x /* [STRETCH] */) {
    Vec a = vec_load(x), b = vec_load(x + VEC_LANES);
    Vec c = vec_load(x + 2 * VEC_LANES), d = vec_load(x + 3 * VEC_LANES);
    for (int i = 4 * VEC_LANES; i < STRETCH; i += 4 * VEC_LANES) {
        a = vec_add(a, vec_load(x + i));
        b = vec_add(b, vec_load(x + i + VEC_LANES));
        c = vec_add(c, vec_load(x + i + 2 * VEC_LANES));
        d = vec_add(d, vec_load(x + i + 3 * VEC_LANES));
    }
    return sum_is_finite(vec_add(vec_add(a, b), vec_add(c, d)));
}

int row_find_not_finite(const float *x, int n) {
    int i = 0;
    while (i + STRETCH <= n && stretch_is_finite(x + i))
        i += STRETCH;
    while (i + VEC_LANES <= n && sum_is_finite(vec_load(x + i)))
        i += VEC_LANES;
    for (; i < n; i++)
        if (!isfinite(x[i]))
            return i;
    return -1;
}

int row_find_not_below_infinity(const float *x, int n) {
    Vec infinity = vec_splat(INFINITY);
    int i = 0;
    while (i + VEC_LANES <= n && vec_all_less(vec_load(x + i), infinity))
        i += VEC_LANES;
    for (; i < n; i++)
        if (!(x[i] < INFINITY))
            return i;
    return -1;
}

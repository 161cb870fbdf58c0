// Search for numbers that should not be there. Rows are nearly always clean, so that many cells are
// tested at a time and only a stretch with a bad one is looked at cell by cell.
#include "kernels/kernels.h"

#include "kernels/simd.h"

enum { STRETCH = 16 * VEC_LANES };

// A finite number times 0 is 0 and anything else NaN, which no addition takes away.
static inline bool all_finite(const float *x /* [n], whole Vecs */, const int n) {
    Vec zero = vec_splat(0), sums[2] = {zero, zero};
    for (int i = 0; i < n; i += VEC_LANES)
        sums[i / VEC_LANES % 2] = vec_mul_add(vec_load(x + i), zero, sums[i / VEC_LANES % 2]);
    return vec_all_equal(vec_add(sums[0], sums[1]), zero);
}

int row_find_not_finite(const float *x, int n) {
    int i = 0;
    while (i + STRETCH <= n && all_finite(x + i, STRETCH))
        i += STRETCH;
    while (i + VEC_LANES <= n && all_finite(x + i, VEC_LANES))
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

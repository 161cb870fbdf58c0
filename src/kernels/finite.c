// Search for numbers that should not be there. Rows are nearly always clean, so that many cells are
// tested at a time and only a stretch with a bad one is looked at cell by cell.
#include "kernels/kernels.h"

#include "kernels/simd.h"

enum { VECS = 16 };

// A finite number times 0 is 0 and anything else NaN, which no addition takes away.
static bool stretch_is_finite(const float *x /* [VECS · VEC_LANES] */) {
    Vec zero = vec_splat(0), sums[4] = {zero, zero, zero, zero};
    for (int i = 0; i < VECS; i++)
        sums[i % 4] = vec_mul_add(vec_load(x + i * VEC_LANES), zero, sums[i % 4]);
    return vec_all_equal(vec_add(vec_add(sums[0], sums[1]), vec_add(sums[2], sums[3])), zero);
}

int row_find_not_finite(const float *x, int n) {
    int i = 0;
    while (i + VECS * VEC_LANES <= n && stretch_is_finite(x + i))
        i += VECS * VEC_LANES;
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

// Search for numbers that should not be there. Rows are nearly always clean, so four cells are
// tested at a time and only a Vec with a bad one is looked at cell by cell.
#include "kernels/kernels.h"

#include "kernels/simd.h"

int row_find_not_finite(const float *x, int n) {
    Vec infinity = vec_splat(INFINITY);
    int i = 0;
    while (i + VEC_LANES <= n && vec_all_less(vec_abs(vec_load(x + i)), infinity))
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

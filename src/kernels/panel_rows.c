// Into a panel and out of it: see panel.h. Squares of numbers are turned in registers; nearly all
// are whole, and those at the edges of the rows go through the same code with fewer rows or
// columns.
#include "kernels/panel.h"

#include "kernels/tile.h"

static int least(int a, int b) {
    return a < b ? a : b;
}

// `count` rows and `columns` of them, at most VEC_LANES of each; zeros where there is no row.
TILE_INLINE void pack_square(float *panel, size_t lanes, const float *rows, size_t stride,
                             Vec factor, int count, int columns) {
    Vec square[VEC_LANES];
    for (int r = 0; r < VEC_LANES; r++)
        square[r] = r >= count             ? vec_splat(0)
                    : columns == VEC_LANES ? vec_load(rows + r * stride)
                                           : vec_load_part(rows + r * stride, columns, 0);
    vec_transpose(square);
    for (int i = 0; i < columns; i++)
        vec_store(panel + i * lanes, vec_mul(square[i], factor));
}

void panel_pack(float *panel, const float *rows, size_t stride, int count, int k, float factor,
                int vecs) {
    size_t lanes = (size_t)vecs * VEC_LANES;
    Vec factors = vec_splat(factor);
    for (int c = 0; c < vecs; c++, panel += VEC_LANES, rows += VEC_LANES * stride) {
        int here = count - c * VEC_LANES, i = 0;
        for (; here >= VEC_LANES && i + VEC_LANES <= k; i += VEC_LANES)
            pack_square(panel + i * lanes, lanes, rows + i, stride, factors, VEC_LANES, VEC_LANES);
        for (; i < k; i += VEC_LANES)
            pack_square(panel + i * lanes, lanes, rows + i, stride, factors, here,
                        least(k - i, VEC_LANES));
    }
}

TILE_INLINE void unpack_square(float *rows, size_t stride, const float *panel, size_t lanes,
                               Vec factor, int count, int columns) {
    Vec square[VEC_LANES];
    for (int i = 0; i < VEC_LANES; i++)
        square[i] = i < columns ? vec_mul(vec_load(panel + i * lanes), factor) : vec_splat(0);
    vec_transpose(square);
    for (int r = 0; r < count; r++)
        if (columns == VEC_LANES)
            vec_store(rows + r * stride, square[r]);
        else
            vec_store_part(rows + r * stride, square[r], columns);
}

void panel_unpack(float *rows, size_t stride, int count, const float *panel, int k,
                  const float *factor, int vecs) {
    size_t lanes = (size_t)vecs * VEC_LANES;
    for (; count > 0; count -= VEC_LANES, factor += VEC_LANES) {
        Vec factors = vec_load(factor);
        int i = 0;
        for (; count >= VEC_LANES && i + VEC_LANES <= k; i += VEC_LANES)
            unpack_square(rows + i, stride, panel + i * lanes, lanes, factors, VEC_LANES,
                          VEC_LANES);
        for (; i < k; i += VEC_LANES)
            unpack_square(rows + i, stride, panel + i * lanes, lanes, factors,
                          least(count, VEC_LANES), least(k - i, VEC_LANES));
        panel += VEC_LANES;
        rows += VEC_LANES * stride;
    }
}

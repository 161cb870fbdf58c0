// Into a panel and out of it: see panel.h. Squares of numbers are turned in registers.
#include "kernels/panel.h"

#include "kernels/simd.h"

// Row `row` from column i on, `columns` of them (at most a Vec); zeros where there is no row.
static Vec load_cells(const float *rows, size_t stride, int count, int row, int i, int columns) {
    if (row >= count)
        return vec_splat(0);
    const float *from = rows + (size_t)row * stride + i;
    return columns == VEC_LANES ? vec_load(from) : vec_load_part(from, columns, 0);
}

void panel_pack(float *panel, const float *rows, size_t stride, int count, int k, float factor,
                int vecs) {
    Vec factors = vec_splat(factor);
    for (int c = 0; c < vecs; c++)
        for (int i = 0; i < k; i += VEC_LANES) {
            int columns = k - i < VEC_LANES ? k - i : VEC_LANES;
            Vec square[VEC_LANES];
            for (int r = 0; r < VEC_LANES; r++)
                square[r] = load_cells(rows, stride, count, c * VEC_LANES + r, i, columns);
            vec_transpose(square);
            for (int j = 0; j < columns; j++)
                vec_store(panel + ((i + j) * vecs + c) * VEC_LANES, vec_mul(square[j], factors));
        }
}

void panel_unpack(float *rows, size_t stride, int count, const float *panel, int k,
                  const float *factor, int vecs) {
    for (int c = 0; c * VEC_LANES < count; c++) {
        Vec factors = vec_load(factor + c * VEC_LANES);
        for (int i = 0; i < k; i += VEC_LANES) {
            int columns = k - i < VEC_LANES ? k - i : VEC_LANES;
            Vec square[VEC_LANES];
            for (int j = 0; j < VEC_LANES; j++)
                square[j] =
                    j < columns
                        ? vec_mul(vec_load(panel + ((i + j) * vecs + c) * VEC_LANES), factors)
                        : vec_splat(0);
            vec_transpose(square);
            for (int r = 0; r < VEC_LANES && c * VEC_LANES + r < count; r++) {
                float *to = rows + (size_t)(c * VEC_LANES + r) * stride + i;
                if (columns == VEC_LANES)
                    vec_store(to, square[r]);
                else
                    vec_store_part(to, square[r], columns);
            }
        }
    }
}

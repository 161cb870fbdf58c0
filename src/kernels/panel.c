// Products with a panel: see panel.h and block.h.
#include "kernels/panel.h"

#include "kernels/block.h"

int panel_lanes(int vecs) {
    return vecs * VEC_LANES;
}

int panel_vecs(int rows) {
    int vecs = (rows + VEC_LANES - 1) / VEC_LANES;
    return vecs == 3 ? 3 : vecs <= 4 ? 2 : BLOCK_VECS;
}

// --- out = rows · panel -------------------------------------------------------------------------

BLOCK_INLINE void products(float *out, float *top, Numbers rows, const float *panel, int count,
                           int k, const int block, const int vecs) {
    Vec zeros[BLOCK_VECS_MOST], tops[BLOCK_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        zeros[c] = vec_splat(0);
        tops[c] = vec_load(top + c * VEC_LANES);
    }
    Goal goal = {out, (size_t)vecs * VEC_LANES, vecs * VEC_LANES, zeros, tops};
    block_multiply_all(goal, rows, panel, count, k, block, vecs);
    for (int c = 0; c < vecs; c++)
        vec_store(top + c * VEC_LANES, tops[c]);
}

void panel_products(float *out, float *top, const float *rows, size_t stride, const float *panel,
                    int count, int k, int vecs) {
    Numbers numbers = {rows, stride, 1};
    if (vecs == 3)
        products(out, top, numbers, panel, count, k, BLOCK_ROWS_OF_3, 3);
    else
        products(out, top, numbers, panel, count, k, BLOCK_ROWS, 2);
}

// --- out += rowsᵀ · panel -----------------------------------------------------------------------

BLOCK_INLINE void mix(float *out, Numbers columns, const float *panel, int count, int k, bool fresh,
                      const int block, const int vecs) {
    Vec zeros[BLOCK_VECS_MOST];
    for (int c = 0; c < vecs; c++)
        zeros[c] = vec_splat(0);
    Goal goal = {out, (size_t)vecs * VEC_LANES, vecs * VEC_LANES, fresh ? zeros : NULL, NULL};
    block_multiply_all(goal, columns, panel, k, count, block, vecs);
}

void panel_mix(float *out, const float *rows, size_t stride, const float *panel, int count, int k,
               bool fresh, int vecs) {
    Numbers columns = {rows, 1, stride};
    if (vecs == 3)
        mix(out, columns, panel, count, k, fresh, BLOCK_ROWS_OF_3, 3);
    else
        mix(out, columns, panel, count, k, fresh, BLOCK_ROWS, 2);
}

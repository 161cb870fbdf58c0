// Products with a panel: see panel.h and tile.h.
#include "kernels/panel.h"

#include "kernels/tile.h"

int panel_lanes(int vecs) {
    return vecs * VEC_LANES;
}

int panel_vecs(int rows) {
    int vecs = (rows + VEC_LANES - 1) / VEC_LANES;
    return vecs == 3 ? 3 : vecs <= 4 ? 2 : TILE_VECS;
}

// --- out = rows · panel -------------------------------------------------------------------------

TILE_INLINE void products(float *out, float *top, Numbers rows, const float *panel, int count,
                          int k, const int most, const int vecs) {
    Vec zeros[TILE_VECS_MOST], tops[TILE_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        zeros[c] = vec_splat(0);
        tops[c] = vec_load(top + c * VEC_LANES);
    }
    Goal goal = {.at = out,
                 .stride = (size_t)vecs * VEC_LANES,
                 .columns = vecs * VEC_LANES,
                 .start = zeros,
                 .top = tops};
    tile_multiply_all(goal, rows, panel, count, k, most, vecs);
    for (int c = 0; c < vecs; c++)
        vec_store(top + c * VEC_LANES, tops[c]);
}

void panel_products(float *out, float *top, const float *rows, size_t stride, const float *panel,
                    int count, int k, int vecs) {
    Numbers numbers = {rows, stride, 1};
    if (vecs == 3)
        products(out, top, numbers, panel, count, k, TILE_ROWS_OF_3, 3);
    else
        products(out, top, numbers, panel, count, k, TILE_ROWS, 2);
}

// --- out (+)= rowsᵀ · panel ---------------------------------------------------------------------

TILE_INLINE void mix(float *out, float *lost, Numbers columns, const float *panel, int count, int k,
                     const int most, const int vecs) {
    Vec zeros[TILE_VECS_MOST];
    for (int c = 0; c < vecs; c++)
        zeros[c] = vec_splat(0);
    Goal goal = {.at = out,
                 .stride = (size_t)vecs * VEC_LANES,
                 .columns = vecs * VEC_LANES,
                 .start = zeros,
                 .lost = lost};
    tile_multiply_all(goal, columns, panel, k, count, most, vecs);
}

void panel_mix(float *out, float *lost, const float *rows, size_t stride, const float *panel,
               int count, int k, int vecs) {
    Numbers columns = {rows, 1, stride};
    if (vecs == 3)
        mix(out, lost, columns, panel, count, k, TILE_ROWS_OF_3, 3);
    else
        mix(out, lost, columns, panel, count, k, TILE_ROWS, 2);
}

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

BLOCK_INLINE void products_block(float *out, Vec *top, Numbers rows, const float *panel, int k,
                                 const int count, const int vecs) {
    Block sums;
    block_clear(sums, count, vecs);
    block_add_products(sums, rows, panel, (size_t)vecs * VEC_LANES, k, count, vecs);
    for (int r = 0; r < count; r++)
        for (int c = 0; c < vecs; c++) {
            vec_store(out + (r * vecs + c) * VEC_LANES, sums[r][c]);
            top[c] = vec_max(top[c], sums[r][c]);
        }
}

BLOCK_INLINE void products(float *out, float *top, Numbers rows, const float *panel, int count,
                           int k, const int block, const int vecs) {
    Vec tops[BLOCK_VECS_MOST];
    for (int c = 0; c < vecs; c++)
        tops[c] = vec_load(top + c * VEC_LANES);
    while (count > 0) {
        int taken = block_share(count, block);
        if (taken == 4)
            products_block(out, tops, rows, panel, k, 4, vecs);
        else if (taken == 3)
            products_block(out, tops, rows, panel, k, 3, vecs);
        else if (taken == 2)
            products_block(out, tops, rows, panel, k, 2, vecs);
        else
            products_block(out, tops, rows, panel, k, 1, vecs);
        out += taken * vecs * VEC_LANES;
        rows.at += taken * rows.row;
        count -= taken;
    }
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

BLOCK_INLINE void mix_block(float *out, Numbers columns, const float *panel, int count, bool fresh,
                            const int rows, const int vecs) {
    Block sums;
    size_t lanes = (size_t)vecs * VEC_LANES;
    if (fresh)
        block_clear(sums, rows, vecs);
    else
        block_load(sums, out, lanes, rows, vecs);
    block_add_products(sums, columns, panel, lanes, count, rows, vecs);
    block_store(out, lanes, sums, rows, vecs);
}

BLOCK_INLINE void mix(float *out, Numbers columns, const float *panel, int count, int k, bool fresh,
                      const int block, const int vecs) {
    while (k > 0) {
        int taken = block_share(k, block);
        if (taken == 4)
            mix_block(out, columns, panel, count, fresh, 4, vecs);
        else if (taken == 3)
            mix_block(out, columns, panel, count, fresh, 3, vecs);
        else if (taken == 2)
            mix_block(out, columns, panel, count, fresh, 2, vecs);
        else
            mix_block(out, columns, panel, count, fresh, 1, vecs);
        out += taken * vecs * VEC_LANES;
        columns.at += taken;
        k -= taken;
    }
}

void panel_mix(float *out, const float *rows, size_t stride, const float *panel, int count, int k,
               bool fresh, int vecs) {
    Numbers columns = {rows, 1, stride};
    if (vecs == 3)
        mix(out, columns, panel, count, k, fresh, BLOCK_ROWS_OF_3, 3);
    else
        mix(out, columns, panel, count, k, fresh, BLOCK_ROWS, 2);
}

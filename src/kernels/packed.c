// Linear layers whose weights lie in panels, packed once and used often: see panel.h and block.h.
//
//   w [n,k]  →  panels [k,lanes] one after the other, each with up to 12 outputs in its lanes;
//               the last lanes of the last panel may have no output and hold zeros
#include "kernels/panel.h"

#include "kernels/block.h"

size_t packed_floats(int n, int k) {
    size_t lanes = 0;
    for (int row = 0; row < n;) {
        int more = panel_lanes(panel_vecs(n - row));
        lanes += (size_t)more;
        row += more;
    }
    return lanes * k;
}

void packed_pack(float *packed, const float *w, int n, int k) {
    for (int row = 0; row < n;) {
        int vecs = panel_vecs(n - row), lanes = panel_lanes(vecs);
        int count = n - row < lanes ? n - row : lanes;
        panel_pack(packed, w + (size_t)row * k, (size_t)k, count, k, 1, vecs);
        packed += (size_t)lanes * k;
        row += count;
    }
}

// The first `columns` lanes of a row of sums.
BLOCK_INLINE void store_lanes(float *to, const Vec *sums, int columns, const int vecs) {
    for (int c = 0; c < vecs; c++, to += VEC_LANES, columns -= VEC_LANES)
        if (columns >= VEC_LANES)
            vec_store(to, sums[c]);
        else if (columns > 0)
            vec_store_part(to, sums[c], columns);
}

// A stretch of output: rows `stride` apart, `columns` of each.
typedef struct Stretch {
    float *at;
    size_t stride;
    int columns;
} Stretch;

BLOCK_INLINE void project_block(Stretch out, Numbers x, const float *panel, const Vec *bias, int k,
                                const int rows, const int vecs) {
    Block sums;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = bias[c];
    block_add_products(sums, x, panel, (size_t)vecs * VEC_LANES, k, rows, vecs);
    for (int r = 0; r < rows; r++)
        store_lanes(out.at + r * out.stride, sums[r], out.columns, vecs);
}

BLOCK_INLINE void project(Stretch out, Numbers x, const float *panel, const float *bias, int m,
                          int k, const int block, const int vecs) {
    Vec start[BLOCK_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        int lanes = out.columns - c * VEC_LANES;
        const float *from = bias + c * VEC_LANES;
        start[c] = !bias || lanes <= 0  ? vec_splat(0)
                   : lanes >= VEC_LANES ? vec_load(from)
                                        : vec_load_part(from, lanes, 0);
    }
    while (m > 0) {
        int taken = block_share(m, block);
        if (taken == 4)
            project_block(out, x, panel, start, k, 4, vecs);
        else if (taken == 3)
            project_block(out, x, panel, start, k, 3, vecs);
        else if (taken == 2)
            project_block(out, x, panel, start, k, 2, vecs);
        else
            project_block(out, x, panel, start, k, 1, vecs);
        out.at += taken * out.stride;
        x.at += taken * x.row;
        m -= taken;
    }
}

void packed_project(float *out, size_t stride, const float *x, size_t x_stride, const float *packed,
                    const float *bias, int m, int n, int k) {
    Numbers rows = {x, x_stride, 1};
    for (int column = 0; column < n;) {
        int vecs = panel_vecs(n - column), lanes = panel_lanes(vecs);
        Stretch to = {out + column, stride, n - column < lanes ? n - column : lanes};
        const float *starts = bias ? bias + column : NULL;
        if (vecs == 3)
            project(to, rows, packed, starts, m, k, BLOCK_ROWS_OF_3, 3);
        else
            project(to, rows, packed, starts, m, k, BLOCK_ROWS, 2);
        packed += (size_t)lanes * k;
        column += to.columns;
    }
}

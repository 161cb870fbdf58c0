// Linear layers whose weights lie in panels, packed once and used often: see panel.h and tile.h.
//
//   w [n,k]  →  panels [k,lanes] one after the other, each with up to 12 outputs in its lanes;
//               the last lanes of the last panel may have no output and hold zeros
#include "kernels/panel.h"

#include "kernels/tile.h"

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

TILE_INLINE void project(Goal goal, Numbers x, const float *panel, const float *bias, int m, int k,
                         const int most, const int vecs) {
    Vec start[TILE_VECS_MOST];
    for (int c = 0; c < vecs; c++) {
        int lanes = goal.columns - c * VEC_LANES;
        const float *from = bias + c * VEC_LANES;
        start[c] = !bias || lanes <= 0  ? vec_splat(0)
                   : lanes >= VEC_LANES ? vec_load(from)
                                        : vec_load_part(from, lanes, 0);
    }
    goal.start = start;
    tile_multiply_all(goal, x, panel, m, k, most, vecs);
}

void packed_project(float *out, size_t stride, const float *x, size_t x_stride, const float *packed,
                    const float *bias, int m, int n, int k) {
    Numbers rows = {x, x_stride, 1};
    for (int column = 0; column < n;) {
        int vecs = panel_vecs(n - column), lanes = panel_lanes(vecs);
        Goal to = {.at = out + column, .stride = stride};
        to.columns = n - column < lanes ? n - column : lanes;
        const float *starts = bias ? bias + column : NULL;
        if (vecs == 3)
            project(to, rows, packed, starts, m, k, TILE_ROWS_OF_3, 3);
        else
            project(to, rows, packed, starts, m, k, TILE_ROWS, 2);
        packed += (size_t)lanes * k;
        column += to.columns;
    }
}

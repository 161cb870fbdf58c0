// The inner loop of every fast product: a tile of sums that stays in registers.
//
//                        vecs
//                      ┌──┬──┐
//                  b   │  │  │  one row of Vecs at a time, every load serves all rows of the tile
//                      └──┴──┘
//           ┌──┐       ┌──┬──┐
//        a  │  │ rows  │  │  │  sums[r][c] += a(r, i) · b[i][c], i = 0 … k − 1 in order
//           └──┘       └──┴──┘
//      one number in every lane; every load serves all columns of the tile
//
// 3 × 3 needs least loads for its multiply-adds, 6 for 9, and just fits the 16 registers that V8
// has; where a product needs a register of its own 4 × 2 is the best shape, 6 loads for 8. Either
// has sums enough that none waits for another. The loop must not be unrolled: LLVM and V8 would
// then move the loads to its front and spill.
#ifndef KERNELS_TILE_H
#define KERNELS_TILE_H

#include "kernels/simd.h"

#include <stddef.h>

enum {
    TILE_VECS = VEC_FUSES ? 3 : 2,      // of the best shape
    TILE_ROWS = 4,                      // beside one or two Vecs
    TILE_ROWS_OF_3 = VEC_FUSES ? 3 : 2, // beside three
    TILE_VECS_MOST = 3,
};

#ifdef __clang__
#define KEEP_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define KEEP_LOOP
#endif

#define TILE_INLINE static inline __attribute__((always_inline))

// A matrix without its layout: the number (r, i) is at[r · row + i · next].
typedef struct Numbers {
    const float *at;
    size_t row, next;
} Numbers;

typedef Vec Tile[TILE_ROWS][TILE_VECS_MOST];

// How many of `count` rows the next tile takes: `most`, but it leaves no single one over, which
// would cost nearly as much as a tile.
static inline int tile_share(int count, int most) {
    return count == most + 1 ? (most + 2) / 2 : count < most ? count : most;
}

// `rows` and `vecs` are constants wherever this is called, so that the loops over them unroll and
// every sum gets a register. Rows of b lie b_next floats apart.
TILE_INLINE void tile_add_products(Tile sums, Numbers a, const float *b, size_t b_next, int k,
                                   const int rows, const int vecs) {
    KEEP_LOOP
    for (int i = 0; i < k; i++) {
        Vec row[TILE_VECS_MOST];
        for (int c = 0; c < vecs; c++)
            row[c] = vec_load(b + c * VEC_LANES);
        for (int r = 0; r < rows; r++) {
            Vec number = vec_load_splat(a.at + r * a.row);
            for (int c = 0; c < vecs; c++)
                sums[r][c] = vec_mul_add(number, row[c], sums[r][c]);
        }
        a.at += a.next;
        b += b_next;
    }
}

TILE_INLINE void tile_clear(Tile sums, const int rows, const int vecs) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = vec_splat(0);
}

TILE_INLINE void tile_store(float *to, size_t stride, Tile sums, const int rows, const int vecs) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            vec_store(to + r * stride + c * VEC_LANES, sums[r][c]);
}

// Where products go and what their sums begin with.
typedef struct Goal {
    float *at; // rows `stride` floats apart
    size_t stride;
    int columns;      // lanes of a row that are stored
    const Vec *start; // [vecs] that every row begins with
    float *lost;      // NULL: sums replace what lies at `at`; otherwise see tile_carry
    Vec *top;         // [vecs] raised by every sum; NULL: none
} Goal;

// The first `columns` lanes of a row of sums.
TILE_INLINE void tile_store_lanes(float *to, const Vec *sums, int columns, const int vecs) {
    for (int c = 0; c < vecs; c++, to += VEC_LANES, columns -= VEC_LANES)
        if (columns >= VEC_LANES)
            vec_store(to, sums[c]);
        else if (columns > 0)
            vec_store_part(to, sums[c], columns);
}

// Adds sums onto the ones at `to`, as row_carry does (kernels.h).
TILE_INLINE void tile_carry(float *to, float *lost, const Vec *sums, const int vecs) {
    for (int c = 0; c < vecs; c++, to += VEC_LANES, lost += VEC_LANES) {
        Vec before = vec_load(to);
        Vec more = vec_sub(sums[c], vec_load(lost));
        Vec after = vec_add(before, more);
        vec_store(lost, vec_sub(vec_sub(after, before), more));
        vec_store(to, after);
    }
}

TILE_INLINE void tile_multiply(Goal goal, Numbers a, const float *panel, int k, const int rows,
                               const int vecs) {
    Tile sums;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = goal.start[c];
    tile_add_products(sums, a, panel, (size_t)vecs * VEC_LANES, k, rows, vecs);
    for (int r = 0; r < rows; r++) {
        if (goal.lost)
            tile_carry(goal.at + r * goal.stride, goal.lost + r * goal.stride, sums[r], vecs);
        else
            tile_store_lanes(goal.at + r * goal.stride, sums[r], goal.columns, vecs);
        for (int c = 0; goal.top && c < vecs; c++)
            goal.top[c] = vec_max(goal.top[c], sums[r][c]);
    }
}

// All `count` rows of a times a panel [k,vecs · VEC_LANES], in tiles of at most `most` rows.
TILE_INLINE void tile_multiply_all(Goal goal, Numbers a, const float *panel, int count, int k,
                                   const int most, const int vecs) {
    while (count > 0) {
        int taken = tile_share(count, most);
        if (taken == 4)
            tile_multiply(goal, a, panel, k, 4, vecs);
        else if (taken == 3)
            tile_multiply(goal, a, panel, k, 3, vecs);
        else if (taken == 2)
            tile_multiply(goal, a, panel, k, 2, vecs);
        else
            tile_multiply(goal, a, panel, k, 1, vecs);
        goal.at += taken * goal.stride;
        if (goal.lost)
            goal.lost += taken * goal.stride;
        a.at += taken * a.row;
        count -= taken;
    }
}

#endif

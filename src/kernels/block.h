// The inner loop of every fast product: a block of sums that stays in registers.
//
//                        vecs
//                      ┌──┬──┐
//                  b   │  │  │  one row of Vecs at a time, every load serves all rows of the block
//                      └──┴──┘
//           ┌──┐       ┌──┬──┐
//        a  │  │ rows  │  │  │  sums[r][c] += a(r, i) · b[i][c], i = 0 … k − 1 in order
//           └──┘       └──┴──┘
//      one number in every lane; every load serves all columns of the block
//
// 3 × 3 needs least loads for its multiply-adds, 6 for 9, and just fits the 16 registers that V8
// has; where a product needs a register of its own 4 × 2 is the best shape, 6 loads for 8. Either
// has sums enough that none waits for another. The loop must not be unrolled: LLVM and V8 would
// then move the loads to its front and spill.
#ifndef KERNELS_BLOCK_H
#define KERNELS_BLOCK_H

#include "kernels/simd.h"

#include <stddef.h>

enum {
    BLOCK_VECS = VEC_FUSES ? 3 : 2,      // of the best shape
    BLOCK_ROWS = 4,                      // beside one or two Vecs
    BLOCK_ROWS_OF_3 = VEC_FUSES ? 3 : 2, // beside three
    BLOCK_VECS_MOST = 3,
};

#ifdef __clang__
#define KEEP_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define KEEP_LOOP
#endif

#define BLOCK_INLINE static inline __attribute__((always_inline))

// A matrix without its layout: the number (r, i) is at[r · row + i · next].
typedef struct Numbers {
    const float *at;
    size_t row, next;
} Numbers;

typedef Vec Block[BLOCK_ROWS][BLOCK_VECS_MOST];

// How many of `count` the next block takes: `block`, but it leaves no single one over, which would
// cost nearly as much as a block.
static inline int block_share(int count, int block) {
    return count == block + 1 ? (block + 2) / 2 : count < block ? count : block;
}

// `rows` and `vecs` are constants wherever this is called, so that the loops over them unroll and
// every sum gets a register. Rows of b lie b_next floats apart.
BLOCK_INLINE void block_add_products(Block sums, Numbers a, const float *b, size_t b_next, int k,
                                     const int rows, const int vecs) {
    KEEP_LOOP
    for (int i = 0; i < k; i++) {
        Vec row[BLOCK_VECS_MOST];
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

BLOCK_INLINE void block_clear(Block sums, const int rows, const int vecs) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = vec_splat(0);
}

BLOCK_INLINE void block_load(Block sums, const float *from, size_t stride, const int rows,
                             const int vecs) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sums[r][c] = vec_load(from + r * stride + c * VEC_LANES);
}

BLOCK_INLINE void block_store(float *to, size_t stride, Block sums, const int rows,
                              const int vecs) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            vec_store(to + r * stride + c * VEC_LANES, sums[r][c]);
}

#endif

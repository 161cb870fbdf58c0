// Attention from queries, keys and values to outputs, for many heads, without a trace:
//
//   output_h = softmax(scale · Q_h · K_hᵀ, hidden pairs at −∞) · V_h
//
// "Attention Is All You Need" (Vaswani et al., 2017), eq. 1. A query that sees no key gets zeros.
//
//   attention_flash      exact, in tiles; every pattern               (flash.c)
//   attention_linear     another formula, linear in n                 (linear.c)
//   attention_exact_row  exact, in float64, a row at a time           (exact.c)
#ifndef VARIANTS_ATTENTION_H
#define VARIANTS_ATTENTION_H

#include "core/arena.h"
#include "variants/pattern.h"

#include <stddef.h>
#include <stdint.h>

// Where the numbers of all heads lie: number (h, t, i) at at[h · head + t · row + i]. [H,n,d] has
// head = n · d and row = d; [n,H·d] has head = d and row = H · d.
typedef struct Heads {
    const float *at;
    size_t head, row;
} Heads;

// A pair whose score is −∞. head −1 stands for every head.
typedef struct Edge {
    int32_t head, query, key;
} Edge;

typedef struct Attention {
    int heads, d_k, d_v;
    Pattern pattern; // n_queries and n_keys are there
    double scale;    // 1 / √d_k, as a rule
    Heads query, key, value;
    float *output; // number (h, t, i) at output[h · output_head + t · output_row + i]
    size_t output_head, output_row;
    const uint8_t *hidden; // [n_keys], not 0 where a key is padding; NULL: none is
    const Edge *cuts;      // [n_cuts]
    int n_cuts;
} Attention;

// Bytes of scratch for any n, which the arena must have room for: they depend on d_k and d_v. An
// arena that is passed by value is begun anew by every run, and what it hands out holds what the
// run before left there: nothing is read before it is written.
double attention_flash_size(const Attention *attention);
double attention_linear_size(const Attention *attention);

// Writes all of output: zeros for a query that sees no key; NaN for one that sees keys, but none
// with a score above −∞, because the products are below what a float holds or an input is infinite.
// Returns how many pairs of a query and a key were multiplied, those included that were computed
// only to be hidden. Scores 127 · ln 2 = 88 or more below a row's largest give weights of exactly
// 0. A NaN that counts (visible.h) ends in the output, whatever its bits; what does not count
// changes no bit of it. Values are summed before they are divided, so that they must stay n_keys
// times below FLT_MAX. The error does not grow with n_keys.
double attention_flash(const Attention *attention, Arena scratch);

// Linear attention (Katharopoulos et al., "Transformers are RNNs", 2020, eqs. 4 to 7): the
// feature map φ(x) = elu(x) + 1 in the place of the exponential,
//
//   output = φ(q) · Σ φ(k)ᵀ v / (φ(q) · Σ φ(k))      over all keys, or with causal those up to q
//
// It is not softmax attention and does not come near it by itself; models are trained for it. Of
// the pattern only `causal` counts, cuts cannot be honoured, and scale plays no part. Features too
// small for a float are no harm (linear.c); sums too large for one make a row NaN. As above what
// does not count is not read, and the error does not grow with n_keys. Returns the multiplications
// with a feature row or its sum, in pairs of the same cost: (d_k · d_v) / (d_k + d_v) for each
// query and each key.
double attention_linear(const Attention *attention, Arena scratch);

// One query of one head in double: the oracle for all others, and for the difference of a variant
// from full attention. weights [n_keys] is scratch.
void attention_exact_row(double *output /* [d_v] */, double *weights /* [n_keys] */,
                         const Attention *attention, int head, int query);

#endif

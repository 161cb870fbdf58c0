// Softmax: masked [T,T] -> row_max [T], exp [T,T], row_sum [T], row_empty [T], weights [T,T] of
// each head.
//
//   exp[q][k] = e^(masked[q][k] − row_max[q])      weights[q][k] = exp[q][k] / row_sum[q]
//
// Along the keys of one query, so each row sums to 1. Taking off the largest visible score
// changes nothing but keeps e^x from overflowing. A row with no visible key has no largest score
// and 0 / 0 as weights: it gets row_empty = 1 and zeros everywhere, row_max included.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

typedef struct Rows {
    const float *masked;                  // [T,T]
    float *row_max, *row_sum, *row_empty; // [T]
    float *exp, *weights;                 // [T,T]
} Rows;

static void softmax_row(const Rows *rows, int query, int t_count) {
    size_t row = (size_t)query * t_count;
    float *exp = rows->exp + row, *weights = rows->weights + row;
    float top = row_max(rows->masked + row, t_count);
    bool empty = top == -INFINITY;

    rows->row_empty[query] = empty;
    rows->row_max[query] = empty ? 0 : top;
    // An empty row takes off 0 and not minus infinity, so that each of its cells is e^−∞ = 0.
    rows->row_sum[query] = row_exp(exp, rows->masked + row, rows->row_max[query], t_count);
    row_scale(weights, exp, empty ? 0 : 1 / rows->row_sum[query], t_count);
}

void step_softmax(const Flow *flow, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        Rows rows = {
            .masked = head_tensor(flow, MASKED, layer, head),
            .row_max = head_tensor(flow, ROW_MAX, layer, head),
            .row_sum = head_tensor(flow, ROW_SUM, layer, head),
            .row_empty = head_tensor(flow, ROW_EMPTY, layer, head),
            .exp = head_tensor(flow, EXP, layer, head),
            .weights = head_tensor(flow, WEIGHTS, layer, head),
        };
        for (int query = 0; query < flow->sizes.T; query++)
            softmax_row(&rows, query, flow->sizes.T);
    }
}

// Softmax: masked [T,T] -> row_max [T], exp [T,T], row_sum [T], row_empty [T], weights [T,T] of
// each head.
//
//   exp[q][k] = e^(masked[q][k] − row_max[q])      weights[q][k] = exp[q][k] / row_sum[q]
//
// Along the keys of one query, so each row sums to 1. Taking off the largest visible score
// changes nothing but keeps e^x from overflowing. A row with no visible key has no largest score
// and 0 / 0 as weights: it gets row_empty = 1 and zeros everywhere, row_max included.
#include "kernels/kernels.h"
#include "steps/faults.h"

#include <math.h>

typedef struct Softmax {
    float *masked;                        // [rows,T]
    float *row_max, *row_sum, *row_empty; // [rows]
    float *exp, *weights;                 // [rows,T]
} Softmax;

static void softmax_row(const Softmax *softmax, int row, int t_count) {
    size_t at = (size_t)row * t_count;
    const float *masked = softmax->masked + at;
    float *exp = softmax->exp + at, *weights = softmax->weights + at;
    float top = row_max(masked, t_count);
    bool empty = top == -INFINITY;

    softmax->row_empty[row] = empty;
    softmax->row_max[row] = empty ? 0 : top;
    // An empty row takes off 0 and not minus infinity, so that each of its cells is e^−∞ = 0.
    softmax->row_sum[row] = row_exp(exp, masked, softmax->row_max[row], t_count);
    row_scale(weights, exp, empty ? 0 : 1 / softmax->row_sum[row], t_count);
}

void step_softmax(const Flow *flow, int layer) {
    Fault fault = flow->request.fault;
    int t_count = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        Softmax softmax = {
            .masked = head_rows(flow, MASKED, layer, head),
            .row_max = head_rows(flow, ROW_MAX, layer, head),
            .row_sum = head_rows(flow, ROW_SUM, layer, head),
            .row_empty = head_rows(flow, ROW_EMPTY, layer, head),
            .exp = head_rows(flow, EXP, layer, head),
            .weights = head_rows(flow, WEIGHTS, layer, head),
        };
        if (fault == FAULT_SOFTMAX_COLUMNS)
            transpose_cells(softmax.masked, t_count);
        for (int row = 0; row < flow->rows.count; row++)
            softmax_row(&softmax, row, t_count);
        if (fault == FAULT_SOFTMAX_COLUMNS) {
            transpose_cells(softmax.masked, t_count);
            transpose_cells(softmax.exp, t_count);
            transpose_cells(softmax.weights, t_count);
        }
        if (fault == FAULT_MASK_AFTER_SOFTMAX)
            hide_cells(softmax.weights, flow, layer, head, 0);
    }
}

// Score: rotated_query, rotated_key [T,K] -> scores [T,T] of each head.
//
//   scores[q][k] = Q[q] · K[k]
//
// How well key k answers query q: one dot product a cell, rows are queries, columns are keys.
// "Attention Is All You Need", eq. 1, before the division.
#include "kernels/kernels.h"
#include "steps/steps.h"

void step_score(const Flow *flow, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        rows_project(head_rows(flow, SCORES, layer, head),        // [rows,T]
                     head_rows(flow, ROTATED_QUERY, layer, head), // [rows,K]
                     head_tensor(flow, ROTATED_KEY, layer, head), // [T,K]
                     NULL, flow->rows.count, flow->sizes.T, flow->sizes.K);
    }
}

// Score: rotated_query, rotated_key [T,K] -> scores [T,T] of each head.
//
//   scores[q][k] = Q[q] · K[k]
//
// How well key k answers query q: one dot product a cell, rows are queries, columns are keys.
// "Attention Is All You Need", eq. 1, before the division.
#include "kernels/kernels.h"
#include "steps/steps.h"

void step_score(const Flow *flow, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        rows_project(head_tensor(flow, SCORES, layer, head),        // [T,T]
                     head_tensor(flow, ROTATED_QUERY, layer, head), // [T,K]
                     head_tensor(flow, ROTATED_KEY, layer, head),   // [T,K]
                     NULL, t, t, flow->sizes.K);
    }
}

// Mix: weights [T,T], value [T,K] -> head_output [T,K], weights_row_sum [T], weights_column_sum [T]
// of each head, and weights_mean [T,T] of the layer.
//
//   head_output[q] = Σ_k weights[q][k] · V[k]
//   weights_row_sum[q] = Σ_k weights[q][k]      weights_column_sum[k] = Σ_q weights[q][k]
//   weights_mean[q][k] = Σ_h weights_h[q][k] / H, which nothing reads: it is there to be looked at
//
// Each query carries home an average of the values it looked at: "Attention Is All You Need",
// eq. 1, the last product. A query that sees nothing carries home zeros. It is an average because
// the amounts of a row sum to 1; those of a column, what is taken of one value by all queries
// together, sum to anything from 0 to T.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <string.h>

static void sum_weights(float *rows /* [T] */, float *columns /* [T] */,
                        const float *weights /* [T,T] */, int t_count) {
    memset(columns, 0, (size_t)t_count * sizeof(float));
    for (int query = 0; query < t_count; query++) {
        const float *row = weights + (size_t)query * t_count;
        rows[query] = row_sum(row, t_count);
        row_add(columns, columns, row, t_count);
    }
}

static void mean_weights(const Flow *flow, int layer) {
    int cells = flow->sizes.T * flow->sizes.T;
    float *mean = layer_tensor(flow, WEIGHTS_MEAN, layer); // [T,T]
    memset(mean, 0, (size_t)cells * sizeof(float));
    for (int head = 0; head < flow->sizes.H; head++)
        row_add(mean, mean, head_tensor(flow, WEIGHTS, layer, head), cells);
    row_scale(mean, mean, 1.0f / (float)flow->sizes.H, cells);
}

void step_mix(const Flow *flow, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++)
        rows_mix(head_rows(flow, HEAD_OUTPUT, layer, head), // [rows,K]
                 head_rows(flow, WEIGHTS, layer, head),     // [rows,T]
                 head_tensor(flow, VALUE, layer, head),     // [T,K]
                 flow->rows.count, flow->sizes.K, t);
    if (flow->request.lean)
        return;
    for (int head = 0; head < flow->sizes.H; head++)
        sum_weights(head_tensor(flow, WEIGHTS_ROW_SUM, layer, head),
                    head_tensor(flow, WEIGHTS_COLUMN_SUM, layer, head),
                    head_tensor(flow, WEIGHTS, layer, head), t);
    mean_weights(flow, layer);
}

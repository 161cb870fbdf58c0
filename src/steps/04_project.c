// Project: attention_norm [T,D] -> query, key, value [T,K] of each head.
//
//   Q_h = X · W_Q[h]ᵀ + b_Q[h]        and the same for K and V
//
// Head h owns the rows h·K … h·K + K − 1 of a weight [D,D] (out, in), which is where the usual
// "project, reshape, transpose" would put it; here no reshape is needed and no transpose can be
// forgotten.
#include "kernels/kernels.h"
#include "steps/faults.h"

static void project_head(const Flow *flow, int layer, int head, TensorId out, TensorId weight,
                         TensorId bias) {
    int d = flow->sizes.D, k = flow->sizes.K;
    size_t first = (size_t)head * k;                            // first row of the head's block
    rows_project(head_rows(flow, out, layer, head),             // [rows,K]
                 layer_rows(flow, ATTENTION_NORM, layer),       // [rows,D]
                 layer_tensor(flow, weight, layer) + first * d, // [K,D] of [D,D]
                 layer_tensor(flow, bias, layer) + first,       // [K] of [D]
                 flow->rows.count, k, d);
}

void step_project(const Flow *flow, int layer) {
    if (flow->request.fault == FAULT_NO_HEAD_TRANSPOSE) {
        project_views(flow, layer);
        return;
    }
    for (int head = 0; head < flow->sizes.H; head++) {
        project_head(flow, layer, head, QUERY, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS);
        project_head(flow, layer, head, KEY, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS);
        project_head(flow, layer, head, VALUE, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS);
    }
}

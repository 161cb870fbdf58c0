// Merge: head_output [T,K] of each head -> concat [T,D], attention_output [T,D], and
// head_contribution [T,D] of each head.
//
//   concat[t] = head_output_0[t] | head_output_1[t] | …        side by side, token by token
//   attention_output = concat · W_Oᵀ + b_O
//   head_contribution_h = head_output_h · W_O[:, h·K … h·K + K − 1]ᵀ
//
// "Attention Is All You Need", section 3.2.2. Head h fills the columns h·K … h·K + K − 1 of every
// token's row; writing whole heads one after the other would mix up tokens. A product with a row
// of blocks is the sum of the products with each, so attention_output is also b_O plus what each
// head contributes (Elhage et al., "A Mathematical Framework for Transformer Circuits", 2021).
//
// A head that is off puts zeros into concat and contributes nothing. Its head_output stays what
// the head has computed: it is not asked, not changed.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <string.h>

static bool is_off(const Request *request, int layer, int head) {
    for (int i = 0; i < request->n_heads_off; i++)
        if (means(request->heads_off[i].layer, layer) && means(request->heads_off[i].head, head))
            return true;
    return false;
}

void place_head(float *to, int width, const Flow *flow, int layer, int head) {
    const float *output = head_tensor(flow, HEAD_OUTPUT, layer, head); // [T,K]
    size_t k = (size_t)flow->sizes.K, bytes = k * sizeof(float);
    bool off = is_off(&flow->request, layer, head);
    for (int t = 0; t < flow->sizes.T; t++) {
        float *row = to + (size_t)t * width;
        if (off)
            memset(row, 0, bytes);
        else
            memcpy(row, output + t * k, bytes);
    }
}

void project_concat(const Flow *flow, int layer) {
    rows_project(layer_tensor(flow, ATTENTION_OUTPUT, layer), layer_tensor(flow, CONCAT, layer),
                 layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer), // [D,D]
                 layer_tensor(flow, ATTENTION_OUTPUT_BIAS, layer),   // [D]
                 flow->sizes.T, flow->sizes.D, flow->sizes.D);
}

void step_merge(const Flow *flow, int layer) {
    int d = flow->sizes.D, k = flow->sizes.K;
    float *concat = layer_tensor(flow, CONCAT, layer);                        // [T,D]
    const float *weight = layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer); // [D,D]

    for (int head = 0; head < flow->sizes.H; head++)
        place_head(concat + (size_t)head * k, d, flow, layer, head);
    project_concat(flow, layer);
    for (int head = 0; head < flow->sizes.H; head++) {
        size_t first = (size_t)head * k; // column of the head's block
        rows_project_columns(head_tensor(flow, HEAD_CONTRIBUTION, layer, head), concat + first,
                             weight + first, d, flow->sizes.T, d, k);
    }
}

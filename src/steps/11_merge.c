// Merge: head_output [T,K] of each head -> concat [T,D], attention_output [T,D].
//
//   concat[t] = head_output_0[t] | head_output_1[t] | …        side by side, token by token
//   attention_output = concat · W_Oᵀ + b_O
//
// "Attention Is All You Need", section 3.2.2. Head h fills the columns h·K … h·K + K − 1 of every
// token's row; writing whole heads one after the other would mix up tokens.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <string.h>

static void place_head(float *concat /* [T,D] */, const float *output /* [T,K] */,
                       const Sizes *sizes, int head) {
    int k = sizes->K;
    for (int t = 0; t < sizes->T; t++) {
        float *to = concat + (size_t)t * sizes->D + (size_t)head * k;
        memcpy(to, output + (size_t)t * k, (size_t)k * sizeof(float));
    }
}

void step_merge(const Flow *flow, int layer) {
    float *concat = layer_tensor(flow, CONCAT, layer); // [T,D]
    for (int head = 0; head < flow->sizes.H; head++)
        place_head(concat, head_tensor(flow, HEAD_OUTPUT, layer, head), &flow->sizes, head);

    rows_project(layer_tensor(flow, ATTENTION_OUTPUT, layer), concat,
                 layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer), // [D,D]
                 layer_tensor(flow, ATTENTION_OUTPUT_BIAS, layer),   // [D]
                 flow->sizes.T, flow->sizes.D, flow->sizes.D);
}

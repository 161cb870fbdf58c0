// Add: the residual stream [T,D] takes up what a half of the block wrote; twice in each layer.
//
//   attention_residual = stream + attention_output
//   residual           = attention_residual + feed_forward_output
//
// The stream runs from the input to the final norm and is only ever added to (He et al., "Deep
// Residual Learning", 2015).
#include "kernels/kernels.h"
#include "steps/steps.h"

static void add_rows(const Flow *flow, float *out /* [T,D] */, const float *stream /* [T,D] */,
                     const float *written /* [T,D] */) {
    int d = flow->sizes.D;
    for (int t = 0; t < flow->sizes.T; t++) {
        size_t row = (size_t)t * d;
        row_add(out + row, stream + row, written + row, d);
    }
}

void step_attention_add(const Flow *flow, int layer) {
    add_rows(flow, layer_tensor(flow, ATTENTION_RESIDUAL, layer), stream_into(flow, layer),
             layer_tensor(flow, ATTENTION_OUTPUT, layer));
}

void step_feed_forward_add(const Flow *flow, int layer) {
    add_rows(flow, layer_tensor(flow, RESIDUAL, layer),
             layer_tensor(flow, ATTENTION_RESIDUAL, layer),
             layer_tensor(flow, FEED_FORWARD_OUTPUT, layer));
}

// Add: the residual stream [T,D] takes up what a half of the block wrote; twice in each layer.
//
//   attention_residual = stream + attention_output
//   residual           = attention_residual + feed_forward_output
//
// The stream runs from the input to the final norm and is only ever added to (He et al., "Deep
// Residual Learning", 2015).
#include "kernels/kernels.h"
#include "steps/steps.h"

static void add_rows(const Flow *flow, float *out /* [rows,D] */,
                     const float *stream /* [rows,D] */, const float *written /* [rows,D] */) {
    row_add(out, stream, written, flow->rows.count * flow->sizes.D);
}

void step_attention_add(const Flow *flow, int layer) {
    add_rows(flow, layer_rows(flow, ATTENTION_RESIDUAL, layer), stream_into(flow, layer),
             layer_rows(flow, ATTENTION_OUTPUT, layer));
}

void step_feed_forward_add(const Flow *flow, int layer) {
    add_rows(flow, layer_rows(flow, RESIDUAL, layer), layer_rows(flow, ATTENTION_RESIDUAL, layer),
             layer_rows(flow, FEED_FORWARD_OUTPUT, layer));
}

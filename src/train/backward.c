// Backward: see backward.h. The order of the walk, reversed.
//
// Two steps have no function of their own. The mask hands slopes through: a hidden key has weight
// exactly 0, and softmax sends back p · (…) = 0 there. Position adds a constant.
#include "train/backward.h"

#include "kernels/kernels.h"

// The embedding has no slopes of its own, since back_embed begins at the input: its place is free.
float *stream_aside(const Flow *slopes) {
    return model_tensor(slopes, EMBEDDING);
}

static void back_half(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    back_feed_forward_add(flow, slopes, layer, rows);
    back_feed_forward(flow, slopes, layer, rows);
    back_feed_forward_norm(flow, slopes, layer, rows);
    back_attention_add(flow, slopes, layer, rows);
    back_merge(flow, slopes, layer, rows);
}

static void back_end(const Flow *flow, const Flow *slopes, Rows rows) {
    back_predict(flow, slopes, rows);
    back_final_norm(flow, slopes, rows);
    if (flow->sizes.L > 0)
        back_half(flow, slopes, flow->sizes.L - 1, rows);
}

void backward_run(const Flow *flow, const Flow *slopes, const bool *active) {
    int t_count = flow->sizes.T;
    for (Rows rows = {0, 0}; rows.first < t_count; rows.first += rows.count + 1) {
        rows.count = 0;
        while (rows.first + rows.count < t_count && active[rows.first + rows.count])
            rows.count++;
        if (rows.count > 0)
            back_end(flow, slopes, rows);
    }
    for (int layer = flow->sizes.L - 1; layer >= 0; layer--) {
        if (layer < flow->sizes.L - 1)
            back_half(flow, slopes, layer, (Rows){0, t_count});
        back_mix(flow, slopes, layer);
        back_softmax(flow, slopes, layer);
        back_scale(flow, slopes, layer);
        back_score(flow, slopes, layer);
        back_rotate(flow, slopes, layer);
        back_project(flow, slopes, layer);
        back_attention_norm(flow, slopes, layer);
        if (layer == flow->sizes.L - 1)
            row_add(stream_slopes(slopes, layer), stream_slopes(slopes, layer),
                    stream_aside(slopes), t_count * flow->sizes.D);
    }
    back_embed(flow, slopes);
}

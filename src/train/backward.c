// Backward: see backward.h. The order of the walk, reversed.
#include "train/backward.h"

#include "kernels/kernels.h"

#include <string.h>

// Two steps have nothing to do. The mask hands gradients through: a hidden key has weight exactly
// 0, and softmax sends back p · (…) = 0 there. Position adds a constant.
static Backward *const BACKWARD[STEP_COUNT] = {
    [STEP_EMBED] = backward_embed,

    [STEP_ATTENTION_NORM] = backward_attention_norm,
    [STEP_PROJECT] = backward_project,
    [STEP_ROTATE] = backward_rotate,
    [STEP_SCORE] = backward_score,
    [STEP_SCALE] = backward_scale,
    [STEP_SOFTMAX] = backward_softmax,
    [STEP_MIX] = backward_mix,
    [STEP_MERGE] = backward_merge,
    [STEP_ATTENTION_ADD] = backward_attention_add,
    [STEP_FEED_FORWARD_NORM] = backward_feed_forward_norm,
    [STEP_FEED_FORWARD] = backward_feed_forward,
    [STEP_FEED_FORWARD_ADD] = backward_feed_forward_add,

    [STEP_FINAL_NORM] = backward_final_norm,
    [STEP_PREDICT] = backward_predict,
};

// The steps from `last` back to `first`.
static void run_back(const Flow *flow, const Flow *gradients, int layer, int last, int first) {
    for (int step = last; step >= first; step--)
        if (BACKWARD[step])
            BACKWARD[step](flow, gradients, layer);
}

bool rows_next(Rows *rows, const bool *active, int t_count) {
    rows->first += rows->count;
    while (rows->first < t_count && !active[rows->first])
        rows->first++;
    rows->count = 0;
    while (rows->first + rows->count < t_count && active[rows->first + rows->count])
        rows->count++;
    return rows->count > 0;
}

// An encoder is asked for one word or a few: behind the last attention all other rows have
// gradients of 0, and the steps that take each row on its own need not look at them.
static void run_back_asked(const Flow *flow, const Flow *gradients, const bool *active) {
    int last = flow->sizes.L - 1;
    for (Rows rows = {0, 0}; rows_next(&rows, active, flow->sizes.T);) {
        Flow at = flow_at(flow, rows), gradients_at = flow_at(gradients, rows);
        run_back(&at, &gradients_at, -1, STEP_PREDICT, STEP_FINAL_NORM);
        if (last >= 0)
            run_back(&at, &gradients_at, last, STEP_FEED_FORWARD_ADD, STEP_MERGE);
    }
}

void backward_run(const Flow *flow, const Flow *gradients, const bool *active) {
    int last = flow->sizes.L - 1, cells = flow->sizes.T * flow->sizes.D;
    // What the caller added waits in the gradients of the embedding, which no step back uses.
    float *aside = model_tensor(gradients, EMBEDDING);
    float *entry = stream_gradients(gradients, last >= 0 ? last : 0);
    memcpy(aside, entry, (size_t)cells * sizeof(float));
    memset(entry, 0, (size_t)cells * sizeof(float));

    run_back_asked(flow, gradients, active);
    for (int layer = last; layer >= 0; layer--) {
        if (layer < last)
            run_back(flow, gradients, layer, STEP_FEED_FORWARD_ADD, STEP_MERGE);
        run_back(flow, gradients, layer, STEP_MIX, STEP_ATTENTION_NORM);
        if (layer == last)
            row_add(entry, entry, aside, cells);
    }
    run_back(flow, gradients, -1, STEP_POSITION, STEP_EMBED);
}

// The walk as a table: names, order, and what runs. The manifest, the forward pass, decoding and
// training read it.
#include "steps/steps.h"

const StepInfo STEPS[STEP_COUNT] = {
    [STEP_EMBED] = {"embed", SECTION_BEFORE, step_embed},
    [STEP_POSITION] = {"position", SECTION_BEFORE, step_position},

    [STEP_ATTENTION_NORM] = {"attention_norm", SECTION_LAYER, step_attention_norm},
    [STEP_PROJECT] = {"project", SECTION_LAYER, step_project},
    [STEP_ROTATE] = {"rotate", SECTION_LAYER, step_rotate},
    [STEP_SCORE] = {"score", SECTION_LAYER, step_score},
    [STEP_SCALE] = {"scale", SECTION_LAYER, step_scale},
    [STEP_MASK] = {"mask", SECTION_LAYER, step_mask},
    [STEP_SOFTMAX] = {"softmax", SECTION_LAYER, step_softmax},
    [STEP_MIX] = {"mix", SECTION_LAYER, step_mix},
    [STEP_MERGE] = {"merge", SECTION_LAYER, step_merge},
    [STEP_ATTENTION_ADD] = {"attention_add", SECTION_LAYER, step_attention_add},
    [STEP_FEED_FORWARD_NORM] = {"feed_forward_norm", SECTION_LAYER, step_feed_forward_norm},
    [STEP_FEED_FORWARD] = {"feed_forward", SECTION_LAYER, step_feed_forward},
    [STEP_FEED_FORWARD_ADD] = {"feed_forward_add", SECTION_LAYER, step_feed_forward_add},

    [STEP_FINAL_NORM] = {"final_norm", SECTION_AFTER, step_final_norm},
    [STEP_PREDICT] = {"predict", SECTION_AFTER, step_predict},
};

static void run_section(const Flow *flow, Section section, int layer, int end) {
    for (int step = 0; step < end; step++)
        if (STEPS[step].section == section)
            STEPS[step].run(flow, layer);
}

void walk_until(const Flow *flow, int end) {
    run_section(flow, SECTION_BEFORE, -1, end);
    for (int layer = 0; layer < flow->sizes.L; layer++)
        run_section(flow, SECTION_LAYER, layer, end);
    run_section(flow, SECTION_AFTER, -1, end);
}

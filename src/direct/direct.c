// Direct: see direct.h.
#include "direct/direct.h"

#include "core/check.h"
#include "core/text.h"
#include "direct/multi_head_plan.h"
#include "direct/plan.h"
#include "kernels/kernels.h"

const char *direct_manifest(void) {
    static char buffer[2048];
    if (buffer[0])
        return buffer;

    Text json = text_open(buffer, sizeof buffer);
    text_add(&json, "{\"abi\":%d,\"build\":\"%s\",\"attention\":{", DIRECT_ABI, kernels_build());
    fields_write(&json, "fields", PLAN_FIELDS, PLAN_FIELD_COUNT);
    text_names(&json, "layouts", PLAN_LAYOUTS, PLAN_LAYOUT_COUNT);
    text_names(&json, "variants", PLAN_VARIANTS, PLAN_VARIANT_COUNT);
    text_names(&json, "buffers", BUFFER_NAMES, BUFFER_COUNT);
    text_names(&json, "statistics", PLAN_STATISTICS, PLAN_STATISTIC_COUNT);
    text_add(&json, "}");
    text_key(&json, "block");
    text_add(&json, "{");
    fields_write(&json, "fields", MULTI_HEAD_FIELDS, MULTI_HEAD_FIELD_COUNT);
    fields_write(&json, "run", MULTI_HEAD_RUN_FIELDS, MULTI_HEAD_RUN_FIELD_COUNT);
    text_names(&json, "buffers", MULTI_HEAD_BUFFER_NAMES, MULTI_HEAD_BUFFER_COUNT);
    text_names(&json, "matrices", MULTI_HEAD_MATRIX_NAMES, MULTI_HEAD_MATRICES);
    text_add(&json, "}");
    status_write(&json);
    text_add(&json, "}");
    CHECK(!json.cut);
    return buffer;
}

// Uneven numbers between −2 and 2, in a fixed order.
static void fill(float *numbers, int n, uint32_t *state) {
    for (int i = 0; i < n; i++) {
        *state = *state * 1664525u + 1013904223u;
        numbers[i] = (float)(*state >> 8) / 4194304.0f - 2;
    }
}

static bool agrees(int n, bool causal) {
    enum { HEADS_TRIED = 2, D = 6 };
    const PlanRequest request = {
        .heads = HEADS_TRIED,
        .d_k = D,
        .d_v = D,
        .pattern = {.n_queries = n, .n_keys = n, .causal = causal},
        .layout = LAYOUT_TOKENS,
    };
    Problem problem;
    Plan plan;
    double difference = 1;
    uint32_t state = 1;
    if (plan_open(&plan, &request, &problem) != STATUS_OK)
        return false;
    for (int buffer = BUFFER_QUERY; buffer <= BUFFER_VALUE; buffer++)
        fill(plan.buffers[buffer], HEADS_TRIED * n * D, &state);
    bool ran = plan_run(&plan, &problem) == STATUS_OK &&
               plan_difference(&difference, &plan, 1 + n / 8, &problem) == STATUS_OK;
    plan_close(&plan);
    return ran && difference < 1e-5;
}

int direct_selftest(void) {
    return agrees(5, false) && agrees(23, true) && agrees(211, false) ? 0 : 1;
}

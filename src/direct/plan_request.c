// PlanRequest: see plan_request.h.
#include "direct/plan_request.h"

enum {
    HEADS,
    N_QUERIES,
    N_KEYS,
    D_K,
    D_V,
    LAYOUT,
    VARIANT,
    CAUSAL,
    WINDOW,
    BLOCK,
    STRIDE,
    SCALE,
    HAS_PADDING,
    N_CUTS,
};
enum { CUT_FIELDS = 3 };

const Field PLAN_FIELDS[PLAN_FIELD_COUNT] = {
    [HEADS] = {"heads", true, 1, FIELD_MOST},
    [N_QUERIES] = {"n_queries", true, 1, FIELD_MOST},
    [N_KEYS] = {"n_keys", true, 1, FIELD_MOST},
    [D_K] = {"d_k", true, 1, FIELD_MOST},
    [D_V] = {"d_v", true, 1, FIELD_MOST},
    [LAYOUT] = {"layout", true, 0, PLAN_LAYOUT_COUNT - 1},
    [VARIANT] = {"variant", true, 0, PLAN_VARIANT_COUNT - 1},
    [CAUSAL] = {"causal", true, 0, 1},
    [WINDOW] = {"window", true, 0, FIELD_MOST},
    [BLOCK] = {"block", true, 0, FIELD_MOST},
    [STRIDE] = {"stride", true, 0, FIELD_MOST},
    [SCALE] = {"scale", false, 0, 1e6},
    [HAS_PADDING] = {"has_padding", true, 0, 1},
    [N_CUTS] = {"n_cuts", true, 0, FIELD_MOST},
};

const char *const PLAN_LAYOUTS[PLAN_LAYOUT_COUNT] = {"heads", "tokens"};
const char *const PLAN_VARIANTS[PLAN_VARIANT_COUNT] = {"softmax", "linear"};

static PlanRequest read_fields(const double *values) {
    return (PlanRequest){
        .heads = (int)values[HEADS],
        .d_k = (int)values[D_K],
        .d_v = (int)values[D_V],
        .pattern = {.n_queries = (int)values[N_QUERIES],
                    .n_keys = (int)values[N_KEYS],
                    .causal = values[CAUSAL] > 0,
                    .window = (int)values[WINDOW],
                    .block = (int)values[BLOCK],
                    .stride = (int)values[STRIDE]},
        .layout = (PlanLayout)values[LAYOUT],
        .variant = (PlanVariant)values[VARIANT],
        .scale = values[SCALE],
        .has_padding = values[HAS_PADDING] > 0,
        .n_cuts = (int)values[N_CUTS],
    };
}

static Status check_cuts(const double *values, int count, Problem *problem) {
    if (PLAN_FIELD_COUNT + values[N_CUTS] * CUT_FIELDS > count)
        return problem_say(
            problem, STATUS_BAD_INPUT,
            "%.9g cuts take three numbers each, and the parameter buffer has room for %d; "
            "ask for more room first.",
            values[N_CUTS], count);
    const Field fields[CUT_FIELDS] = {{"The head of a cut", true, -1, values[HEADS] - 1},
                                      {"The query of a cut", true, 0, values[N_QUERIES] - 1},
                                      {"The key of a cut", true, 0, values[N_KEYS] - 1}};
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < (int)values[N_CUTS]; i++)
        status = fields_check(fields, values + PLAN_FIELD_COUNT + i * CUT_FIELDS, CUT_FIELDS,
                              STATUS_BAD_INPUT, problem);
    return status;
}

Status plan_request_read(PlanRequest *request, Arena *arena, const double *values, int count,
                         Problem *problem) {
    Status status = fields_check_buffer(PLAN_FIELDS, PLAN_FIELD_COUNT, values, count,
                                        STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        status = check_cuts(values, count, problem);
    if (status != STATUS_OK)
        return status;
    *request = read_fields(values);
    double bytes = request->n_cuts * (double)sizeof(Edge);
    status = arena_open(arena, arena_size(bytes), problem);
    if (status != STATUS_OK)
        return status;
    Edge *cuts = arena_alloc(arena, (size_t)bytes);
    values += PLAN_FIELD_COUNT;
    for (int i = 0; i < request->n_cuts; i++, values += CUT_FIELDS)
        cuts[i] = (Edge){(int32_t)values[0], (int32_t)values[1], (int32_t)values[2]};
    request->cuts = cuts;
    return STATUS_OK;
}

Status pattern_check(const Pattern *pattern, Problem *problem) {
    bool rule = pattern->causal || pattern->window > 0 || pattern->block > 0;
    if (rule && pattern->n_queries > pattern->n_keys)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "%d queries and %d keys: a causal mask, a window and blocks need as "
                           "many keys as queries or more.",
                           pattern->n_queries, pattern->n_keys);
    if ((pattern->block > 0) != (pattern->stride > 0))
        return problem_say(problem, STATUS_BAD_INPUT,
                           "block is %d and stride is %d; give both or neither.", pattern->block,
                           pattern->stride);
    return STATUS_OK;
}

Status plan_request_check(const PlanRequest *request, Problem *problem) {
    const Pattern *pattern = &request->pattern;
    bool pairwise = pattern->window > 0 || pattern->block > 0 || request->n_cuts > 0;
    if (request->variant == VARIANT_LINEAR && pairwise)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "Linear attention knows no pairs, so that it can honour no window, "
                           "block or cut; leave them out.");
    return pattern_check(pattern, problem);
}

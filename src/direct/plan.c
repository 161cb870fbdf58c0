// Plan: see plan.h.
#include "direct/plan.h"

#include "core/heap.h"
#include "kernels/kernels.h"
#include "variants/visible.h"

#include <math.h>
#include <string.h>

const char *const BUFFER_NAMES[BUFFER_COUNT] = {"query", "key", "value", "output", "padding"};
const char *const PLAN_STATISTICS[PLAN_STATISTIC_COUNT] = {"scratch_bytes", "visible_pairs",
                                                           "computed_pairs"};

// In double: these sizes may be too large for a size_t of 32 bits, and must then be refused.
static void place_bytes(double *bytes /* [BUFFER_COUNT] */, const PlanRequest *request) {
    double queries = (double)request->heads * request->pattern.n_queries * sizeof(float);
    double keys = (double)request->heads * request->pattern.n_keys * sizeof(float);
    bytes[BUFFER_QUERY] = queries * request->d_k;
    bytes[BUFFER_KEY] = keys * request->d_k;
    bytes[BUFFER_VALUE] = keys * request->d_v;
    bytes[BUFFER_OUTPUT] = queries * request->d_v;
    bytes[BUFFER_PADDING] = request->pattern.n_keys;
}

static Heads heads_of(const float *at, const PlanRequest *request, int n, int d) {
    return request->layout == LAYOUT_TOKENS
               ? (Heads){at, (size_t)d, (size_t)request->heads * (size_t)d}
               : (Heads){at, (size_t)n * (size_t)d, (size_t)d};
}

// Points the attention at the plan's buffers.
static void place_all(Plan *plan, const PlanRequest *request, const double *bytes) {
    int n_queries = request->pattern.n_queries, n_keys = request->pattern.n_keys;
    for (int buffer = 0; buffer < BUFFER_COUNT; buffer++)
        plan->buffers[buffer] = arena_alloc(&plan->numbers, (size_t)bytes[buffer]);
    size_t cut_bytes = (size_t)request->n_cuts * sizeof(Edge);
    Edge *cuts = arena_alloc(&plan->numbers, cut_bytes);
    if (request->n_cuts > 0)
        memcpy(cuts, request->cuts, cut_bytes);
    Heads output = heads_of(NULL, request, n_queries, request->d_v);
    plan->attention = (Attention){
        .heads = request->heads,
        .d_k = request->d_k,
        .d_v = request->d_v,
        .pattern = request->pattern,
        .scale = request->scale > 0 ? request->scale : 1 / sqrt(request->d_k),
        .query = heads_of(plan->buffers[BUFFER_QUERY], request, n_queries, request->d_k),
        .key = heads_of(plan->buffers[BUFFER_KEY], request, n_keys, request->d_k),
        .value = heads_of(plan->buffers[BUFFER_VALUE], request, n_keys, request->d_v),
        .output = plan->buffers[BUFFER_OUTPUT],
        .output_head = output.head,
        .output_row = output.row,
        .hidden = request->has_padding ? plan->buffers[BUFFER_PADDING] : NULL,
        .cuts = cuts,
        .n_cuts = request->n_cuts,
    };
}

Status plan_open(Plan *plan, const PlanRequest *request, Problem *problem) {
    *plan = (Plan){.variant = request->variant};
    Status status = plan_request_check(request, problem);
    if (status != STATUS_OK) {
        plan_close(plan);
        return status;
    }
    double bytes[BUFFER_COUNT], room = arena_size(request->n_cuts * (double)sizeof(Edge));
    place_bytes(bytes, request);
    for (int buffer = 0; buffer < BUFFER_COUNT; buffer++)
        room += arena_size(bytes[buffer]);
    Attention sizes = {.d_k = request->d_k, .d_v = request->d_v};
    double scratch = request->variant == VARIANT_LINEAR ? attention_linear_size(&sizes)
                                                        : attention_flash_size(&sizes);
    status = arena_open(&plan->numbers, room, problem);
    if (status == STATUS_OK)
        status = arena_open(&plan->scratch, scratch, problem);
    if (status == STATUS_OK)
        place_all(plan, request, bytes);
    else
        plan_close(plan);
    return status;
}

static size_t rows_of(const Plan *plan, int buffer) {
    const Pattern *pattern = &plan->attention.pattern;
    bool queries = buffer == BUFFER_QUERY || buffer == BUFFER_OUTPUT;
    return (size_t)plan->attention.heads * (size_t)(queries ? pattern->n_queries : pattern->n_keys);
}

// Whether all numbers of a buffer with rows of `width` are finite. An arena holds fewer than 2^29.
static bool is_finite(const Plan *plan, int buffer, int width) {
    size_t count = rows_of(plan, buffer) * (size_t)width;
    return row_find_not_finite(plan->buffers[buffer], (int)count) < 0;
}

typedef bool Counts(const Attention *attention, int head, int row);

// Says which number of a buffer is not finite, if one is in a row that counts.
static Status check_rows(const Plan *plan, int buffer, const Heads *from, int width, Counts *counts,
                         Problem *problem) {
    int heads = plan->attention.heads, rows = (int)(rows_of(plan, buffer) / (size_t)heads);
    for (int head = 0; head < heads; head++)
        for (int row = 0; row < rows; row++) {
            const float *numbers = from->at + head * from->head + row * from->row;
            int at = row_find_not_finite(numbers, width);
            if (at >= 0 && counts(&plan->attention, head, row))
                return problem_say(problem, STATUS_NOT_FINITE,
                                   "Number %d of the %s is not finite; mend it and run again.",
                                   (int)(numbers + at - from->at), BUFFER_NAMES[buffer]);
        }
    return STATUS_OK;
}

static Status check_queries(const Plan *plan, Problem *problem) {
    return check_rows(plan, BUFFER_QUERY, &plan->attention.query, plan->attention.d_k,
                      attention_query_counts, problem);
}

static Status check_keys(const Plan *plan, Problem *problem) {
    return check_rows(plan, BUFFER_KEY, &plan->attention.key, plan->attention.d_k,
                      attention_key_counts, problem);
}

// Called when the output is not finite: one of the inputs should say why.
static Status say_cause(const Plan *plan, Problem *problem) {
    Status status = check_queries(plan, problem);
    if (status == STATUS_OK)
        status = check_keys(plan, problem);
    if (status == STATUS_OK)
        status = check_rows(plan, BUFFER_VALUE, &plan->attention.value, plan->attention.d_v,
                            attention_key_counts, problem);
    if (status == STATUS_OK)
        status = problem_say(problem, STATUS_NOT_FINITE,
                             "The products of queries and keys, or of weights and values, are "
                             "larger than a float32 holds; scale the inputs down.");
    return status;
}

// Called when the output is finite: an infinity whose weight is 0 leaves no trace in it.
static Status check_infinities(const Plan *plan, Problem *problem) {
    int d_k = plan->attention.d_k;
    Status status = STATUS_OK;
    if (!is_finite(plan, BUFFER_KEY, d_k))
        status = check_keys(plan, problem);
    if (status == STATUS_OK && plan->variant == VARIANT_LINEAR &&
        !is_finite(plan, BUFFER_QUERY, d_k))
        status = check_queries(plan, problem);
    return status;
}

Status plan_run(Plan *plan, Problem *problem) {
    plan->pairs = plan->variant == VARIANT_LINEAR
                      ? attention_linear(&plan->attention, plan->scratch)
                      : attention_flash(&plan->attention, plan->scratch);
    return is_finite(plan, BUFFER_OUTPUT, plan->attention.d_v) ? check_infinities(plan, problem)
                                                               : say_cause(plan, problem);
}

// The largest difference, or NaN if there is one.
static double row_difference(const double *exact, const float *row, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        double apart = fabs(exact[i] - row[i]);
        if (!(apart <= most))
            most = apart;
        if (isnan(most))
            break;
    }
    return most;
}

Status plan_difference(double *difference, const Plan *plan, int step, Problem *problem) {
    Attention full = plan->attention;
    full.pattern.window = full.pattern.block = full.pattern.stride = 0;
    if (step < 1)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "Every %d-th query cannot be compared; give 1 or more.", step);
    double *weights = heap_alloc((size_t)(full.pattern.n_keys + full.d_v) * sizeof(double));
    if (!weights)
        return problem_say(problem, STATUS_NO_MEMORY,
                           "There is no room to compare with float64; release an engine.");
    double *exact = weights + full.pattern.n_keys, most = 0;
    for (int head = 0; head < full.heads; head++)
        for (int query = 0; query < full.pattern.n_queries && !isnan(most); query += step) {
            attention_exact_row(exact, weights, &full, head, query);
            double apart = row_difference(
                exact, full.output + head * full.output_head + query * full.output_row, full.d_v);
            most = apart <= most ? most : apart;
        }
    heap_free(weights);
    *difference = most;
    return STATUS_OK;
}

static double visible_pairs(const Attention *attention) {
    const Pattern *pattern = &attention->pattern;
    double pairs = 0;
    for (int key = 0; key < pattern->n_keys; key++) {
        if (attention->hidden && attention->hidden[key])
            continue;
        Range seen = pattern_queries(pattern, key, (Range){0, pattern->n_queries});
        pairs += seen.end > seen.first ? seen.end - seen.first : 0;
    }
    return pairs * attention->heads;
}

void plan_statistics(double *statistics, const Plan *plan) {
    statistics[STATISTIC_SCRATCH_BYTES] = (double)plan->scratch.size;
    statistics[STATISTIC_VISIBLE_PAIRS] = visible_pairs(&plan->attention);
    statistics[STATISTIC_COMPUTED_PAIRS] = plan->pairs;
}

void plan_close(Plan *plan) {
    arena_close(&plan->numbers);
    arena_close(&plan->scratch);
    *plan = (Plan){0};
}

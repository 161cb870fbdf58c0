// Plan: see plan.h.
#include "model/plan.h"

#include "core/heap.h"
#include "kernels/kernels.h"

#include <math.h>

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

const char *const PLAN_VARIANTS[PLAN_VARIANT_COUNT] = {"softmax", "linear"};
const char *const PLAN_LAYOUTS[PLAN_LAYOUT_COUNT] = {"heads", "tokens"};
const char *const PLACE_NAMES[PLACE_COUNT] = {"query", "key", "value", "output", "padding"};
const char *const PLAN_FIGURES[PLAN_FIGURE_COUNT] = {"scratch_bytes", "visible_pairs",
                                                     "computed_pairs"};

static Status check_cuts(const double *values, int count, Problem *problem) {
    if (PLAN_FIELD_COUNT + values[N_CUTS] * CUT_FIELDS > count)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "%.9g cuts take three numbers each, and the io area has room for %d; "
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

// What the fields may not be together.
static Status check_rules(const double *values, Problem *problem) {
    bool rule = values[CAUSAL] > 0 || values[WINDOW] > 0 || values[BLOCK] > 0;
    if (rule && values[N_QUERIES] > values[N_KEYS])
        return problem_say(problem, STATUS_BAD_INPUT,
                           "%d queries and %d keys: a causal mask, a window and blocks need as "
                           "many keys as queries or more.",
                           (int)values[N_QUERIES], (int)values[N_KEYS]);
    if ((values[BLOCK] > 0) != (values[STRIDE] > 0))
        return problem_say(problem, STATUS_BAD_INPUT,
                           "block is %d and stride is %d; give both or neither.",
                           (int)values[BLOCK], (int)values[STRIDE]);
    bool pairwise = values[WINDOW] > 0 || values[BLOCK] > 0 || values[N_CUTS] > 0;
    if (values[VARIANT] > 0 && pairwise)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "Linear attention knows no pairs, so that it can honour no window, "
                           "block or cut; leave them out.");
    return STATUS_OK;
}

static Status check(const double *values, int count, Problem *problem) {
    Status status =
        count < PLAN_FIELD_COUNT
            ? problem_say(problem, STATUS_BAD_INPUT,
                          "The io area has room for %d numbers and an attention has %d; "
                          "ask for more room first.",
                          count, PLAN_FIELD_COUNT)
            : fields_check(PLAN_FIELDS, values, PLAN_FIELD_COUNT, STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        status = check_rules(values, problem);
    if (status == STATUS_OK)
        status = check_cuts(values, count, problem);
    return status;
}

static Heads heads_of(const float *at, bool tokens, double heads, double n, double d) {
    return tokens ? (Heads){at, (size_t)d, (size_t)(heads * d)}
                  : (Heads){at, (size_t)(n * d), (size_t)d};
}

static void read_fields(Attention *attention, const double *values) {
    *attention = (Attention){
        .heads = (int)values[HEADS],
        .d_k = (int)values[D_K],
        .d_v = (int)values[D_V],
        .pattern = {.n_queries = (int)values[N_QUERIES],
                    .n_keys = (int)values[N_KEYS],
                    .causal = values[CAUSAL] > 0,
                    .window = (int)values[WINDOW],
                    .block = (int)values[BLOCK],
                    .stride = (int)values[STRIDE]},
        .scale = values[SCALE] > 0 ? values[SCALE] : 1 / sqrt(values[D_K]),
    };
}

static void place_all(Plan *plan, const double *values, const double *bytes) {
    Attention *attention = &plan->attention;
    bool tokens = values[LAYOUT] > 0;
    double heads = values[HEADS];
    for (int place = 0; place < PLACE_COUNT; place++)
        plan->places[place] = arena_take(&plan->numbers, (size_t)bytes[place]);
    attention->query =
        heads_of(plan->places[PLACE_QUERY], tokens, heads, values[N_QUERIES], values[D_K]);
    attention->key = heads_of(plan->places[PLACE_KEY], tokens, heads, values[N_KEYS], values[D_K]);
    attention->value =
        heads_of(plan->places[PLACE_VALUE], tokens, heads, values[N_KEYS], values[D_V]);
    Heads output = heads_of(NULL, tokens, heads, values[N_QUERIES], values[D_V]);
    attention->output = plan->places[PLACE_OUTPUT];
    attention->output_head = output.head;
    attention->output_row = output.row;
    attention->hidden = values[HAS_PADDING] > 0 ? plan->places[PLACE_PADDING] : NULL;
    attention->n_cuts = (int)values[N_CUTS];
    Edge *cuts = arena_take(&plan->numbers, (size_t)attention->n_cuts * sizeof(Edge));
    for (int i = 0; i < attention->n_cuts; i++) {
        const double *cut = values + PLAN_FIELD_COUNT + i * CUT_FIELDS;
        cuts[i] = (Edge){(int32_t)cut[0], (int32_t)cut[1], (int32_t)cut[2]};
    }
    attention->cuts = cuts;
}

static double scratch_room(const Plan *plan) {
    return plan->linear ? attention_linear_room(&plan->attention)
                        : attention_flash_room(&plan->attention);
}

Status plan_open(Plan *plan, const double *values, int count, Problem *problem) {
    *plan = (Plan){0};
    Status status = check(values, count, problem);
    if (status != STATUS_OK)
        return status;
    double heads = values[HEADS], queries = values[N_QUERIES], keys = values[N_KEYS];
    const double bytes[PLACE_COUNT] = {
        [PLACE_QUERY] = heads * queries * values[D_K] * sizeof(float),
        [PLACE_KEY] = heads * keys * values[D_K] * sizeof(float),
        [PLACE_VALUE] = heads * keys * values[D_V] * sizeof(float),
        [PLACE_OUTPUT] = heads * queries * values[D_V] * sizeof(float),
        [PLACE_PADDING] = keys,
    };
    double room = arena_room(values[N_CUTS] * sizeof(Edge));
    for (int place = 0; place < PLACE_COUNT; place++)
        room += arena_room(bytes[place]);
    read_fields(&plan->attention, values);
    plan->linear = values[VARIANT] > 0;
    status = arena_open(&plan->numbers, room, problem);
    if (status == STATUS_OK)
        status = arena_open(&plan->scratch, scratch_room(plan), problem);
    if (status == STATUS_OK)
        place_all(plan, values, bytes);
    else
        plan_close(plan);
    return status;
}

// Says which of `n` numbers is not finite, if one is. An arena holds fewer than 2^29 of them.
static Status check_numbers(const char *name, const float *numbers, size_t n, Problem *problem) {
    int at = row_find_not_finite(numbers, (int)n);
    return at < 0
               ? STATUS_OK
               : problem_say(problem, STATUS_NOT_FINITE,
                             "Number %d of the %s is not finite; mend it and run again.", at, name);
}

// Called when the output is not finite: one of the inputs should say why.
static Status say_cause(const Plan *plan, Problem *problem) {
    const Attention *attention = &plan->attention;
    const Pattern *pattern = &attention->pattern;
    size_t queries = (size_t)attention->heads * pattern->n_queries;
    size_t keys = (size_t)attention->heads * pattern->n_keys;
    Status status =
        check_numbers("query", plan->places[PLACE_QUERY], queries * attention->d_k, problem);
    if (status == STATUS_OK)
        status = check_numbers("key", plan->places[PLACE_KEY], keys * attention->d_k, problem);
    if (status == STATUS_OK)
        status = check_numbers("value", plan->places[PLACE_VALUE], keys * attention->d_v, problem);
    if (status == STATUS_OK)
        status = problem_say(problem, STATUS_NOT_FINITE,
                             "The products of queries and keys, or of weights and values, are "
                             "larger than a float32 holds; scale the inputs down.");
    return status;
}

Status plan_run(Plan *plan, Problem *problem) {
    const Attention *attention = &plan->attention;
    size_t cells = (size_t)attention->heads * attention->pattern.n_queries * attention->d_v;
    Problem unused;
    plan->pairs = plan->linear ? attention_linear(attention, plan->scratch)
                               : attention_flash(attention, plan->scratch);
    if (check_numbers("output", plan->places[PLACE_OUTPUT], cells, &unused) == STATUS_OK)
        return STATUS_OK;
    return say_cause(plan, problem);
}

static double row_difference(const double *exact, const float *row, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        double apart = fabs(exact[i] - row[i]);
        most = apart > most ? apart : most;
    }
    return most;
}

Status plan_difference(double *difference, const Plan *plan, int step, Problem *problem) {
    Attention full = plan->attention;
    full.pattern.window = full.pattern.block = full.pattern.stride = 0;
    if (step < 1)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "Every %d-th query cannot be compared; give 1 or more.", step);
    double *weights = heap_take((size_t)(full.pattern.n_keys + full.d_v) * sizeof(double));
    if (!weights)
        return problem_say(problem, STATUS_NO_MEMORY,
                           "There is no room to compare with float64; release an engine.");
    double *exact = weights + full.pattern.n_keys;
    *difference = 0;
    for (int head = 0; head < full.heads; head++)
        for (int query = 0; query < full.pattern.n_queries; query += step) {
            attention_exact_row(exact, weights, &full, head, query);
            double apart = row_difference(
                exact, full.output + head * full.output_head + query * full.output_row, full.d_v);
            *difference = apart > *difference ? apart : *difference;
        }
    heap_give(weights);
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

void plan_figures(double *figures, const Plan *plan) {
    figures[FIGURE_SCRATCH_BYTES] = (double)plan->scratch.size;
    figures[FIGURE_VISIBLE_PAIRS] = visible_pairs(&plan->attention);
    figures[FIGURE_COMPUTED_PAIRS] = plan->pairs;
}

void plan_close(Plan *plan) {
    arena_close(&plan->numbers);
    arena_close(&plan->scratch);
    *plan = (Plan){0};
}

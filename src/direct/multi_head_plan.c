// MultiHeadPlan: see multi_head_plan.h.
#include "direct/multi_head_plan.h"

#include "direct/plan_request.h"
#include "kernels/kernels.h"

#include <string.h>

enum { D_MODEL, HEADS };
enum { N, CAUSAL, WINDOW, BLOCK, STRIDE, HAS_PADDING };

const Field MULTI_HEAD_FIELDS[MULTI_HEAD_FIELD_COUNT] = {
    [D_MODEL] = {"d_model", true, 1, 16384},
    [HEADS] = {"heads", true, 1, 16384},
};
const Field MULTI_HEAD_RUN_FIELDS[MULTI_HEAD_RUN_FIELD_COUNT] = {
    [N] = {"n", true, 1, FIELD_MOST},           [CAUSAL] = {"causal", true, 0, 1},
    [WINDOW] = {"window", true, 0, FIELD_MOST}, [BLOCK] = {"block", true, 0, FIELD_MOST},
    [STRIDE] = {"stride", true, 0, FIELD_MOST}, [HAS_PADDING] = {"has_padding", true, 0, 1},
};
const char *const MULTI_HEAD_BUFFER_NAMES[MULTI_HEAD_BUFFER_COUNT] = {"weight", "bias", "input",
                                                                      "output", "padding"};
const char *const MULTI_HEAD_MATRIX_NAMES[MULTI_HEAD_MATRICES] = {"query", "key", "value",
                                                                  "output"};

Status multi_head_sizes_read(MultiHeadSizes *sizes, const double *values, int count,
                             Problem *problem) {
    Status status = fields_check_buffer(MULTI_HEAD_FIELDS, MULTI_HEAD_FIELD_COUNT, values, count,
                                        STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        *sizes = (MultiHeadSizes){(int)values[D_MODEL], (int)values[HEADS]};
    return status;
}

Status multi_head_request_read(MultiHeadRequest *request, const double *values, int count,
                               Problem *problem) {
    Status status = fields_check_buffer(MULTI_HEAD_RUN_FIELDS, MULTI_HEAD_RUN_FIELD_COUNT, values,
                                        count, STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        *request = (MultiHeadRequest){
            .pattern = {.n_queries = (int)values[N],
                        .n_keys = (int)values[N],
                        .causal = values[CAUSAL] > 0,
                        .window = (int)values[WINDOW],
                        .block = (int)values[BLOCK],
                        .stride = (int)values[STRIDE]},
            .has_padding = values[HAS_PADDING] > 0,
        };
    return status;
}

// In double: these sizes may be too large for a size_t of 32 bits, and must then be refused.
static double bytes_of(double rows, double columns) {
    return rows * columns * sizeof(float);
}

static void *alloc_numbers(Arena *arena, double rows, double columns) {
    return arena_alloc(arena, (size_t)bytes_of(rows, columns));
}

Status multi_head_plan_open(MultiHeadPlan *plan, const MultiHeadSizes *sizes, Problem *problem) {
    *plan = (MultiHeadPlan){0};
    int d = sizes->d_model;
    if (d % sizes->heads != 0)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "d_model %d is no multiple of %d heads; choose sizes that divide.", d,
                           sizes->heads);
    MultiHead block = {.d_model = d, .heads = sizes->heads};
    double room = arena_size(bytes_of(d, d)) + arena_size(bytes_of(MULTI_HEAD_MATRICES, d));
    for (int matrix = 0; matrix < MULTI_HEAD_MATRICES; matrix++)
        room += arena_size(bytes_of((double)multi_head_packed_floats(&block, matrix), 1));
    Status status = arena_open(&plan->weights, room, problem);
    if (status != STATUS_OK)
        return status;
    plan->buffers[MULTI_HEAD_BUFFER_WEIGHT] = alloc_numbers(&plan->weights, d, d);
    float *bias = alloc_numbers(&plan->weights, MULTI_HEAD_MATRICES, d);
    plan->buffers[MULTI_HEAD_BUFFER_BIAS] = bias;
    for (int matrix = 0; matrix < MULTI_HEAD_MATRICES; matrix++) {
        size_t floats = multi_head_packed_floats(&block, matrix);
        block.packed[matrix] = alloc_numbers(&plan->weights, (double)floats, 1);
        block.bias[matrix] = bias + matrix * d;
    }
    plan->block = block;
    return STATUS_OK;
}

Status multi_head_plan_pack(MultiHeadPlan *plan, int matrix, Problem *problem) {
    int d = plan->block.d_model;
    const float *weight = plan->buffers[MULTI_HEAD_BUFFER_WEIGHT];
    if (matrix < 0 || matrix >= MULTI_HEAD_MATRICES)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "There is no matrix %d; 0 to %d are query, key, value and output.",
                           matrix, MULTI_HEAD_MATRICES - 1);
    int at = row_find_not_finite(weight, d * d);
    if (at >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The %s weight at row %d, column %d is not finite; mend it.",
                           MULTI_HEAD_MATRIX_NAMES[matrix], at / d, at % d);
    multi_head_pack(&plan->block, matrix, weight);
    return STATUS_OK;
}

Status multi_head_plan_begin(MultiHeadPlan *plan, const MultiHeadRequest *request,
                             Problem *problem) {
    int n = request->pattern.n_keys;
    double bytes = bytes_of(n, plan->block.d_model);
    Status status = pattern_check(&request->pattern, problem);
    if (status == STATUS_OK)
        status = arena_open(&plan->scratch, multi_head_size(&plan->block, n), problem);
    if (status == STATUS_OK)
        status = arena_open(&plan->numbers, 2 * arena_size(bytes) + arena_size(n), problem);
    if (status != STATUS_OK)
        return status;
    plan->buffers[MULTI_HEAD_BUFFER_INPUT] = arena_alloc(&plan->numbers, (size_t)bytes);
    plan->buffers[MULTI_HEAD_BUFFER_OUTPUT] = arena_alloc(&plan->numbers, (size_t)bytes);
    plan->buffers[MULTI_HEAD_BUFFER_PADDING] = arena_alloc(&plan->numbers, (size_t)n);
    plan->hidden = request->has_padding ? plan->buffers[MULTI_HEAD_BUFFER_PADDING] : NULL;
    plan->pattern = request->pattern;
    return STATUS_OK;
}

static Status check_biases(const MultiHeadPlan *plan, Problem *problem) {
    int d = plan->block.d_model;
    int at = row_find_not_finite(plan->block.bias[0], MULTI_HEAD_MATRICES * d);
    return at < 0
               ? STATUS_OK
               : problem_say(problem, STATUS_NOT_FINITE,
                             "The %s bias at %d is not finite; mend it and make the block again.",
                             MULTI_HEAD_MATRIX_NAMES[at / d], at % d);
}

static bool is_padding(const MultiHeadPlan *plan, int row) {
    return plan->hidden && plan->hidden[row];
}

// Called when a number of the output is not finite, in a row that is no padding.
static Status say_cause(const MultiHeadPlan *plan, int row, int column, Problem *problem) {
    int n = plan->pattern.n_keys, d = plan->block.d_model;
    const float *x = plan->buffers[MULTI_HEAD_BUFFER_INPUT];
    for (int at = 0; at < n; at++) {
        int bad = is_padding(plan, at) ? -1 : row_find_not_finite(x + (size_t)at * d, d);
        if (bad >= 0)
            return problem_say(problem, STATUS_NOT_FINITE,
                               "The input at row %d, column %d is not finite; mend it.", at, bad);
    }
    return problem_say(problem, STATUS_NOT_FINITE,
                       "The output at row %d, column %d is larger than a float32 holds; scale the "
                       "input or the weights down.",
                       row, column);
}

static Status check_output(const MultiHeadPlan *plan, Problem *problem) {
    int n = plan->pattern.n_keys, d = plan->block.d_model;
    float *output = plan->buffers[MULTI_HEAD_BUFFER_OUTPUT];
    for (int from = 0; from < n;) {
        int bad = row_find_not_finite(output + (size_t)from * d, (n - from) * d);
        if (bad < 0)
            break;
        int row = from + bad / d;
        if (!is_padding(plan, row))
            return say_cause(plan, row, bad % d, problem);
        memset(output + (size_t)row * d, 0, (size_t)d * sizeof(float));
        from = row + 1;
    }
    return STATUS_OK;
}

Status multi_head_plan_run(MultiHeadPlan *plan, Problem *problem) {
    const float *x = plan->buffers[MULTI_HEAD_BUFFER_INPUT];
    if (!x)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "This block has no input yet; begin a run of some length first.");
    Status status = check_biases(plan, problem);
    if (status != STATUS_OK)
        return status;
    multi_head_run(plan->buffers[MULTI_HEAD_BUFFER_OUTPUT], &plan->block, x, plan->pattern,
                   plan->hidden, plan->scratch);
    return check_output(plan, problem);
}

double multi_head_plan_scratch(const MultiHeadPlan *plan) {
    return (double)plan->scratch.size;
}

void multi_head_plan_close(MultiHeadPlan *plan) {
    arena_close(&plan->weights);
    arena_close(&plan->numbers);
    arena_close(&plan->scratch);
    *plan = (MultiHeadPlan){0};
}

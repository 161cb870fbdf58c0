// Block: see block.h.
#include "model/block.h"

#include "kernels/kernels.h"

enum { D_MODEL, HEADS };
enum { N, CAUSAL, WINDOW, BLOCK, STRIDE, HAS_PADDING };

const Field BLOCK_FIELDS[BLOCK_FIELD_COUNT] = {
    [D_MODEL] = {"d_model", true, 1, 16384},
    [HEADS] = {"heads", true, 1, 16384},
};
const Field BLOCK_RUN_FIELDS[BLOCK_RUN_FIELD_COUNT] = {
    [N] = {"n", true, 1, FIELD_MOST},           [CAUSAL] = {"causal", true, 0, 1},
    [WINDOW] = {"window", true, 0, FIELD_MOST}, [BLOCK] = {"block", true, 0, FIELD_MOST},
    [STRIDE] = {"stride", true, 0, FIELD_MOST}, [HAS_PADDING] = {"has_padding", true, 0, 1},
};
const char *const BLOCK_PLACE_NAMES[BLOCK_PLACE_COUNT] = {"weight", "bias", "input", "output",
                                                          "padding"};
const char *const BLOCK_MATRIX_NAMES[MULTI_HEAD_MATRICES] = {"query", "key", "value", "output"};

static Status check(const Field *fields, int wanted, const double *values, int count,
                    Problem *problem) {
    if (count < wanted)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "The io area has room for %d numbers and %d are needed; "
                           "ask for more room first.",
                           count, wanted);
    return fields_check(fields, values, wanted, STATUS_BAD_INPUT, problem);
}

// As a double: these sizes may be too large for a size_t of 32 bits, and must then be refused.
static double bytes_of(double rows, double columns) {
    return rows * columns * sizeof(float);
}

static void *take_numbers(Arena *arena, double rows, double columns) {
    return arena_take(arena, (size_t)bytes_of(rows, columns));
}

Status block_open(Block *block, const double *values, int count, Problem *problem) {
    *block = (Block){0};
    Status status = check(BLOCK_FIELDS, BLOCK_FIELD_COUNT, values, count, problem);
    if (status != STATUS_OK)
        return status;
    int d = (int)values[D_MODEL], heads = (int)values[HEADS];
    if (d % heads != 0)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "d_model %d is no multiple of %d heads; choose sizes that divide.", d,
                           heads);
    block->layer = (MultiHead){.d_model = d, .heads = heads};
    double room = arena_room(bytes_of(d, d)) + arena_room(bytes_of(MULTI_HEAD_MATRICES, d));
    for (int matrix = 0; matrix < MULTI_HEAD_MATRICES; matrix++)
        room += arena_room(bytes_of((double)multi_head_packed_floats(&block->layer, matrix), 1));
    status = arena_open(&block->weights, room, problem);
    if (status != STATUS_OK)
        return status;
    block->places[BLOCK_PLACE_WEIGHT] = take_numbers(&block->weights, d, d);
    float *bias = take_numbers(&block->weights, MULTI_HEAD_MATRICES, d);
    block->places[BLOCK_PLACE_BIAS] = bias;
    for (int matrix = 0; matrix < MULTI_HEAD_MATRICES; matrix++) {
        size_t floats = multi_head_packed_floats(&block->layer, matrix);
        block->layer.packed[matrix] = take_numbers(&block->weights, (double)floats, 1);
        block->layer.bias[matrix] = bias + matrix * d;
    }
    return STATUS_OK;
}

Status block_pack(Block *block, int matrix, Problem *problem) {
    int d = block->layer.d_model;
    const float *weight = block->places[BLOCK_PLACE_WEIGHT];
    if (matrix < 0 || matrix >= MULTI_HEAD_MATRICES)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "There is no matrix %d; 0 to %d are query, key, value and output.",
                           matrix, MULTI_HEAD_MATRICES - 1);
    int at = row_find_not_finite(weight, d * d);
    if (at >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The %s weight at row %d, column %d is not finite; mend it.",
                           BLOCK_MATRIX_NAMES[matrix], at / d, at % d);
    multi_head_pack(&block->layer, matrix, weight);
    return STATUS_OK;
}

Status block_begin(Block *block, const double *values, int count, Problem *problem) {
    Status status = check(BLOCK_RUN_FIELDS, BLOCK_RUN_FIELD_COUNT, values, count, problem);
    if (status != STATUS_OK)
        return status;
    if ((values[BLOCK] > 0) != (values[STRIDE] > 0))
        return problem_say(problem, STATUS_BAD_INPUT,
                           "block is %d and stride is %d; give both or neither.",
                           (int)values[BLOCK], (int)values[STRIDE]);
    int n = (int)values[N];
    double bytes = bytes_of(values[N], block->layer.d_model);
    status = arena_open(&block->scratch, multi_head_room(&block->layer, n), problem);
    if (status == STATUS_OK)
        status =
            arena_open(&block->numbers, 2 * arena_room(bytes) + arena_room(values[N]), problem);
    if (status != STATUS_OK)
        return status;
    block->places[BLOCK_PLACE_INPUT] = arena_take(&block->numbers, (size_t)bytes);
    block->places[BLOCK_PLACE_OUTPUT] = arena_take(&block->numbers, (size_t)bytes);
    block->places[BLOCK_PLACE_PADDING] = arena_take(&block->numbers, (size_t)n);
    block->hidden = values[HAS_PADDING] > 0 ? block->places[BLOCK_PLACE_PADDING] : NULL;
    block->pattern = (Pattern){.n_queries = n,
                               .n_keys = n,
                               .causal = values[CAUSAL] > 0,
                               .window = (int)values[WINDOW],
                               .block = (int)values[BLOCK],
                               .stride = (int)values[STRIDE]};
    return STATUS_OK;
}

Status block_run(Block *block, Problem *problem) {
    int n = block->pattern.n_keys, d = block->layer.d_model;
    const float *x = block->places[BLOCK_PLACE_INPUT];
    float *output = block->places[BLOCK_PLACE_OUTPUT];
    if (!x)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "This block has no input yet; begin a run of some length first.");
    multi_head_run(output, &block->layer, x, block->pattern, block->hidden, block->scratch);
    int bad = row_find_not_finite(output, n * d);
    if (bad < 0)
        return STATUS_OK;
    int cause = row_find_not_finite(x, n * d);
    if (cause >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The input at row %d, column %d is not finite; mend it.", cause / d,
                           cause % d);
    cause = row_find_not_finite(block->layer.bias[0], MULTI_HEAD_MATRICES * d);
    if (cause >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The %s bias at %d is not finite; mend it and make the block again.",
                           BLOCK_MATRIX_NAMES[cause / d], cause % d);
    return problem_say(problem, STATUS_NOT_FINITE,
                       "The output at row %d, column %d is larger than a float32 holds; scale the "
                       "input or the weights down.",
                       bad / d, bad % d);
}

double block_scratch(const Block *block) {
    return (double)block->scratch.size;
}

void block_close(Block *block) {
    arena_close(&block->weights);
    arena_close(&block->numbers);
    arena_close(&block->scratch);
    *block = (Block){0};
}

// Finite: see finite.h.
#include "model/finite.h"

#include "kernels/kernels.h"

#include <math.h>

// The first bad cell of a tensor's row in the trace, or −1.
static int find_in_row(const Flow *flow, int row) {
    const TraceRow *at = &flow->trace.rows[row];
    const float *data = flow->trace.data[row];
    int cells = at->size0 * at->size1; // under 2^31: the memory ends before
    return at->tensor == MASKED ? row_find_not_below_infinity(data, cells)
                                : row_find_not_finite(data, cells);
}

// The first row of `tensor` in `layer` with a bad cell, or −1; *cell is where.
static int find_in_tensor(const Flow *flow, int tensor, int layer, int *cell) {
    int heads = TENSORS[tensor].scope == SCOPE_HEAD ? flow->sizes.H : 1;
    int first = trace_row(&flow->trace, &flow->sizes, tensor, layer, 0);
    for (int row = first; row < first + heads; row++) {
        *cell = find_in_row(flow, row);
        if (*cell >= 0)
            return row;
    }
    return -1;
}

static bool step_uses(StepId step, int weight) {
    bool tied = weight == TOKEN_EMBEDDING_WEIGHT && step == STEP_PREDICT;
    return TENSORS[weight].step == (int)step || tied;
}

static int find_in_weights(const Flow *flow, StepId step, int layer, int *cell) {
    for (int tensor = 0; tensor < TENSOR_COUNT; tensor++) {
        if (!TENSORS[tensor].writable || !step_uses(step, tensor))
            continue;
        int row = find_in_tensor(flow, tensor, layer, cell);
        if (row >= 0)
            return row;
    }
    return -1;
}

static int find_in_results(const Flow *flow, StepId step, int layer, int *cell) {
    for (int tensor = 0; tensor < TENSOR_COUNT; tensor++) {
        if (TENSORS[tensor].writable || TENSORS[tensor].step != (int)step)
            continue;
        int row = find_in_tensor(flow, tensor, layer, cell);
        if (row >= 0)
            return row;
    }
    return -1;
}

static const char *value_name(float value) {
    if (isnan(value))
        return "NaN";
    return value > 0 ? "Infinity" : "-Infinity";
}

static Status say_where(const Flow *flow, StepId step, int row, int cell, Problem *problem) {
    const TraceRow *at = &flow->trace.rows[row];
    const TensorInfo *info = &TENSORS[at->tensor];
    const char *value = value_name(flow->trace.data[row][cell]);
    if (info->writable)
        problem_say(problem, STATUS_NOT_FINITE,
                    "The weight %s holds %s at cell %d; write a finite number there.", info->name,
                    value, cell);
    else
        problem_say(problem, STATUS_NOT_FINITE,
                    "The step %s gave %s in %s although its weights are finite: a number grew "
                    "too large for a float, or a norm without epsilon met a row of equal numbers; "
                    "make weights smaller or the epsilon larger.",
                    STEPS[step].name, value, info->name);
    problem->step = STEPS[step].name;
    problem->tensor = info->name;
    problem->layer = at->layer;
    problem->head = at->head;
    problem->row = at->rank == 2 ? cell / at->size1 : cell;
    problem->column = at->rank == 2 ? cell % at->size1 : -1;
    return STATUS_NOT_FINITE;
}

Status finite_check(const Flow *flow, StepId step, int layer, Problem *problem) {
    int cell;
    int row = find_in_results(flow, step, layer, &cell);
    if (row < 0)
        return STATUS_OK;
    int weight_cell;
    int weight_row = find_in_weights(flow, step, layer, &weight_cell);
    return weight_row >= 0 ? say_where(flow, step, weight_row, weight_cell, problem)
                           : say_where(flow, step, row, cell, problem);
}

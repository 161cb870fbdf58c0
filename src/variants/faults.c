// Faults: see faults.h.
#include "variants/faults.h"

#include "kernels/kernels.h"

#include <string.h>

const char *const FAULT_NAMES[FAULT_COUNT] = {
    [FAULT_NONE] = "none",
    [FAULT_SOFTMAX_COLUMNS] = "softmax_columns",
    [FAULT_MASK_AFTER_SOFTMAX] = "mask_after_softmax",
    [FAULT_ZERO_MASK] = "zero_mask",
    [FAULT_NO_HEAD_TRANSPOSE] = "no_head_transpose",
};

static void transpose_heads(const Flow *flow, int layer, TensorId id) {
    size_t t_count = (size_t)flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        float *cells = head_tensor(flow, id, layer, head); // [T,T]
        for (size_t row = 0; row < t_count; row++)
            for (size_t column = 0; column < row; column++) {
                float kept = cells[row * t_count + column];
                cells[row * t_count + column] = cells[column * t_count + row];
                cells[column * t_count + row] = kept;
            }
    }
}

// The rows of the transpose are the columns.
static void softmax_columns(const Flow *flow, int layer) {
    transpose_heads(flow, layer, MASKED);
    step_softmax(flow, layer);
    transpose_heads(flow, layer, MASKED);
    transpose_heads(flow, layer, EXP);
    transpose_heads(flow, layer, WEIGHTS);
}

static void mask_nothing(const Flow *flow, int layer) {
    size_t bytes = (size_t)flow->sizes.T * flow->sizes.T * sizeof(float);
    for (int head = 0; head < flow->sizes.H; head++)
        memcpy(head_tensor(flow, MASKED, layer, head), head_tensor(flow, SCALED, layer, head),
               bytes);
}

static void write_zeros_where_hidden(const Flow *flow, int layer, TensorId id) {
    for (int head = 0; head < flow->sizes.H; head++)
        hide_cells(head_tensor(flow, id, layer, head), flow, layer, head, 0);
}

static void mask_with_zero(const Flow *flow, int layer) {
    mask_nothing(flow, layer);
    write_zeros_where_hidden(flow, layer, MASKED);
}

static void softmax_then_mask(const Flow *flow, int layer) {
    step_softmax(flow, layer);
    write_zeros_where_hidden(flow, layer, WEIGHTS);
}

static void project_view(const Flow *flow, int layer, TensorId out, TensorId weight,
                         TensorId bias) {
    int d = flow->sizes.D, k = flow->sizes.K, heads = flow->sizes.H;
    for (int s = 0; s < heads * flow->sizes.T; s++) {
        int head = s / flow->sizes.T, row = s % flow->sizes.T; // where it is read from
        size_t token = (size_t)(s / heads), first = (size_t)(s % heads) * k;
        rows_project(head_tensor(flow, out, layer, head) + (size_t)row * k, // [K]
                     layer_tensor(flow, ATTENTION_NORM, layer) + token * d, // [D]
                     layer_tensor(flow, weight, layer) + first * (size_t)d, // [K,D] of [D,D]
                     layer_tensor(flow, bias, layer) + first, 1, k, d);     // [K] of [D]
    }
}

static void project_views(const Flow *flow, int layer) {
    project_view(flow, layer, QUERY, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS);
    project_view(flow, layer, KEY, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS);
    project_view(flow, layer, VALUE, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS);
}

static size_t clamp(size_t value, size_t low, size_t high) {
    return value < low ? low : value > high ? high : value;
}

// A head fills a stretch of concat, read as one long row; of each token's D numbers it owns those
// inside the stretch, which may be all, some or none.
static void contribute_view(const Flow *flow, int layer, int head) {
    size_t d = (size_t)flow->sizes.D, cells = (size_t)flow->sizes.T * flow->sizes.K;
    const float *concat = layer_tensor(flow, CONCAT, layer);                  // [T,D]
    const float *weight = layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer); // [D,D]
    float *contribution = head_tensor(flow, HEAD_CONTRIBUTION, layer, head);  // [T,D]
    for (size_t start = 0; start < d * flow->sizes.T; start += d) {
        size_t from = clamp(head * cells, start, start + d);
        size_t to = clamp((head + 1) * cells, start, start + d);
        rows_project_columns(contribution + start, concat + from, weight + (from - start), (int)d,
                             1, (int)d, (int)(to - from));
    }
}

static void merge_views(const Flow *flow, int layer) {
    float *concat = layer_tensor(flow, CONCAT, layer); // [T,D], written as [H,T,K]
    size_t cells = (size_t)flow->sizes.T * flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++)
        place_head(concat + head * cells, flow->sizes.K, flow, layer, head);
    project_concat(flow, layer);
    for (int head = 0; head < flow->sizes.H; head++)
        contribute_view(flow, layer, head);
}

Step *fault_step(Fault fault, StepId step) {
    static Step *const INSTEAD[FAULT_COUNT][STEP_COUNT] = {
        [FAULT_SOFTMAX_COLUMNS] = {[STEP_SOFTMAX] = softmax_columns},
        [FAULT_MASK_AFTER_SOFTMAX] =
            {[STEP_MASK] = mask_nothing, [STEP_SOFTMAX] = softmax_then_mask},
        [FAULT_ZERO_MASK] = {[STEP_MASK] = mask_with_zero},
        [FAULT_NO_HEAD_TRANSPOSE] = {[STEP_PROJECT] = project_views, [STEP_MERGE] = merge_views},
    };
    Step *instead = INSTEAD[fault][step];
    return instead ? instead : STEPS[step].run;
}

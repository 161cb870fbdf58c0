// Faults: see faults.h.
#include "steps/faults.h"

#include "kernels/kernels.h"

const char *const FAULT_NAMES[FAULT_COUNT] = {
    [FAULT_NONE] = "none",
    [FAULT_SOFTMAX_COLUMNS] = "softmax_columns",
    [FAULT_MASK_AFTER_SOFTMAX] = "mask_after_softmax",
    [FAULT_ZERO_MASK] = "zero_mask",
    [FAULT_NO_HEAD_TRANSPOSE] = "no_head_transpose",
};

void transpose_cells(float *cells, int t_count) {
    size_t n = (size_t)t_count;
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < row; column++) {
            float kept = cells[row * n + column];
            cells[row * n + column] = cells[column * n + row];
            cells[column * n + row] = kept;
        }
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

void project_views(const Flow *flow, int layer) {
    project_view(flow, layer, QUERY, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS);
    project_view(flow, layer, KEY, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS);
    project_view(flow, layer, VALUE, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS);
}

static size_t clamp(size_t value, size_t low, size_t high) {
    return value < low ? low : value > high ? high : value;
}

// A head fills a stretch of concat, read as one long row; of each token's D numbers it owns those
// inside the stretch, which may be all, some or none.
void contribute_view(const Flow *flow, int layer, int head) {
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

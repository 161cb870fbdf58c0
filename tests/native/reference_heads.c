// See reference.h: what each head does, right or with the fault that the run asked for.
#include "reference.h"

#include "check.h"

#include <math.h>

static void compare_rotation(const Flow *flow, TensorId rotated, TensorId plain, int layer,
                             int head) {
    int k = flow->sizes.K;
    const float *x = head_tensor(flow, plain, layer, head);
    bool rope = flow->request.position == POSITION_ROPE;
    for (int cell = 0; cell < flow->sizes.T * k; cell++) {
        int odd = cell % k % 2;
        double angle =
            rope ? cell / k * pow(flow->settings.rope_base, -(cell % k - odd) / (double)k) : 0;
        double other = rope ? x[odd ? cell - 1 : cell + 1] : 0;
        double wanted = x[cell] * cos(angle) + (odd ? 1 : -1) * other * sin(angle);
        expect_cell(flow, rotated, layer, head, cell, wanted, fabs(x[cell]) + fabs(other));
    }
}

static bool is_hidden(const Flow *flow, int layer, int head, int query, int key) {
    const Request *request = &flow->request;
    if ((request->causal && key > query) || request->ids[key] == request->padding_id)
        return true;
    for (int i = 0; i < request->n_cuts; i++) {
        const Cut *cut = &request->cuts[i];
        if ((cut->layer < 0 || cut->layer == layer) && (cut->head < 0 || cut->head == head) &&
            (cut->query < 0 || cut->query == query) && (cut->key < 0 || cut->key == key))
            return true;
    }
    return false;
}

static bool has(const Flow *flow, Fault fault) {
    return flow->request.fault == fault;
}

static double divisor(const Flow *flow) {
    const double divisors[] = {[SCALE_SQRT_K] = sqrt(flow->sizes.K),
                               [SCALE_NONE] = 1,
                               [SCALE_K] = flow->sizes.K,
                               [SCALE_SQRT_D] = sqrt(flow->sizes.D)};
    return divisors[flow->request.scale];
}

// What the softmax should read at a cell.
static double masked_cell(const Flow *flow, int layer, int head, int query, int key) {
    double scaled = head_tensor(flow, SCALED, layer, head)[query * flow->sizes.T + key];
    if (!is_hidden(flow, layer, head, query, key) || has(flow, FAULT_MASK_AFTER_SOFTMAX))
        return scaled;
    return has(flow, FAULT_ZERO_MASK) ? 0 : -INFINITY;
}

// One row of a softmax; one column, where that is the fault.
static void compare_softmax(const Flow *flow, int layer, int head, int line) {
    int t = flow->sizes.T;
    bool columns = has(flow, FAULT_SOFTMAX_COLUMNS);
    double top = -INFINITY, sum = 0;
    for (int i = 0; i < t; i++)
        top = fmax(top, masked_cell(flow, layer, head, columns ? i : line, columns ? line : i));
    bool empty = top == -INFINITY;
    for (int i = 0; i < t && !empty; i++)
        sum += exp(masked_cell(flow, layer, head, columns ? i : line, columns ? line : i) - top);
    expect_cell(flow, ROW_EMPTY, layer, head, line, empty, 0);
    expect_cell(flow, ROW_MAX, layer, head, line, empty ? 0 : top, fabs(top));
    expect_cell(flow, ROW_SUM, layer, head, line, sum, sum);
    for (int i = 0; i < t; i++) {
        int query = columns ? i : line, key = columns ? line : i, cell = query * t + key;
        double scaled = head_tensor(flow, SCORES, layer, head)[cell] / divisor(flow);
        double masked = masked_cell(flow, layer, head, query, key);
        double power = masked == -INFINITY ? 0 : exp(masked - top);
        bool hidden = is_hidden(flow, layer, head, query, key) &&
                      (has(flow, FAULT_MASK_AFTER_SOFTMAX) || masked == -INFINITY);
        expect_cell(flow, SCALED, layer, head, cell, scaled, fabs(scaled));
        expect_cell(flow, MASKED, layer, head, cell, masked, fabs(scaled));
        expect_cell(flow, EXP, layer, head, cell, power, power > 0);
        expect_cell(flow, WEIGHTS, layer, head, cell, empty || hidden ? 0 : power / sum, !hidden);
    }
}

static void compare_mix(const Flow *flow, int layer, int head) {
    int t = flow->sizes.T, k = flow->sizes.K;
    const float *weights = head_tensor(flow, WEIGHTS, layer, head);
    const float *value = head_tensor(flow, VALUE, layer, head);
    for (int query = 0; query < t; query++) {
        double row = 0, column = 0;
        for (int i = 0; i < t; i++) {
            row += weights[query * t + i];
            column += weights[i * t + query];
        }
        expect_cell(flow, WEIGHTS_ROW_SUM, layer, head, query, row, row);
        expect_cell(flow, WEIGHTS_COLUMN_SUM, layer, head, query, column, column);
        for (int i = 0; i < k; i++) {
            double sum = 0, terms = 0;
            for (int key = 0; key < t; key++) {
                sum += (double)weights[query * t + key] * value[key * k + i];
                terms += fabs((double)weights[query * t + key] * value[key * k + i]);
            }
            expect_cell(flow, HEAD_OUTPUT, layer, head, query * k + i, sum, terms);
        }
    }
}

// A row of a head belongs to a token and to a block of K columns: its own, unless the transpose
// is forgotten.
static int token_of(const Flow *flow, int head, int row) {
    int s = head * flow->sizes.T + row;
    return has(flow, FAULT_NO_HEAD_TRANSPOSE) ? s / flow->sizes.H : row;
}

static int block_of(const Flow *flow, int head, int row) {
    int s = head * flow->sizes.T + row;
    return has(flow, FAULT_NO_HEAD_TRANSPOSE) ? s % flow->sizes.H : head;
}

static void compare_merge(const Flow *flow, int layer, int head) {
    Sizes s = flow->sizes;
    const float *out = layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer);
    const float *output = head_tensor(flow, HEAD_OUTPUT, layer, head);
    bool off = false;
    for (int i = 0; i < flow->request.n_heads_off; i++) {
        HeadOff one = flow->request.heads_off[i];
        off |= (one.layer < 0 || one.layer == layer) && (one.head < 0 || one.head == head);
    }
    for (int row = 0; row < s.T; row++)
        for (int i = 0; i < s.K; i++) {
            int column = block_of(flow, head, row) * s.K + i;
            float joined =
                layer_tensor(flow, CONCAT, layer)[token_of(flow, head, row) * s.D + column];
            expect(joined == (off ? 0 : output[row * s.K + i]), "concat of head %d", head);
        }
    for (int cell = 0; cell < s.T * s.D; cell++) {
        double sum = 0, terms = 0;
        for (int row = 0; row < s.T && !off; row++)
            for (int i = 0; i < s.K && token_of(flow, head, row) == cell / s.D; i++) {
                int column = block_of(flow, head, row) * s.K + i;
                double term = (double)output[row * s.K + i] * out[cell % s.D * s.D + column];
                sum += term;
                terms += fabs(term);
            }
        expect_cell(flow, HEAD_CONTRIBUTION, layer, head, (size_t)cell, sum, terms);
    }
}

void compare_head(const Flow *flow, int layer, int head) {
    Sizes s = flow->sizes;
    const TensorId roles[3][3] = {{QUERY, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS},
                                  {KEY, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS},
                                  {VALUE, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS}};
    for (int i = 0; i < 3 * s.T; i++) {
        int role = i % 3, row = i / 3, block = block_of(flow, head, row) * s.K;
        Product row_of_head = {.out = roles[role][0],
                               .first = (size_t)row * s.K,
                               .x = layer_tensor(flow, ATTENTION_NORM, layer) +
                                    token_of(flow, head, row) * s.D,
                               .w = layer_tensor(flow, roles[role][1], layer) + block * s.D,
                               .bias = layer_tensor(flow, roles[role][2], layer) + block,
                               .rows = 1,
                               .columns = s.K,
                               .inner = s.D};
        compare_product(flow, row_of_head, layer, head);
    }
    compare_rotation(flow, ROTATED_QUERY, QUERY, layer, head);
    compare_rotation(flow, ROTATED_KEY, KEY, layer, head);
    compare_product(flow,
                    (Product){SCORES, 0, head_tensor(flow, ROTATED_QUERY, layer, head),
                              head_tensor(flow, ROTATED_KEY, layer, head), NULL, s.T, s.T, s.K},
                    layer, head);
    for (int line = 0; line < s.T; line++)
        compare_softmax(flow, layer, head, line);
    compare_mix(flow, layer, head);
    compare_merge(flow, layer, head);
}

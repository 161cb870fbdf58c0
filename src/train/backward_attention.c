// The attention steps, backwards: merge, mix, softmax, scale, score, rotate, project. A comment has
// x' for the gradient of x.
#include "kernels/backward.h"
#include "kernels/kernels.h"
#include "train/backward.h"

#include <string.h>

// attention_output = concat · W_Oᵀ + b_O; then each head takes its columns of concat'.
void backward_merge(const Flow *flow, const Flow *gradients, int layer) {
    int rows = flow->rows.count, d = flow->sizes.D, k = flow->sizes.K;
    const float *output = layer_rows(gradients, ATTENTION_OUTPUT, layer); // [rows,D]
    float *concat = layer_rows(gradients, CONCAT, layer);                 // [rows,D]
    rows_mix_add(concat, output, layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer), rows, d, d);
    rows_gather_add(layer_tensor(gradients, ATTENTION_OUTPUT_WEIGHT, layer), output,
                    layer_rows(flow, CONCAT, layer), d, d, rows);
    columns_sum_add(layer_tensor(gradients, ATTENTION_OUTPUT_BIAS, layer), output, rows, d);
    for (int head = 0; head < flow->sizes.H; head++) {
        float *head_output = head_rows(gradients, HEAD_OUTPUT, layer, head); // [rows,K]
        for (int row = 0; row < rows; row++)
            memcpy(head_output + (size_t)row * k, concat + (size_t)row * d + (size_t)head * k,
                   (size_t)k * sizeof(float));
    }
}

// head_output = weights · V   ⇒   weights' += head_output' · Vᵀ,   V' = weightsᵀ · head_output'
void backward_mix(const Flow *flow, const Flow *gradients, int layer) {
    int t = flow->sizes.T, k = flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++) {
        const float *output = head_tensor(gradients, HEAD_OUTPUT, layer, head); // [T,K]
        float *through = head_tensor(gradients, EXP, layer, head);     // [T,T], free at this moment
        float *weights = head_tensor(gradients, WEIGHTS, layer, head); // [T,T]
        rows_project(through, output, head_tensor(flow, VALUE, layer, head), NULL, t, t, k);
        row_add(weights, weights, through, t * t);
        rows_gather_add(head_tensor(gradients, VALUE, layer, head),
                        head_tensor(flow, WEIGHTS, layer, head), output, t, k, t);
    }
}

// A row that saw nothing has only zeros for weights and so sends nothing back.
void backward_softmax(const Flow *flow, const Flow *gradients, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        float *masked = head_tensor(gradients, MASKED, layer, head);                  // [T,T]
        const float *weights = head_tensor(flow, WEIGHTS, layer, head);               // [T,T]
        const float *weight_gradients = head_tensor(gradients, WEIGHTS, layer, head); // [T,T]
        for (int query = 0; query < t; query++) {
            size_t row = (size_t)query * t;
            row_softmax_backward(masked + row, weights + row, weight_gradients + row, t);
        }
    }
}

// scaled = scores · factor, masked or not.
void backward_scale(const Flow *flow, const Flow *gradients, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++)
        row_scale(head_tensor(gradients, SCORES, layer, head),
                  head_tensor(gradients, MASKED, layer, head), score_factor(flow), t * t);
}

// scores = Q · Kᵀ   ⇒   Q' = scores' · K,   K' = scores'ᵀ · Q
void backward_score(const Flow *flow, const Flow *gradients, int layer) {
    int t = flow->sizes.T, k = flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++) {
        const float *scores = head_tensor(gradients, SCORES, layer, head); // [T,T]
        rows_mix_add(head_tensor(gradients, ROTATED_QUERY, layer, head), scores,
                     head_tensor(flow, ROTATED_KEY, layer, head), t, k, t);
        rows_gather_add(head_tensor(gradients, ROTATED_KEY, layer, head), scores,
                        head_tensor(flow, ROTATED_QUERY, layer, head), t, k, t);
    }
}

// The transpose of a rotation is the rotation the other way.
static void rotate_back(float *out /* [pairs,2] */, const float *gradient /* [pairs,2] */,
                        const Rotation *rotations /* [pairs] */, int pairs) {
    for (int i = 0; i < pairs; i++, gradient += 2, out += 2) {
        double g0 = gradient[0], g1 = gradient[1];
        out[0] = (float)(g0 * rotations[i].cosine + g1 * rotations[i].sine);
        out[1] = (float)(g1 * rotations[i].cosine - g0 * rotations[i].sine);
    }
}

static void rotate_head_back(const Flow *flow, float *out /* [T,K] */,
                             const float *gradient /* [T,K] */) {
    int cells = flow->sizes.T * flow->sizes.K;
    if (flow->request.position == POSITION_ROPE)
        rotate_back(out, gradient, flow->rotations, cells / 2);
    else
        memcpy(out, gradient, (size_t)cells * sizeof(float));
}

void backward_rotate(const Flow *flow, const Flow *gradients, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        rotate_head_back(flow, head_tensor(gradients, QUERY, layer, head),
                         head_tensor(gradients, ROTATED_QUERY, layer, head));
        rotate_head_back(flow, head_tensor(gradients, KEY, layer, head),
                         head_tensor(gradients, ROTATED_KEY, layer, head));
    }
}

static void project_head_back(const Flow *flow, const Flow *gradients, int layer, int head,
                              TensorId out, TensorId weight, TensorId bias) {
    int t = flow->sizes.T, d = flow->sizes.D, k = flow->sizes.K;
    size_t first = (size_t)head * k;
    const float *gradient = head_tensor(gradients, out, layer, head); // [T,K]
    rows_mix_add(layer_tensor(gradients, ATTENTION_NORM, layer), gradient,
                 layer_tensor(flow, weight, layer) + first * d, t, d, k);
    rows_gather_add(layer_tensor(gradients, weight, layer) + first * d, gradient,
                    layer_tensor(flow, ATTENTION_NORM, layer), k, d, t);
    columns_sum_add(layer_tensor(gradients, bias, layer) + first, gradient, t, k);
}

// Q_h = X · W_Q[h]ᵀ + b_Q[h], and the same for K and V: X collects from all of them.
void backward_project(const Flow *flow, const Flow *gradients, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        project_head_back(flow, gradients, layer, head, QUERY, ATTENTION_QUERY_WEIGHT,
                          ATTENTION_QUERY_BIAS);
        project_head_back(flow, gradients, layer, head, KEY, ATTENTION_KEY_WEIGHT,
                          ATTENTION_KEY_BIAS);
        project_head_back(flow, gradients, layer, head, VALUE, ATTENTION_VALUE_WEIGHT,
                          ATTENTION_VALUE_BIAS);
    }
}

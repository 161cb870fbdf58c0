// The attention steps, backwards: merge, mix, softmax, scale, score, rotate, project.
#include "kernels/backward.h"
#include "kernels/kernels.h"
#include "train/backward.h"

#include <math.h>
#include <string.h>

// attention_output = concat · W_Oᵀ + b_O; then each head takes its columns of concat's slopes.
void back_merge(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    int t_count = rows.count, d = flow->sizes.D, k = flow->sizes.K;
    size_t from = (size_t)rows.first * d;
    const float *concat = layer_tensor(flow, CONCAT, layer) + from;                // [t,D]
    const float *out_slope = layer_tensor(slopes, ATTENTION_OUTPUT, layer) + from; // [t,D]
    float *concat_slope = layer_tensor(slopes, CONCAT, layer) + from;              // [t,D]
    rows_mix_add(concat_slope, out_slope, layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer),
                 t_count, d, d);
    rows_gather_add(layer_tensor(slopes, ATTENTION_OUTPUT_WEIGHT, layer), out_slope, concat, d, d,
                    t_count);
    columns_sum_add(layer_tensor(slopes, ATTENTION_OUTPUT_BIAS, layer), out_slope, t_count, d);
    for (int head = 0; head < flow->sizes.H; head++) {
        float *head_slope =
            head_tensor(slopes, HEAD_OUTPUT, layer, head) + (size_t)rows.first * k; // [t,K]
        for (int t = 0; t < t_count; t++)
            memcpy(head_slope + (size_t)t * k, concat_slope + (size_t)t * d + (size_t)head * k,
                   (size_t)k * sizeof(float));
    }
}

// head_output = weights · V   ⇒   weights' += out' · Vᵀ,   V' = weightsᵀ · out'
void back_mix(const Flow *flow, const Flow *slopes, int layer) {
    int t = flow->sizes.T, k = flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++) {
        const float *out_slope = head_tensor(slopes, HEAD_OUTPUT, layer, head); // [T,K]
        float *through = head_tensor(slopes, EXP, layer, head); // [T,T], free at this moment
        float *weight_slopes = head_tensor(slopes, WEIGHTS, layer, head); // [T,T]
        rows_project(through, out_slope, head_tensor(flow, VALUE, layer, head), NULL, t, t, k);
        row_add(weight_slopes, weight_slopes, through, t * t);
        rows_gather_add(head_tensor(slopes, VALUE, layer, head),
                        head_tensor(flow, WEIGHTS, layer, head), out_slope, t, k, t);
    }
}

// A row that saw nothing has only zeros for weights and so sends nothing back.
void back_softmax(const Flow *flow, const Flow *slopes, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        float *masked_slope = head_tensor(slopes, MASKED, layer, head);         // [T,T]
        const float *weights = head_tensor(flow, WEIGHTS, layer, head);         // [T,T]
        const float *weight_slopes = head_tensor(slopes, WEIGHTS, layer, head); // [T,T]
        for (int query = 0; query < t; query++) {
            size_t row = (size_t)query * t;
            row_softmax_back(masked_slope + row, weights + row, weight_slopes + row, t);
        }
    }
}

// scaled = scores / √K, masked or not.
void back_scale(const Flow *flow, const Flow *slopes, int layer) {
    int t = flow->sizes.T;
    float factor = 1 / sqrtf((float)flow->sizes.K);
    for (int head = 0; head < flow->sizes.H; head++)
        row_scale(head_tensor(slopes, SCORES, layer, head),
                  head_tensor(slopes, MASKED, layer, head), factor, t * t);
}

// scores = Q · Kᵀ   ⇒   Q' = scores' · K,   K' = scores'ᵀ · Q
void back_score(const Flow *flow, const Flow *slopes, int layer) {
    int t = flow->sizes.T, k = flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++) {
        const float *score_slope = head_tensor(slopes, SCORES, layer, head); // [T,T]
        rows_mix_add(head_tensor(slopes, ROTATED_QUERY, layer, head), score_slope,
                     head_tensor(flow, ROTATED_KEY, layer, head), t, k, t);
        rows_gather_add(head_tensor(slopes, ROTATED_KEY, layer, head), score_slope,
                        head_tensor(flow, ROTATED_QUERY, layer, head), t, k, t);
    }
}

// A rotation's transpose turns the other way.
static void turn_back(float *out /* [pairs,2] */, const float *slope /* [pairs,2] */,
                      const Turn *turns /* [pairs] */, int pairs) {
    for (int i = 0; i < pairs; i++, slope += 2, out += 2) {
        double s0 = slope[0], s1 = slope[1];
        out[0] = (float)(s0 * turns[i].cosine + s1 * turns[i].sine);
        out[1] = (float)(s1 * turns[i].cosine - s0 * turns[i].sine);
    }
}

static void back_turn(const Flow *flow, float *out /* [T,K] */, const float *slope /* [T,K] */) {
    int cells = flow->sizes.T * flow->sizes.K;
    if (flow->request.position == POSITION_ROPE)
        turn_back(out, slope, flow->turns, cells / 2);
    else
        memcpy(out, slope, (size_t)cells * sizeof(float));
}

void back_rotate(const Flow *flow, const Flow *slopes, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        back_turn(flow, head_tensor(slopes, QUERY, layer, head),
                  head_tensor(slopes, ROTATED_QUERY, layer, head));
        back_turn(flow, head_tensor(slopes, KEY, layer, head),
                  head_tensor(slopes, ROTATED_KEY, layer, head));
    }
}

static void back_role(const Flow *flow, const Flow *slopes, int layer, int head, TensorId role,
                      TensorId weight, TensorId bias) {
    int t = flow->sizes.T, d = flow->sizes.D, k = flow->sizes.K;
    size_t first = (size_t)head * k;
    const float *slope = head_tensor(slopes, role, layer, head); // [T,K]
    rows_mix_add(layer_tensor(slopes, ATTENTION_NORM, layer), slope,
                 layer_tensor(flow, weight, layer) + first * d, t, d, k);
    rows_gather_add(layer_tensor(slopes, weight, layer) + first * d, slope,
                    layer_tensor(flow, ATTENTION_NORM, layer), k, d, t);
    columns_sum_add(layer_tensor(slopes, bias, layer) + first, slope, t, k);
}

// Q_h = X · W_Q[h]ᵀ + b_Q[h], and the same for K and V: X collects from all of them.
void back_project(const Flow *flow, const Flow *slopes, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        back_role(flow, slopes, layer, head, QUERY, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS);
        back_role(flow, slopes, layer, head, KEY, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS);
        back_role(flow, slopes, layer, head, VALUE, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS);
    }
}

// Norm: x [T,D] -> normed [T,D], mean [T], std [T]; three times in the walk.
//
//   mean = Σ x / D      std = √(Σ (x − mean)² / D + epsilon)
//   normed = (x − mean) / std · weight + bias
//
// Layer normalisation (Ba, Kiros and Hinton, 2016), each token on its own. It stands before
// attention, before the feed-forward layer (pre-norm) and once more after the last layer; the
// residual stream itself is never normalised.
#include "kernels/kernels.h"
#include "steps/steps.h"

typedef struct Norm {
    const float *x;             // [rows,D]
    const float *weight, *bias; // [D]
    float *normed;              // [rows,D]
    float *mean, *std;          // [rows]
} Norm;

static void norm_rows(const Flow *flow, const Norm *norm) {
    int d = flow->sizes.D;
    float epsilon = (float)flow->settings.norm_epsilon;
    for (int row = 0; row < flow->rows.count; row++) {
        const float *x = norm->x + (size_t)row * d;
        row_moments(&norm->mean[row], &norm->std[row], x, epsilon, d);
        row_normalise(norm->normed + (size_t)row * d, x, norm->mean[row], norm->std[row],
                      norm->weight, norm->bias, d);
    }
}

void step_attention_norm(const Flow *flow, int layer) {
    Norm norm = {
        .x = stream_into(flow, layer),
        .weight = layer_tensor(flow, ATTENTION_NORM_WEIGHT, layer),
        .bias = layer_tensor(flow, ATTENTION_NORM_BIAS, layer),
        .normed = layer_rows(flow, ATTENTION_NORM, layer),
        .mean = layer_rows(flow, ATTENTION_NORM_MEAN, layer),
        .std = layer_rows(flow, ATTENTION_NORM_STD, layer),
    };
    norm_rows(flow, &norm);
}

void step_feed_forward_norm(const Flow *flow, int layer) {
    Norm norm = {
        .x = layer_rows(flow, ATTENTION_RESIDUAL, layer),
        .weight = layer_tensor(flow, FEED_FORWARD_NORM_WEIGHT, layer),
        .bias = layer_tensor(flow, FEED_FORWARD_NORM_BIAS, layer),
        .normed = layer_rows(flow, FEED_FORWARD_NORM, layer),
        .mean = layer_rows(flow, FEED_FORWARD_NORM_MEAN, layer),
        .std = layer_rows(flow, FEED_FORWARD_NORM_STD, layer),
    };
    norm_rows(flow, &norm);
}

void step_final_norm(const Flow *flow, int layer) {
    (void)layer;
    Norm norm = {
        .x = stream_into(flow, flow->sizes.L),
        .weight = model_tensor(flow, FINAL_NORM_WEIGHT),
        .bias = model_tensor(flow, FINAL_NORM_BIAS),
        .normed = model_rows(flow, FINAL),
        .mean = model_rows(flow, FINAL_MEAN),
        .std = model_rows(flow, FINAL_STD),
    };
    norm_rows(flow, &norm);
}

// Norms, residual additions and the feed-forward layer, backwards.
#include "kernels/backward.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/backward.h"

#include <math.h>
#include <string.h>

static const double PER_SQRT_TWO_PI = 0.3989422804014327;

float *stream_slopes(const Flow *slopes, int layer) {
    return layer == 0 ? model_tensor(slopes, INPUT) : layer_tensor(slopes, RESIDUAL, layer - 1);
}

typedef struct Norm {
    const float *x;          // [T,D]
    const float *mean, *std; // [T]
    const float *gain;       // [D]
    const float *slope;      // [T,D]
    NormSlopes out;          // x [T,D], gain and bias [D]
} Norm;

static void back_norm(const Flow *flow, Norm norm, Rows rows) {
    int d = flow->sizes.D;
    for (int t = rows.first; t < rows.first + rows.count; t++) {
        size_t row = (size_t)t * d;
        NormSlopes out = {norm.out.x + row, norm.out.gain, norm.out.bias};
        row_normalise_back(out, norm.slope + row, norm.x + row, norm.mean[t], norm.std[t],
                           norm.gain, d);
    }
}

void back_final_norm(const Flow *flow, const Flow *slopes, Rows rows) {
    int layers = flow->sizes.L;
    back_norm(flow,
              (Norm){
                  .x = stream_into(flow, layers),
                  .mean = model_tensor(flow, FINAL_MEAN),
                  .std = model_tensor(flow, FINAL_STD),
                  .gain = model_tensor(flow, FINAL_NORM_WEIGHT),
                  .slope = model_tensor(slopes, FINAL),
                  .out = {stream_slopes(slopes, layers), model_tensor(slopes, FINAL_NORM_WEIGHT),
                          model_tensor(slopes, FINAL_NORM_BIAS)},
              },
              rows);
}

void back_feed_forward_norm(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    back_norm(flow,
              (Norm){
                  .x = layer_tensor(flow, ATTENTION_RESIDUAL, layer),
                  .mean = layer_tensor(flow, FEED_FORWARD_NORM_MEAN, layer),
                  .std = layer_tensor(flow, FEED_FORWARD_NORM_STD, layer),
                  .gain = layer_tensor(flow, FEED_FORWARD_NORM_WEIGHT, layer),
                  .slope = layer_tensor(slopes, FEED_FORWARD_NORM, layer),
                  .out = {layer_tensor(slopes, ATTENTION_RESIDUAL, layer),
                          layer_tensor(slopes, FEED_FORWARD_NORM_WEIGHT, layer),
                          layer_tensor(slopes, FEED_FORWARD_NORM_BIAS, layer)},
              },
              rows);
}

void back_attention_norm(const Flow *flow, const Flow *slopes, int layer) {
    back_norm(flow,
              (Norm){
                  .x = stream_into(flow, layer),
                  .mean = layer_tensor(flow, ATTENTION_NORM_MEAN, layer),
                  .std = layer_tensor(flow, ATTENTION_NORM_STD, layer),
                  .gain = layer_tensor(flow, ATTENTION_NORM_WEIGHT, layer),
                  .slope = layer_tensor(slopes, ATTENTION_NORM, layer),
                  .out = {stream_slopes(slopes, layer),
                          layer_tensor(slopes, ATTENTION_NORM_WEIGHT, layer),
                          layer_tensor(slopes, ATTENTION_NORM_BIAS, layer)},
              },
              (Rows){0, flow->sizes.T});
}

// out = stream + written: both take the slope as it is.
static void back_add(const Flow *flow, Rows rows, float *stream /* [T,D] */,
                     float *written /* [T,D] */, const float *slope /* [T,D] */) {
    size_t from = (size_t)rows.first * flow->sizes.D;
    size_t bytes = (size_t)rows.count * flow->sizes.D * sizeof(float);
    memcpy(stream + from, slope + from, bytes);
    memcpy(written + from, slope + from, bytes);
}

void back_feed_forward_add(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    back_add(flow, rows, layer_tensor(slopes, ATTENTION_RESIDUAL, layer),
             layer_tensor(slopes, FEED_FORWARD_OUTPUT, layer),
             layer_tensor(slopes, RESIDUAL, layer));
}

void back_attention_add(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    back_add(flow, rows, stream_slopes(slopes, layer),
             layer_tensor(slopes, ATTENTION_OUTPUT, layer),
             layer_tensor(slopes, ATTENTION_RESIDUAL, layer));
}

// gelu'(x) = Φ(x) + x · φ(x)
static void row_gelu_back(float *slope /* [F] */, const float *x /* [F] */, int n) {
    for (int i = 0; i < n; i++) {
        double at = x[i];
        double below = 0.5 * erfc(-at * 0.7071067811865476);
        double density = PER_SQRT_TWO_PI * real_exp(-0.5 * at * at);
        slope[i] *= (float)(below + at * density);
    }
}

void back_feed_forward(const Flow *flow, const Flow *slopes, int layer, Rows rows) {
    int t = rows.count, d = flow->sizes.D, f = flow->sizes.F;
    size_t narrow = (size_t)rows.first * d, wide = (size_t)rows.first * f;
    const float *normed = layer_tensor(flow, FEED_FORWARD_NORM, layer) + narrow;        // [t,D]
    const float *up = layer_tensor(flow, FEED_FORWARD_UP, layer) + wide;                // [t,F]
    const float *hidden = layer_tensor(flow, FEED_FORWARD_HIDDEN, layer) + wide;        // [t,F]
    const float *out_slope = layer_tensor(slopes, FEED_FORWARD_OUTPUT, layer) + narrow; // [t,D]
    float *up_slope = layer_tensor(slopes, FEED_FORWARD_UP, layer) + wide;              // [t,F]

    rows_mix_add(up_slope, out_slope, layer_tensor(flow, FEED_FORWARD_DOWN_WEIGHT, layer), t, f, d);
    rows_gather_add(layer_tensor(slopes, FEED_FORWARD_DOWN_WEIGHT, layer), out_slope, hidden, d, f,
                    t);
    columns_sum_add(layer_tensor(slopes, FEED_FORWARD_DOWN_BIAS, layer), out_slope, t, d);

    for (int row = 0; row < t; row++) {
        size_t from = (size_t)row * f;
        if (flow->settings.activation == ACTIVATION_GELU)
            row_gelu_back(up_slope + from, up + from, f);
        else
            row_relu_back(up_slope + from, up + from, f);
    }

    rows_mix_add(layer_tensor(slopes, FEED_FORWARD_NORM, layer) + narrow, up_slope,
                 layer_tensor(flow, FEED_FORWARD_UP_WEIGHT, layer), t, d, f);
    rows_gather_add(layer_tensor(slopes, FEED_FORWARD_UP_WEIGHT, layer), up_slope, normed, f, d, t);
    columns_sum_add(layer_tensor(slopes, FEED_FORWARD_UP_BIAS, layer), up_slope, t, f);
}

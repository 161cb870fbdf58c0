// Norms, residual additions and the feed-forward layer, backwards.
#include "kernels/backward.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/backward.h"

#include <math.h>
#include <string.h>

static const double PER_SQRT_TWO_PI = 0.3989422804014327;

float *stream_gradients(const Flow *gradients, int layer) {
    return layer == 0 ? model_rows(gradients, INPUT) : layer_rows(gradients, RESIDUAL, layer - 1);
}

typedef struct Norm {
    const float *x;          // [rows,D]
    const float *mean, *std; // [rows]
    const float *gain;       // [D]
    const float *gradient;   // [rows,D]
    NormGradients out;       // x [rows,D], gain and bias [D]
} Norm;

static void norm_backward(const Flow *flow, const Norm *norm) {
    int d = flow->sizes.D;
    for (int row = 0; row < flow->rows.count; row++) {
        size_t at = (size_t)row * d;
        NormGradients out = {norm->out.x + at, norm->out.gain, norm->out.bias};
        row_normalise_backward(out, norm->gradient + at, norm->x + at, norm->mean[row],
                               norm->std[row], norm->gain, d);
    }
}

void backward_final_norm(const Flow *flow, const Flow *gradients, int layer) {
    (void)layer;
    Norm norm = {
        .x = stream_into(flow, flow->sizes.L),
        .mean = model_rows(flow, FINAL_MEAN),
        .std = model_rows(flow, FINAL_STD),
        .gain = model_tensor(flow, FINAL_NORM_WEIGHT),
        .gradient = model_rows(gradients, FINAL),
        .out = {stream_gradients(gradients, flow->sizes.L),
                model_tensor(gradients, FINAL_NORM_WEIGHT),
                model_tensor(gradients, FINAL_NORM_BIAS)},
    };
    norm_backward(flow, &norm);
}

void backward_feed_forward_norm(const Flow *flow, const Flow *gradients, int layer) {
    Norm norm = {
        .x = layer_rows(flow, ATTENTION_RESIDUAL, layer),
        .mean = layer_rows(flow, FEED_FORWARD_NORM_MEAN, layer),
        .std = layer_rows(flow, FEED_FORWARD_NORM_STD, layer),
        .gain = layer_tensor(flow, FEED_FORWARD_NORM_WEIGHT, layer),
        .gradient = layer_rows(gradients, FEED_FORWARD_NORM, layer),
        .out = {layer_rows(gradients, ATTENTION_RESIDUAL, layer),
                layer_tensor(gradients, FEED_FORWARD_NORM_WEIGHT, layer),
                layer_tensor(gradients, FEED_FORWARD_NORM_BIAS, layer)},
    };
    norm_backward(flow, &norm);
}

void backward_attention_norm(const Flow *flow, const Flow *gradients, int layer) {
    Norm norm = {
        .x = stream_into(flow, layer),
        .mean = layer_rows(flow, ATTENTION_NORM_MEAN, layer),
        .std = layer_rows(flow, ATTENTION_NORM_STD, layer),
        .gain = layer_tensor(flow, ATTENTION_NORM_WEIGHT, layer),
        .gradient = layer_rows(gradients, ATTENTION_NORM, layer),
        .out = {stream_gradients(gradients, layer),
                layer_tensor(gradients, ATTENTION_NORM_WEIGHT, layer),
                layer_tensor(gradients, ATTENTION_NORM_BIAS, layer)},
    };
    norm_backward(flow, &norm);
}

// out = stream + written: both take the gradient as it is.
static void add_backward(const Flow *flow, float *stream /* [rows,D] */,
                         float *written /* [rows,D] */, const float *gradient /* [rows,D] */) {
    size_t bytes = (size_t)flow->rows.count * flow->sizes.D * sizeof(float);
    memcpy(stream, gradient, bytes);
    memcpy(written, gradient, bytes);
}

void backward_feed_forward_add(const Flow *flow, const Flow *gradients, int layer) {
    add_backward(flow, layer_rows(gradients, ATTENTION_RESIDUAL, layer),
                 layer_rows(gradients, FEED_FORWARD_OUTPUT, layer),
                 layer_rows(gradients, RESIDUAL, layer));
}

void backward_attention_add(const Flow *flow, const Flow *gradients, int layer) {
    add_backward(flow, stream_gradients(gradients, layer),
                 layer_rows(gradients, ATTENTION_OUTPUT, layer),
                 layer_rows(gradients, ATTENTION_RESIDUAL, layer));
}

// gelu'(x) = Φ(x) + x · φ(x), in place
static void row_gelu_backward(float *gradient /* [n] */, const float *x /* [n] */, int n) {
    for (int i = 0; i < n; i++) {
        double at = x[i];
        double below = 0.5 * erfc(-at * 0.7071067811865476);
        double density = PER_SQRT_TWO_PI * real_exp(-0.5 * at * at);
        gradient[i] *= (float)(below + at * density);
    }
}

void backward_feed_forward(const Flow *flow, const Flow *gradients, int layer) {
    int rows = flow->rows.count, d = flow->sizes.D, f = flow->sizes.F;
    const float *x = layer_rows(flow, FEED_FORWARD_UP, layer);               // [rows,F]
    const float *output = layer_rows(gradients, FEED_FORWARD_OUTPUT, layer); // [rows,D]
    float *up = layer_rows(gradients, FEED_FORWARD_UP, layer);               // [rows,F]

    rows_mix_add(up, output, layer_tensor(flow, FEED_FORWARD_DOWN_WEIGHT, layer), rows, f, d);
    rows_gather_add(layer_tensor(gradients, FEED_FORWARD_DOWN_WEIGHT, layer), output,
                    layer_rows(flow, FEED_FORWARD_HIDDEN, layer), d, f, rows);
    columns_sum_add(layer_tensor(gradients, FEED_FORWARD_DOWN_BIAS, layer), output, rows, d);

    if (flow->settings.activation == ACTIVATION_GELU)
        row_gelu_backward(up, x, rows * f);
    else
        row_relu_backward(up, x, rows * f);

    rows_mix_add(layer_rows(gradients, FEED_FORWARD_NORM, layer), up,
                 layer_tensor(flow, FEED_FORWARD_UP_WEIGHT, layer), rows, d, f);
    rows_gather_add(layer_tensor(gradients, FEED_FORWARD_UP_WEIGHT, layer), up,
                    layer_rows(flow, FEED_FORWARD_NORM, layer), f, d, rows);
    columns_sum_add(layer_tensor(gradients, FEED_FORWARD_UP_BIAS, layer), up, rows, f);
}

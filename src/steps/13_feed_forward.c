// Feed forward: feed_forward_norm [T,D] -> feed_forward_up, feed_forward_hidden [T,F] ->
// feed_forward_output [T,D].
//
//   up = x · W_upᵀ + b_up      hidden = activation(up)      output = hidden · W_downᵀ + b_down
//
// "Attention Is All You Need", section 3.3, each token on its own. The activation is
//   relu(x) = max(x, 0)
//   gelu(x) = x · Φ(x) = x / 2 · erfc(−x / √2)     (Hendrycks and Gimpel, 2016: the exact form)
// erfc, and not 1 + erf, because the latter loses its digits where x is well below 0.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

static const float SQRT_HALF = 0.70710678f;

static void row_gelu(float *out /* [n] */, const float *x /* [n] */, int n) {
    for (int i = 0; i < n; i++)
        out[i] = 0.5f * x[i] * erfcf(-x[i] * SQRT_HALF);
}

void step_feed_forward(const Flow *flow, int layer) {
    int rows = flow->rows.count, d = flow->sizes.D, f = flow->sizes.F;
    float *up = layer_rows(flow, FEED_FORWARD_UP, layer);         // [rows,F]
    float *hidden = layer_rows(flow, FEED_FORWARD_HIDDEN, layer); // [rows,F]

    rows_project(up, layer_rows(flow, FEED_FORWARD_NORM, layer),
                 layer_tensor(flow, FEED_FORWARD_UP_WEIGHT, layer), // [F,D]
                 layer_tensor(flow, FEED_FORWARD_UP_BIAS, layer),   // [F]
                 rows, f, d);
    if (flow->settings.activation == ACTIVATION_GELU)
        row_gelu(hidden, up, rows * f);
    else
        row_relu(hidden, up, rows * f);
    rows_project(layer_rows(flow, FEED_FORWARD_OUTPUT, layer), hidden,
                 layer_tensor(flow, FEED_FORWARD_DOWN_WEIGHT, layer), // [D,F]
                 layer_tensor(flow, FEED_FORWARD_DOWN_BIAS, layer),   // [D]
                 rows, d, f);
}

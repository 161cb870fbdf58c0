// See reference.h; attention is in reference_heads.c. Shape letters as in core/tensor.h.
#include "reference.h"

#include "check.h"

#include <math.h>

static const double TOLERANCE = 1e-5; // of the terms that a cell is the sum of

void expect_cell(const Flow *flow, TensorId id, int layer, int head, size_t cell, double wanted,
                 double terms) {
    double got = head_tensor(flow, id, layer, head)[cell];
    bool same = got == wanted || fabs(got - wanted) <= TOLERANCE * (terms + 1e-30);
    expect(same, "%s layer %d head %d cell %zu to be %.9g, not %.9g (T %d D %d H %d)",
           TENSORS[id].name, layer, head, cell, wanted, got, flow->sizes.T, flow->sizes.D,
           flow->sizes.H);
}

static void compare_input(const Flow *flow) {
    Sizes s = flow->sizes;
    bool sinusoidal = flow->request.position == POSITION_SINUSOIDAL;
    for (int t = 0; t < s.T; t++)
        for (int i = 0; i < s.D; i++) {
            double word =
                model_tensor(flow, TOKEN_EMBEDDING_WEIGHT)[flow->request.ids[t] * s.D + i];
            double angle = t / pow(10000, (double)(i - i % 2) / s.D);
            double wave = i % 2 ? cos(angle) : sin(angle);
            double position = sinusoidal ? flow->settings.position_amplitude * wave : 0;
            expect_cell(flow, EMBEDDING, 0, 0, t * s.D + i, word * sqrt(s.D), fabs(word * s.D));
            expect_cell(flow, POSITION, 0, 0, t * s.D + i, position, 1);
            expect_cell(flow, INPUT, 0, 0, t * s.D + i, word * sqrt(s.D) + position,
                        1 + fabs(word * s.D));
        }
}

void compare_product(const Flow *flow, Product p, int layer, int head) {
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.columns; c++) {
            double sum = p.bias ? p.bias[c] : 0, terms = fabs(sum);
            for (int i = 0; i < p.inner; i++) {
                double term = (double)p.x[(size_t)r * p.inner + i] * p.w[(size_t)c * p.inner + i];
                sum += term;
                terms += fabs(term);
            }
            expect_cell(flow, p.out, layer, head, p.first + (size_t)r * p.columns + c, sum, terms);
        }
}

static void compare_norm(const Flow *flow, TensorId normed, int layer, const float *x,
                         const float *weight, const float *bias) {
    int d = flow->sizes.D;
    for (int t = 0; t < flow->sizes.T; t++) {
        double mean = 0, square = 0, size = 0;
        for (int i = 0; i < d; i++)
            mean += x[t * d + i] / (double)d;
        for (int i = 0; i < d; i++) {
            square += pow(x[t * d + i] - mean, 2) / d;
            size = fmax(size, fabs(x[t * d + i]));
        }
        double std = sqrt(square + flow->settings.norm_epsilon);
        expect_cell(flow, normed + 1, layer, 0, t, mean, size);
        expect_cell(flow, normed + 2, layer, 0, t, std, size);
        for (int i = 0; i < d; i++)
            expect_cell(flow, normed, layer, 0, t * d + i,
                        (x[t * d + i] - mean) / std * weight[i] + bias[i],
                        size / std * fabs(weight[i]) + fabs(bias[i]));
    }
}

static double activated(const Flow *flow, double x) {
    if (flow->settings.activation == ACTIVATION_GELU)
        return x / 2 * erfc(-x / sqrt(2));
    return fmax(x, 0);
}

static void compare_layer(const Flow *flow, int layer) {
    Sizes s = flow->sizes;
    compare_norm(flow, ATTENTION_NORM, layer, stream_into(flow, layer),
                 layer_tensor(flow, ATTENTION_NORM_WEIGHT, layer),
                 layer_tensor(flow, ATTENTION_NORM_BIAS, layer));
    for (int head = 0; head < s.H; head++)
        compare_head(flow, layer, head);
    compare_product(flow,
                    (Product){ATTENTION_OUTPUT, 0, layer_tensor(flow, CONCAT, layer),
                              layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer),
                              layer_tensor(flow, ATTENTION_OUTPUT_BIAS, layer), s.T, s.D, s.D},
                    layer, 0);
    compare_norm(flow, FEED_FORWARD_NORM, layer, layer_tensor(flow, ATTENTION_RESIDUAL, layer),
                 layer_tensor(flow, FEED_FORWARD_NORM_WEIGHT, layer),
                 layer_tensor(flow, FEED_FORWARD_NORM_BIAS, layer));
    compare_product(flow,
                    (Product){FEED_FORWARD_UP, 0, layer_tensor(flow, FEED_FORWARD_NORM, layer),
                              layer_tensor(flow, FEED_FORWARD_UP_WEIGHT, layer),
                              layer_tensor(flow, FEED_FORWARD_UP_BIAS, layer), s.T, s.F, s.D},
                    layer, 0);
    for (int i = 0; i < s.T * s.F; i++) {
        double x = layer_tensor(flow, FEED_FORWARD_UP, layer)[i];
        expect_cell(flow, FEED_FORWARD_HIDDEN, layer, 0, i, activated(flow, x), fabs(x));
    }
    compare_product(flow,
                    (Product){FEED_FORWARD_OUTPUT, 0,
                              layer_tensor(flow, FEED_FORWARD_HIDDEN, layer),
                              layer_tensor(flow, FEED_FORWARD_DOWN_WEIGHT, layer),
                              layer_tensor(flow, FEED_FORWARD_DOWN_BIAS, layer), s.T, s.D, s.F},
                    layer, 0);
    for (int i = 0; i < s.T * s.D; i++) {
        float before = stream_into(flow, layer)[i];
        float middle = before + layer_tensor(flow, ATTENTION_OUTPUT, layer)[i];
        float after = middle + layer_tensor(flow, FEED_FORWARD_OUTPUT, layer)[i];
        expect(layer_tensor(flow, ATTENTION_RESIDUAL, layer)[i] == middle, "the first sum");
        expect(layer_tensor(flow, RESIDUAL, layer)[i] == after, "the second sum");
    }
}

static void compare_prediction(const Flow *flow) {
    Sizes s = flow->sizes;
    compare_product(flow,
                    (Product){LOGITS, 0, model_tensor(flow, FINAL),
                              model_tensor(flow, TOKEN_EMBEDDING_WEIGHT),
                              model_tensor(flow, PREDICTION_BIAS), s.T, s.V, s.D},
                    0, 0);
    for (int t = 0; t < s.T; t++) {
        double sum = 0, mass = 0;
        const float *logits = model_tensor(flow, LOGITS) + t * s.V;
        for (int v = 0; v < s.V; v++)
            sum += exp(logits[v]);
        for (int v = 0; v < s.V; v++)
            expect_cell(flow, PROBABILITIES, 0, 0, t * s.V + v, exp(logits[v]) / sum, 1);
        for (int c = 0; c < s.C - 1; c++)
            mass += exp(logits[flow->request.candidates[c]]);
        for (int c = 0; c < s.C - 1; c++)
            expect_cell(flow, BELIEF, 0, 0, t * s.C + c,
                        exp(logits[flow->request.candidates[c]]) / mass, 1);
        expect_cell(flow, BELIEF, 0, 0, t * s.C + s.C - 1, 1 - mass / sum, 1);
    }
}

void reference_compare(const Flow *flow) {
    compare_input(flow);
    for (int layer = 0; layer < flow->sizes.L; layer++)
        compare_layer(flow, layer);
    compare_norm(flow, FINAL, 0, stream_into(flow, flow->sizes.L),
                 model_tensor(flow, FINAL_NORM_WEIGHT), model_tensor(flow, FINAL_NORM_BIAS));
    compare_prediction(flow);
}

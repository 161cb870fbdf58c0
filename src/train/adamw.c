// AdamW: see adamw.h. Kingma and Ba, "Adam", 2015, algorithm 1, with the decay apart from the
// gradients as in Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019,
// algorithm 2.
//
//   m = β1 m + (1 − β1) g      v = β2 v + (1 − β2) g²
//   w −= rate · (m / (1 − β1ᵗ) / (√(v / (1 − β2ᵗ)) + ε) + decay · w)
//
// Gradients longer than `clip` in all are first scaled down to it (Pascanu et al., 2013).
#include "train/adamw.h"

#include "kernels/backward.h"

#include <math.h>
#include <string.h>

static const float EPSILON = 1e-8f;

typedef struct Factors {
    float gradient;              // that clips
    float first, second;         // β1, β2
    float per_first, per_second; // 1 / (1 − βᵗ)
    float rate, decay;
} Factors;

static void move_row(float *w, float *gradient, float *m, float *v, Factors by, int n) {
    for (int i = 0; i < n; i++) {
        float g = gradient[i] * by.gradient;
        m[i] = by.first * m[i] + (1 - by.first) * g;
        v[i] = by.second * v[i] + (1 - by.second) * g * g;
        float step = m[i] * by.per_first / (sqrtf(v[i] * by.per_second) + EPSILON);
        w[i] -= by.rate * (step + by.decay * w[i]);
        gradient[i] = 0;
    }
}

static double power(double base, int times) {
    double product = 1;
    while (times-- > 0)
        product *= base;
    return product;
}

static Factors factors_of(const AdamW *adamw, double length) {
    return (Factors){
        .gradient = length > adamw->clip ? (float)(adamw->clip / length) : 1,
        .first = (float)adamw->first,
        .second = (float)adamw->second,
        .per_first = (float)(1 / (1 - power(adamw->first, adamw->step))),
        .per_second = (float)(1 / (1 - power(adamw->second, adamw->step))),
        .rate = (float)adamw->rate,
    };
}

double adamw_row(const AdamW *adamw, float *weights, float *gradients, float *first, float *second,
                 int n) {
    double length = sqrt(row_square_sum(gradients, n));
    move_row(weights, gradients, first, second, factors_of(adamw, length), n);
    return length;
}

static int cells_of(const TraceRow *row) {
    return row->size0 * row->size1;
}

static bool is_weight(const Trace *trace, int row) {
    return trace->catalogue[trace->rows[row].tensor].writable;
}

void adamw_clear(const Flow *gradients) {
    const Trace *trace = &gradients->trace;
    for (int row = 0; row < trace->n_rows && is_weight(trace, row); row++)
        memset(trace->data[row], 0, (size_t)cells_of(&trace->rows[row]) * sizeof(float));
}

double adamw_step(const AdamW *adamw, const Flow *flow, const Flow *gradients, const Flow *first,
                  const Flow *second) {
    const Trace *trace = &flow->trace;
    double squares = 0;
    for (int row = 0; row < trace->n_rows && is_weight(trace, row); row++)
        squares += row_square_sum(gradients->trace.data[row], cells_of(&trace->rows[row]));
    double length = sqrt(squares);
    Factors by = factors_of(adamw, length);
    for (int row = 0; row < trace->n_rows && is_weight(trace, row); row++) {
        by.decay = trace->rows[row].rank == 2 ? (float)adamw->decay : 0;
        move_row(trace->data[row], gradients->trace.data[row], first->trace.data[row],
                 second->trace.data[row], by, cells_of(&trace->rows[row]));
    }
    return length;
}

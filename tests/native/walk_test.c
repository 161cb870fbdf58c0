// The walk in many sizes, every cell of it against reference.c: widths and lengths on both sides of
// every Vec, heads of width 1, no layer at all, every mask, position and activation.
#include "check.h"
#include "reference.h"

#include "kernels/kernels.h"
#include "model/forward.h"
#include "model/request.h"
#include "model/selftest.h"

#include <math.h>

typedef struct Case {
    int v, d, heads, layers, f, tokens;
    Activation activation;
    Position position;
    bool causal;
    int n_cuts;
} Case;

enum { MOST_TOKENS = 40, MOST_CUTS = 3, HEADS_OFF = 1 };

static void fill_weights(const Model *model, Random *random) {
    const Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows; row++) {
        int cells = trace->rows[row].size0 * trace->rows[row].size1;
        for (int i = 0; i < cells; i++)
            trace->data[row][i] = (float)random_number(random);
    }
}

static int write_request(double *values, Case c, Fault fault, Random *random) {
    const double fields[REQUEST_FIELD_COUNT] = {
        c.tokens, c.v > 1, c.n_cuts, c.causal, 0, -1, random_below(random, 4), fault, HEADS_OFF};
    int n = 0;
    for (int i = 0; i < REQUEST_FIELD_COUNT; i++)
        values[n++] = fields[i];
    for (int i = 0; i < c.tokens; i++)
        values[n++] = random_below(random, c.v);
    if (c.v > 1)
        values[n++] = 1;
    for (int i = 0; i < c.n_cuts; i++) {
        values[n++] = random_below(random, c.layers + 1) - 1;
        values[n++] = random_below(random, c.heads + 1) - 1;
        values[n++] = random_below(random, c.tokens + 1) - 1;
        values[n++] = random_below(random, c.tokens + 1) - 1;
    }
    values[n++] = c.layers - 1;
    values[n++] = random_below(random, c.heads + 1) - 1;
    return n;
}

// With some scale, and a head (or all of them) of the last layer off.
static void run_with(Case c, Fault fault, Random *random) {
    const Config config = {
        .sizes = {.V = c.v, .D = c.d, .H = c.heads, .L = c.layers, .F = c.f},
        .settings = {.activation = c.activation,
                     .position = c.position,
                     .position_amplitude = 1.5,
                     .rope_base = 1000,
                     .embedding_scale = EMBEDDING_SCALE_SQRT_D,
                     .norm_epsilon = 1e-5},
        .max_length = MOST_TOKENS,
    };
    double values[REQUEST_FIELD_COUNT + MOST_TOKENS + 1 + 4 * MOST_CUTS + 2 * HEADS_OFF];
    Problem problem = problem_none();
    Model model = {0};
    if (!expect(model_open(&model, &config, &problem) == STATUS_OK, "to open: %s", problem.message))
        return;
    fill_weights(&model, random);
    int n = write_request(values, c, fault, random);
    Request request;
    Arena lists = {0};
    bool ran =
        request_read(&request, &lists, &model.config, values, n, &problem) == STATUS_OK &&
        model_begin(&model, &request, &problem) == STATUS_OK &&
        forward_run(&model, 0, forward_step_count(&model.flow.sizes) - 1, &problem) == STATUS_OK;
    if (expect(ran, "to run: %s", problem.message))
        reference_compare(&model.flow);
    arena_close(&lists);
    model_close(&model);
}

// Right, and in every wrong way.
static void run_case(Case c, Random *random) {
    for (int fault = 0; fault < FAULT_COUNT; fault++)
        run_with(c, (Fault)fault, random);
}

static void test_exp(void) {
    for (float x = 0; x > -110; x -= 0.0137f) {
        float got;
        float sum = row_exp(&got, &x, 0, 1);
        expect(fabs(got - exp(x)) <= 3e-7 * exp(x) + 1.5e-45 && sum == got, "exp(%g), not %g", x,
               got);
    }
}

// Kernels promise that a cell does not depend on what stands beside it.
static void test_places(Random *random) {
    enum { K = 7, N = 9 };
    float x[K], w[N * K], out[N];
    for (int i = 0; i < K; i++)
        x[i] = (float)random_number(random);
    for (int i = 0; i < N * K; i++)
        w[i] = (float)random_number(random);
    rows_project(out, x, w, NULL, 1, N, K);
    for (int n = 1; n < N; n++) {
        float fewer[N];
        rows_project(fewer, x, w, NULL, 1, n, K);
        for (int i = 0; i < n; i++)
            expect(fewer[i] == out[i], "column %d of %d to equal that of %d", i, n, N);
    }
}

// A NaN must come through to where it is looked for; max(NaN, 0) is 0 in some orders.
static void test_relu(void) {
    const float x[5] = {-1, NAN, 2, -INFINITY, NAN};
    float out[5];
    row_relu(out, x, 5);
    expect(out[0] == 0 && isnan(out[1]) && out[2] == 2 && out[3] == 0 && isnan(out[4]),
           "relu of -1, NaN, 2, -Infinity, NaN");
}

void test_walk(void) {
    Random random = {1};
    expect(selftest_run() == 0, "the self-test to pass");
    test_exp();
    test_relu();
    test_places(&random);
    for (int tokens = 1; tokens <= 33; tokens++)
        run_case((Case){9, 6, 2, 1, 5, tokens, ACTIVATION_RELU, POSITION_SINUSOIDAL, tokens % 2,
                        tokens % 4},
                 &random);
    for (int k = 1; k <= 17; k++) {
        Position position = k % 2 ? POSITION_NONE : POSITION_ROPE;
        run_case((Case){k + 1, 2 * k, 2, 2, k, 5, ACTIVATION_GELU, position, k % 3 == 0, 1},
                 &random);
    }
    run_case((Case){1, 1, 1, 1, 1, 1, ACTIVATION_RELU, POSITION_SINUSOIDAL, true, 0}, &random);
    run_case((Case){3, 5, 5, 0, 2, 4, ACTIVATION_RELU, POSITION_SINUSOIDAL, false, 0}, &random);
}

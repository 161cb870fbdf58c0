// Self-test: see selftest.h.
//
// A machine can say that it knows SIMD and still compute wrong numbers (some versions of iOS do),
// so a build proves itself before it is used: a small encoder with odd sizes (tails everywhere),
// fixed weights, a causal mask and a query that sees nothing, against numbers that the float64
// oracle of tests/engine recorded; and exp over its whole range. It takes some microseconds.
#include "model/selftest.h"

#include "kernels/kernels.h"
#include "model/forward.h"

#include <math.h>
#include <stdbool.h>

enum { MODEL_FAILED = 1, WEIGHTS_DIFFER, LOGITS_DIFFER, EXP_DIFFERS };
enum { TOKENS = 5, WORDS = 7, HEAD = 1 };

// clang-format off
static const Config CONFIG = {
    .sizes = {.V = WORDS, .D = 10, .H = 2, .L = 1, .F = 7},
    .settings = {.activation = ACTIVATION_GELU, .position = POSITION_SINUSOIDAL, .position_amplitude = 1,
                 .rope_base = 10000, .embedding_scale = EMBEDDING_SCALE_SQRT_D, .norm_epsilon = 1e-5},
    .max_length = TOKENS,
};
static const int32_t IDS[TOKENS] = {3, 1, 6, 1, 0};
static const Cut CUT = {.layer = 0, .head = HEAD, .query = 3, .key = -1}; // it sees no key
static const Request REQUEST = {
    .ids = IDS, .n_tokens = TOKENS, .cuts = &CUT, .n_cuts = 1, .causal = true, .padding_id = -1,
    .position = POSITION_SINUSOIDAL, .scale = SCALE_SQRT_K, .fault = FAULT_NONE,
};

// Recorded; tests/engine/selftest.test.js holds both lists to the oracle.
static const float WANTED_WEIGHTS[TOKENS * TOKENS] = {
    1, 0, 0, 0, 0,
    0.52334325f, 0.47665675f, 0, 0, 0,
    0.51267783f, 0.072888537f, 0.41443363f, 0, 0,
    0, 0, 0, 0, 0,
    0.089528106f, 0.18970824f, 0.15040624f, 0.16238441f, 0.407973f,
};
static const float WANTED_LOGITS[TOKENS * WORDS] = {
    -2.6598344f, -0.24084284f, 0.072514323f,  1.2537685f, 0.60597349f,   -0.66733169f, 3.702288f,
    -2.0292925f, 0.89275346f,  0.6981719f,    1.8639374f, -0.069251955f, -2.1127905f,  3.5213583f,
    -1.9838983f, -0.14663621f, 0.87472599f,   1.643846f,  0.14124507f,   -1.2833029f,  3.4745982f,
    -2.1638957f, 0.24253676f,  0.72183767f,   1.4100365f, 0.77296794f,   -1.9242113f,  3.6248313f,
    -2.7825511f, 0.64420229f,  -0.023037463f, 1.4205592f, 0.015012551f,  -0.92458779f, 3.5145637f,
};
// clang-format on

// Relaxed multiply-adds round differently from machine to machine; a wrong instruction is off by
// far more than this.
static const float TOLERANCE = 1e-4f;

static bool agree(const float *got, const float *wanted, int count) {
    for (int i = 0; i < count; i++) {
        bool masked = wanted[i] == 0; // exactly, or a mask leaks
        if (masked ? got[i] != 0 : !(fabsf(got[i] - wanted[i]) <= TOLERANCE))
            return false;
    }
    return true;
}

// Numbers in −1…1 that look like nothing in particular (a linear congruential generator).
static void fill_weights(const Model *model) {
    uint32_t state = 1;
    const Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows; row++) {
        int cells = trace->rows[row].size0 * trace->rows[row].size1;
        for (int i = 0; i < cells; i++) {
            state = state * 1664525u + 1013904223u;
            trace->data[row][i] = (float)(state >> 16) / 32768 - 1;
        }
    }
}

static int check_model(Model *model) {
    Problem problem;
    if (model_open(model, &CONFIG, &problem) != STATUS_OK)
        return MODEL_FAILED;
    fill_weights(model);
    if (model_begin(model, &REQUEST, &problem) != STATUS_OK)
        return MODEL_FAILED;
    int last = forward_step_count(&model->flow.sizes) - 1;
    if (forward_run(model, 0, last, &problem) != STATUS_OK)
        return MODEL_FAILED;

    if (!agree(head_tensor(&model->flow, WEIGHTS, 0, HEAD), WANTED_WEIGHTS, TOKENS * TOKENS))
        return WEIGHTS_DIFFER;
    if (!agree(model_tensor(&model->flow, LOGITS), WANTED_LOGITS, TOKENS * WORDS))
        return LOGITS_DIFFER;
    return 0;
}

// Where exponentials go wrong: at 0, where floats become subnormal (−87.3), where they end
// (−103.97), far below, and at a mask.
static int check_exp(void) {
    static const float at[] = {0, -0.5f, -1, -20, -87, -88.5f, -104, -1e4f, -INFINITY};
    static const float wanted[] = {
        1, 0.60653066f, 0.36787944f, 2.06115362e-9f, 1.64581143e-38f, 3.67230168e-39f, 0, 0, 0};
    enum { COUNT = sizeof at / sizeof at[0] };
    float got[COUNT];
    row_exp(got, at, 0, COUNT);
    for (int i = 0; i < COUNT; i++)
        if (!(fabsf(got[i] - wanted[i]) <= 1e-6f * wanted[i]))
            return EXP_DIFFERS;
    return 0;
}

int selftest_run(void) {
    Model model = {0};
    int failed = check_model(&model);
    model_close(&model);
    return failed ? failed : check_exp();
}

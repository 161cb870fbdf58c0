// Training runs: the same bytes in slices of any size and in every build with four lanes; what may
// be asked for and what may not.
#include "check.h"

#include "attn_train.h"
#include "kernels/kernels.h"
#include "train/live.h"
#include "train/recipes.h"
#include "train/safetensors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_STEPS = 12 };

static Recipe small_recipe(int seed) {
    Recipe recipe = recipe_of(RECIPE_LIVE, seed);
    recipe.steps = RUN_STEPS;
    recipe.batch = 6;
    return recipe;
}

// FNV-1a of the file that the weights would be saved as.
static uint32_t hash_of(const Flow *flow, NumberType type) {
    uint32_t hash = 2166136261u;
    size_t size = safetensors_size(flow, type);
    uint8_t *bytes = malloc(size);
    safetensors_write(flow, type, bytes);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    free(bytes);
    return hash;
}

static bool train_small(Trainer *trainer, int seed, int slice) {
    Recipe recipe = small_recipe(seed);
    Problem problem = problem_none();
    if (!expect(trainer_open(trainer, &recipe, &problem) == STATUS_OK, "%s", problem.message))
        return false;
    while (trainer->step < RUN_STEPS)
        if (!expect(trainer_advance(trainer, slice, &problem) == STATUS_OK, "%s", problem.message))
            break;
    return true;
}

static uint32_t trained(int seed, int slice) {
    Trainer trainer;
    if (!train_small(&trainer, seed, slice))
        return 0;
    uint32_t hash = hash_of(&trainer.model.flow, TYPE_F32);
    trainer_close(&trainer);
    return hash;
}

static void test_bytes(void) {
    uint32_t whole = trained(1, RUN_STEPS);
    expect(trained(1, 5) == whole, "slices to make no difference");
    expect(trained(2, RUN_STEPS) != whole, "another seed to make one");
    // Recorded; tests/engine/trainer.test.js has the same number from WebAssembly.
    if (strcmp(kernels_build(), "scalar") != 0)
        expect(whole == 0xd3214b35u, "the bytes of every machine: 0x%08x", whole);
}

// As shipped weights are: rounded, half as long, the same everywhere; no weight is lost to
// infinity.
static void test_rounded(void) {
    Trainer trainer;
    Problem problem = problem_none();
    if (!train_small(&trainer, 1, RUN_STEPS))
        return;
    const Flow *flow = &trainer.model.flow;
    expect(safetensors_size(flow, TYPE_F16) < 0.6 * safetensors_size(flow, TYPE_F32), "half of it");
    expect(safetensors_round(flow, &problem) == STATUS_OK, "to round: %s", problem.message);
    uint32_t halves = hash_of(flow, TYPE_F16), floats = hash_of(flow, TYPE_F32);
    if (strcmp(kernels_build(), "scalar") != 0)
        expect(halves == 0xf30dd78eu, "the bytes of every machine: 0x%08x", halves);
    expect(safetensors_round(flow, &problem) == STATUS_OK && hash_of(flow, TYPE_F32) == floats,
           "numbers that are rounded to stay");
    for (int i = 0; i < 2; i++) {
        model_tensor(flow, PREDICTION_BIAS)[7] = i ? NAN : -65520;
        expect(safetensors_round(flow, &problem) == STATUS_NOT_FINITE, "no room for %d", i);
        expect(strstr(problem.message, "Weight 7 of prediction.bias") != NULL, "%s to name it",
               problem.message);
    }
    trainer_close(&trainer);
}

static void start_values(double *values) {
    const double first[LIVE_FIELD_COUNT] = {8, 2, 1, 8, 2, 2, 0, 1, 0.3, 0.3, 20, 4, 4, 0.005, 1};
    memcpy(values, first, sizeof first);
}

static void expect_refused(int field, double value, const char *words) {
    double *io = attn_train_parameters(LIVE_FIELD_COUNT);
    start_values(io);
    io[field] = value;
    int status = attn_train_start();
    expect(status == STATUS_BAD_CONFIG, "field %d of %g to be refused, not %d", field, value,
           status);
    expect(strstr(attn_train_error(0), words) != NULL, "%s to speak of %s", attn_train_error(0),
           words);
}

static void test_refusals(void) {
    expect_refused(0, 6, "even width"); // two heads of 3, and RoPE turns pairs
    expect_refused(0, 1e9, "d_model");
    expect_refused(0, NAN, "d_model");
    expect_refused(1, 3, "n_heads");
    expect_refused(2, 0, "n_layers");
    expect_refused(4, 3, "position");
    expect_refused(10, 0, "steps");
    expect_refused(11, 2.5, "batch");
    expect_refused(13, 0, "rate");
    expect_refused(13, INFINITY, "rate");
    expect_refused(14, -1, "seed");
    expect(attn_train_advance(12345, 1) == STATUS_BAD_HANDLE, "a run that never was");
    expect(attn_train_report(12345, 1) == STATUS_BAD_HANDLE, "a report of none");
    expect(attn_train_export(0) == STATUS_BAD_HANDLE, "a file of none");
    expect(attn_train_stop(-1) == STATUS_BAD_HANDLE, "an end of none");
}

static void test_run(void) {
    start_values(attn_train_parameters(LIVE_FIELD_COUNT));
    int handle = attn_train_start();
    if (!expect(handle > 0, "to start: %s", attn_train_error(0)))
        return;
    expect(attn_train_advance(handle, 0) == STATUS_BAD_INPUT, "no steps to be refused");
    expect(attn_train_advance(handle, 5) == 5, "five steps");
    expect(attn_train_report(handle, 0) == STATUS_BAD_INPUT, "no sentences to be refused");
    expect(attn_train_report(handle, 20) == STATUS_OK, "a report: %s", attn_train_error(handle));
    const double *report = attn_train_parameters(1);
    expect(report[0] == 5 && isfinite(report[1]), "the report to be of five steps");
    expect(fabs(report[15] - 0.646) < 5e-4, "the article's true value in it");
    expect(attn_train_export(handle) > 0, "a file: %s", attn_train_error(handle));
    expect(attn_train_advance(handle, 1000) == 20, "the run to end after its steps");
    expect(attn_train_stop(handle) == STATUS_OK, "to stop");
    expect(attn_train_stop(handle) == STATUS_BAD_HANDLE, "to stop only once");
}

// A rate far too high: either it holds or it says so, and it never traps.
static void test_wild_rate(void) {
    double *io = attn_train_parameters(LIVE_FIELD_COUNT);
    start_values(io);
    io[13] = 1;
    io[10] = 200;
    int handle = attn_train_start(), status = 0;
    for (int i = 0; i < 10 && status >= 0; i++)
        status = attn_train_advance(handle, 20);
    expect(status == 200 || status == STATUS_NOT_FINITE, "a wild rate to end well or in words");
    attn_train_stop(handle);
}

void test_trainer(void) {
    test_bytes();
    test_rounded();
    test_refusals();
    test_run();
    test_wild_rate();
}

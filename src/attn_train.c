// The trainer's entry points: handles, argument checks, status. What happens behind it is in
// train/.
#include "attn_train.h"

#include "core/check.h"
#include "core/handles.h"
#include "core/parameters.h"
#include "kernels/kernels.h"
#include "train/live.h"
#include "train/model_config.h"
#include "train/safetensors.h"
#include "train/selftest.h"

enum { ADVANCE_MOST = 1000, SENTENCES_MOST = 10000, CONFIG_BYTES = 2048 };

typedef struct Run {
    Handle handle;
    Trainer trainer;
} Run;

static Handles runs = {.noun = "training run"};

const char *attn_train_manifest(void) {
    return live_manifest(kernels_build());
}

int attn_train_selftest(void) {
    return trainer_selftest();
}

double *attn_train_parameters(int count) {
    return parameters_reserve(count, handles_begin(&runs));
}

int attn_train_start(void) {
    Problem *problem = handles_begin(&runs);
    Recipe recipe;
    if (live_recipe(&recipe, parameters_buffer(), parameters_count(), problem) != STATUS_OK)
        return problem->status;
    Run *run = handles_alloc(&runs, sizeof *run);
    if (!run)
        return problem->status;
    return handles_add(&runs, run, trainer_open(&run->trainer, &recipe, problem));
}

int attn_train_advance(int handle, int steps) {
    Run *run = handles_find(&runs, handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    if (steps < 1 || steps > ADVANCE_MOST)
        return problem_say(&run->handle.problem, STATUS_BAD_INPUT,
                           "A slice of %d steps; take 1 to %d.", steps, ADVANCE_MOST);
    Status status = trainer_advance(&run->trainer, steps, &run->handle.problem);
    return status == STATUS_OK ? run->trainer.step : (int)status;
}

int attn_train_report(int handle, int sentences) {
    Run *run = handles_find(&runs, handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    if (sentences < 1 || sentences > SENTENCES_MOST)
        return problem_say(&run->handle.problem, STATUS_BAD_INPUT,
                           "A measurement on %d sentences; take 1 to %d.", sentences,
                           SENTENCES_MOST);
    double *values = parameters_reserve(LIVE_REPORT_COUNT, &run->handle.problem);
    if (!values)
        return run->handle.problem.status;
    return live_report(values, &run->trainer, sentences, &run->handle.problem);
}

int attn_train_export(int handle) {
    Run *run = handles_find(&runs, handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    size_t size = safetensors_size(&run->trainer.model.flow, TYPE_F32);
    double *room = parameters_reserve((int)(size / sizeof(double)) + 1, &run->handle.problem);
    if (!room)
        return run->handle.problem.status;
    safetensors_write(&run->trainer.model.flow, TYPE_F32, (uint8_t *)room);
    return (int)size;
}

int attn_train_config(int handle) {
    Run *run = handles_find(&runs, handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    char *text =
        (char *)parameters_reserve(CONFIG_BYTES / (int)sizeof(double), &run->handle.problem);
    if (!text)
        return run->handle.problem.status;
    Text json = text_open(text, CONFIG_BYTES);
    model_config_write(&json, &run->trainer);
    CHECK(!json.cut);
    return (int)json.length;
}

int attn_train_stop(int handle) {
    if (handle == 0)
        return STATUS_OK;
    Run *run = handles_find(&runs, handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    trainer_close(&run->trainer);
    handles_remove(&runs, run);
    return STATUS_OK;
}

const char *attn_train_error(int handle) {
    return handles_error(&runs, handle);
}

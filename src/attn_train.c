// The trainer's door: handles, argument checks, status. What happens behind it is in train/.
#include "attn_train.h"

#include "core/check.h"
#include "core/heap.h"
#include "kernels/kernels.h"
#include "train/live.h"
#include "train/safetensors.h"

#include <limits.h>
#include <string.h>

enum { ADVANCE_MOST = 1000, SENTENCES_MOST = 10000 };

typedef struct Run {
    int handle;
    struct Run *next;
    Trainer trainer;
} Run;

static Run *runs = NULL; // a list; there are never many
static int last_handle = 0;
static Problem problem;

static Run *run_find(int handle) {
    Run *run = runs;
    while (run && run->handle != handle)
        run = run->next;
    problem = problem_none();
    if (!run)
        problem_say(&problem, STATUS_BAD_HANDLE,
                    "No training run has the handle %d; it was never started or has been stopped.",
                    handle);
    return run;
}

const char *attn_train_manifest(void) {
    return live_manifest(kernels_build());
}

int attn_train_start(void) {
    problem = problem_none();
    const double *values = attn_io(LIVE_FIELD_COUNT);
    if (!values || last_handle == INT_MAX)
        return problem_say(&problem, STATUS_NO_MEMORY,
                           "There is no room for a training run; stop another one first.");
    Recipe recipe;
    Status status = live_recipe(&recipe, values, &problem);
    if (status != STATUS_OK)
        return status;
    Run *run = heap_take(sizeof *run);
    if (!run)
        return problem_say(&problem, STATUS_NO_MEMORY,
                           "There is no room for a training run; stop another one first.");
    status = trainer_open(&run->trainer, &recipe, &problem);
    if (status != STATUS_OK) {
        heap_give(run);
        return status;
    }
    run->handle = ++last_handle;
    run->next = runs;
    runs = run;
    return run->handle;
}

int attn_train_advance(int handle, int steps) {
    Run *run = run_find(handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    if (steps < 1 || steps > ADVANCE_MOST)
        return problem_say(&problem, STATUS_BAD_INPUT, "A slice of %d steps; take 1 to %d.", steps,
                           ADVANCE_MOST);
    Status status = trainer_advance(&run->trainer, steps, &problem);
    return status == STATUS_OK ? run->trainer.step : (int)status;
}

int attn_train_report(int handle, int sentences) {
    Run *run = run_find(handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    if (sentences < 1 || sentences > SENTENCES_MOST)
        return problem_say(&problem, STATUS_BAD_INPUT,
                           "A measurement on %d sentences; take 1 to %d.", sentences,
                           SENTENCES_MOST);
    double *values = attn_io(LIVE_REPORT_COUNT);
    if (!values)
        return problem_say(&problem, STATUS_NO_MEMORY, "There is no room for a report.");
    return live_report(values, &run->trainer, sentences, &problem);
}

int attn_train_export(int handle) {
    Run *run = run_find(handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    size_t size = safetensors_size(&run->trainer.model.flow, TYPE_F32);
    double *room = attn_io((int)(size / sizeof(double)) + 1);
    if (!room)
        return problem_say(&problem, STATUS_NO_MEMORY, "There is no room for a file of %zu bytes.",
                           size);
    safetensors_write(&run->trainer.model.flow, TYPE_F32, (uint8_t *)room);
    return (int)size;
}

int attn_train_stop(int handle) {
    Run *run = run_find(handle);
    if (!run)
        return STATUS_BAD_HANDLE;
    Run **link = &runs;
    while (*link != run)
        link = &(*link)->next;
    *link = run->next;
    trainer_close(&run->trainer);
    heap_give(run);
    return STATUS_OK;
}

const char *attn_train_error(void) {
    static char text[640];
    Text json = text_open(text, sizeof text);
    if (problem.status != STATUS_OK)
        problem_write(&problem, &json);
    return text;
}

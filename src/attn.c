// The door: handles, argument checks, status. What happens behind it is in model/.
#include "attn.h"

#include "core/heap.h"
#include "core/io.h"
#include "core/trace.h"
#include "model/decode.h"
#include "model/forward.h"
#include "model/manifest.h"
#include "model/model.h"
#include "model/random.h"
#include "model/saturation.h"
#include "model/selftest.h"

#include <limits.h>

typedef struct Engine {
    int handle;
    struct Engine *next;
    Model model;
    Decode decode;
    Problem problem; // of the latest call on this engine
} Engine;

static Engine *engines = NULL; // a list; there are never many
static int last_handle = 0;
static Problem problem_without_engine;

static Engine *engine_find(int handle) {
    Engine *engine = engines;
    while (engine && engine->handle != handle)
        engine = engine->next;
    if (!engine)
        problem_say(&problem_without_engine, STATUS_BAD_HANDLE,
                    "No engine has the handle %d; it was never made or has been destroyed.",
                    handle);
    return engine;
}

int attn_abi(void) {
    return MANIFEST_ABI;
}

const char *attn_manifest(void) {
    return manifest_text();
}

int attn_selftest(void) {
    return selftest_run();
}

double *attn_io(int count) {
    problem_without_engine = problem_none();
    return io_take(count, &problem_without_engine);
}

int attn_create(void) {
    Problem *problem = &problem_without_engine;
    *problem = problem_none();
    if (io_count() < CONFIG_FIELD_COUNT)
        return problem_say(problem, STATUS_BAD_CONFIG,
                           "The io area has room for %d numbers and a config has %d; "
                           "ask for more room first.",
                           io_count(), CONFIG_FIELD_COUNT);
    if (last_handle == INT_MAX)
        return problem_say(problem, STATUS_NO_MEMORY,
                           "All handles are used up; load the engine anew.");

    Engine *engine = heap_take(sizeof *engine);
    if (!engine)
        return problem_say(problem, STATUS_NO_MEMORY,
                           "There is no room for another engine; release one first.");
    Status status = model_open(&engine->model, io_area(), problem);
    if (status != STATUS_OK) {
        heap_give(engine);
        return status;
    }
    engine->handle = ++last_handle;
    engine->problem = problem_none();
    engine->next = engines;
    engines = engine;
    return engine->handle;
}

int attn_destroy(int handle) {
    if (handle == 0)
        return STATUS_OK;
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    Engine **link = &engines;
    while (*link != engine)
        link = &(*link)->next;
    *link = engine->next;
    decode_close(&engine->decode);
    model_close(&engine->model);
    heap_give(engine);
    return STATUS_OK;
}

int attn_random_weights(int handle, uint32_t seed) {
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    engine->problem = problem_none();
    random_weights(&engine->model, seed);
    return STATUS_OK;
}

int attn_begin(int handle) {
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    engine->problem = problem_none();
    return model_begin(&engine->model, io_area(), io_count(), &engine->problem);
}

int attn_run(int handle, int from, int to) {
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    engine->problem = problem_none();
    return forward_run(&engine->model, from, to, &engine->problem);
}

int attn_decode_begin(int handle) {
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    engine->problem = problem_none();
    return decode_begin(&engine->decode, &engine->model, &engine->problem);
}

int attn_decode(int handle, int id) {
    Engine *engine = engine_find(handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    engine->problem = problem_none();
    Status status = decode_token(&engine->decode, &engine->model, id, &engine->problem);
    if (status != STATUS_OK)
        return status;
    int v = engine->model.config.sizes.V;
    double *logits = attn_io(v);
    if (!logits)
        return problem_say(&engine->problem, STATUS_NO_MEMORY,
                           "There is no room for %d logits; release an engine.", v);
    for (int i = 0; i < v; i++)
        logits[i] = engine->decode.logits[i];
    return engine->decode.count;
}

const int32_t *attn_trace(int handle) {
    Engine *engine = engine_find(handle);
    return engine ? &engine->model.flow.trace.rows->tensor : NULL;
}

int attn_trace_rows(int handle) {
    Engine *engine = engine_find(handle);
    return engine ? engine->model.flow.trace.n_rows : STATUS_BAD_HANDLE;
}

int attn_products(int count) {
    Problem *problem = &problem_without_engine;
    *problem = problem_none();
    if (count < 0 || count > io_count() / 2)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "The io area has room for %d numbers and two rows of %d do not fit; "
                           "ask for more room first.",
                           io_count(), count);
    double *io = io_area();
    float sum = 0;
    for (int i = 0; i < count; i++) {
        float product = (float)io[i] * (float)io[count + i];
        sum += product;
        io[i] = product;
    }
    if (count > 0)
        io[count] = sum;
    return STATUS_OK;
}

int attn_saturation(void) {
    problem_without_engine = problem_none();
    return saturation_measure(io_area(), io_count(), &problem_without_engine);
}

const char *attn_error(int handle) {
    static char text[640];
    Engine *engine = handle == 0 ? NULL : engine_find(handle);
    const Problem *problem = engine ? &engine->problem : &problem_without_engine;
    Text json = text_open(text, sizeof text);
    if (problem->status != STATUS_OK)
        problem_write(problem, &json);
    return text;
}

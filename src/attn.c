// The door: handles, argument checks, status. What happens behind it is in model/.
#include "attn.h"

#include <math.h>

#include "core/handles.h"
#include "core/io.h"
#include "core/trace.h"
#include "model/decode.h"
#include "model/forward.h"
#include "model/manifest.h"
#include "model/model.h"
#include "model/random.h"
#include "model/request.h"
#include "model/saturation.h"
#include "model/selftest.h"

typedef struct Engine {
    Handle handle;
    Model model;
    Decode decode;
} Engine;

static Handles engines = {.noun = "engine"};

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
    return io_take(count, handles_begin(&engines));
}

int attn_create(void) {
    Problem *problem = handles_begin(&engines);
    Config config;
    if (config_read(&config, io_area(), io_count(), problem) != STATUS_OK)
        return problem->status;
    Engine *engine = handles_alloc(&engines, sizeof *engine);
    if (!engine)
        return problem->status;
    return handles_add(&engines, engine, model_open(&engine->model, &config, problem));
}

int attn_destroy(int handle) {
    if (handle == 0)
        return STATUS_OK;
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    decode_close(&engine->decode);
    model_close(&engine->model);
    handles_remove(&engines, engine);
    return STATUS_OK;
}

int attn_random_weights(int handle, uint32_t seed) {
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    random_weights(&engine->model, seed);
    return STATUS_OK;
}

int attn_begin(int handle) {
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    Request request;
    Arena lists = {0};
    Status status = request_read(&request, &lists, &engine->model.config, io_area(), io_count(),
                                 &engine->handle.problem);
    if (status == STATUS_OK)
        status = model_begin(&engine->model, &request, &engine->handle.problem);
    arena_close(&lists);
    return status;
}

int attn_run(int handle, int from, int to) {
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    return forward_run(&engine->model, from, to, &engine->handle.problem);
}

int attn_decode_begin(int handle) {
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    return decode_begin(&engine->decode, &engine->model, &engine->handle.problem);
}

int attn_decode(int handle, int id) {
    Engine *engine = handles_find(&engines, handle);
    if (!engine)
        return STATUS_BAD_HANDLE;
    Status status = decode_token(&engine->decode, &engine->model, id, &engine->handle.problem);
    if (status != STATUS_OK)
        return status;
    int v = engine->model.config.sizes.V;
    double *logits = attn_io(v);
    if (!logits)
        return problem_say(&engine->handle.problem, STATUS_NO_MEMORY,
                           "There is no room for %d logits; release an engine.", v);
    for (int i = 0; i < v; i++)
        logits[i] = engine->decode.logits[i];
    return engine->decode.count;
}

const int32_t *attn_trace(int handle) {
    Engine *engine = handles_find(&engines, handle);
    return engine ? &engine->model.flow.trace.rows->tensor : NULL;
}

int attn_trace_rows(int handle) {
    Engine *engine = handles_find(&engines, handle);
    return engine ? engine->model.flow.trace.n_rows : STATUS_BAD_HANDLE;
}

int attn_products(int count) {
    Problem *problem = handles_begin(&engines);
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

int attn_entropies(int rows, int width) {
    Problem *problem = handles_begin(&engines);
    if (rows < 0 || width < 1 || rows > io_count() / width)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "The io area has room for %d numbers and %d rows of %d do not fit; "
                           "ask for more room first.",
                           io_count(), rows, width);
    double *io = io_area();
    for (int row = 0; row < rows; row++) {
        double entropy = 0;
        for (int i = 0; i < width; i++) {
            double p = io[row * width + i];
            entropy -= p > 0 ? p * log(p) : 0;
        }
        io[row] = entropy; // the row's own numbers have been read
    }
    return STATUS_OK;
}

int attn_saturation(void) {
    return saturation_measure(io_area(), io_count(), handles_begin(&engines));
}

const char *attn_error(int handle) {
    return handles_error(&engines, handle);
}

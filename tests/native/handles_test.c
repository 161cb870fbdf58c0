// The rule for errors, held in all three modules: the error of a call stays with its handle, or
// with the table where there is none, until the next call there.
#include "check.h"

#include "attn.h"
#include "attn_direct.h"
#include "attn_train.h"
#include "core/status.h"

#include <string.h>

// The entry points of a module that the rule is about.
typedef struct Module {
    const char *name;
    double *(*buffer)(int count);
    int count;
    double fields[16];
    int (*make)(void);
    int (*fail)(int handle); // a call that this handle refuses
    int (*work)(int handle); // one that it does
    int (*release)(int handle);
    const char *(*error)(int handle);
} Module;

static int fail_engine(int handle) {
    return attn_run(handle, 0, 0); // nothing begun
}
static int work_engine(int handle) {
    return attn_random_weights(handle, 1);
}
static int fail_attention(int handle) {
    return attn_direct_pack(handle, 0); // no block
}
static int fail_training(int handle) {
    return attn_train_advance(handle, 0);
}
static int work_training(int handle) {
    return attn_train_advance(handle, 1) > 0 ? STATUS_OK : STATUS_BAD_INPUT;
}

static const Module MODULES[] = {
    {"engine",
     attn_io,
     12,
     {11, 12, 3, 2, 10, 64, 0, 0, 1, 10000, 0, 1e-5},
     attn_create,
     fail_engine,
     work_engine,
     attn_destroy,
     attn_error},
    {"attention",
     attn_direct_io,
     14,
     {1, 2, 2, 2, 2},
     attn_direct_attention,
     fail_attention,
     attn_direct_run,
     attn_direct_destroy,
     attn_direct_error},
    {"training run",
     attn_io,
     15,
     {8, 2, 1, 8, 2, 2, 0, 1, 0.3, 0.3, 20, 4, 4, 0.005, 1},
     attn_train_start,
     fail_training,
     work_training,
     attn_train_stop,
     attn_train_error},
};

static int make(const Module *module) {
    memcpy(module->buffer(module->count), module->fields, (size_t)module->count * sizeof(double));
    return module->make();
}

static bool says(const Module *module, int handle, const char *words) {
    const char *error = module->error(handle);
    return words ? strstr(error, words) != NULL : error[0] == '\0';
}

static void test_module(const Module *module) {
    int one = make(module), other = make(module);
    if (!expect(one > 0 && other > one, "%s: two handles, not %d and %d", module->name, one, other))
        return;
    int status = module->fail(one);
    expect(status < 0 && module->work(other) == STATUS_OK, "%s: one fails, one works",
           module->name);
    expect(!says(module, one, NULL), "%s: the error of one to outlive a call on the other",
           module->name);
    expect(says(module, other, NULL), "%s: no error on the other", module->name);
    expect(says(module, 0, NULL), "%s: no error without a handle", module->name);

    expect(module->buffer(-1) == NULL && !says(module, one, "bad_input\",\"message\":\"The io"),
           "%s: an error without a handle not to reach one", module->name);
    expect(module->work(one) == STATUS_OK && says(module, one, NULL),
           "%s: a call that works to forget the error", module->name);

    expect(module->release(one) == STATUS_OK && module->release(0) == STATUS_OK,
           "%s: an end, and 0 is fine", module->name);
    const int unknown[] = {one, -1, 99999, 2147483647};
    for (int i = 0; i < 4; i++) {
        expect(module->fail(unknown[i]) == STATUS_BAD_HANDLE &&
                   module->release(unknown[i]) == STATUS_BAD_HANDLE,
               "%s: nothing to have the handle %d", module->name, unknown[i]);
        expect(says(module, 0, "it was never made or has been released"),
               "%s: one sentence, not %s", module->name, module->error(0));
        expect(says(module, unknown[i], "bad_handle"), "%s: also for itself", module->name);
    }
    expect(says(module, other, NULL), "%s: still no error on the other", module->name);
    int next = make(module);
    expect(next > other, "%s: a number is never given again", module->name);
    expect(module->release(other) == STATUS_OK && module->release(next) == STATUS_OK, "%s: the end",
           module->name);
}

void test_handles(void) {
    for (size_t i = 0; i < sizeof MODULES / sizeof MODULES[0]; i++)
        test_module(&MODULES[i]);
}

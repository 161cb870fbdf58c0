// The door: handles, refused configs and requests, and that errors are JSON with a sentence.
#include "check.h"

#include "attn.h"
#include "core/status.h"
#include "model/request.h"
#include "steps/tensors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CONFIG[] = {11, 12, 3, 2, 10, 64, 0, 0, 1, 10000, 0, 1e-5};
enum { CONFIG_COUNT = sizeof CONFIG / sizeof CONFIG[0] };

static void write_io(const double *values, int count) {
    memcpy(attn_io(count), values, (size_t)count * sizeof(double));
}

static void expect_error(int handle, const char *code) {
    const char *error = attn_error(handle);
    expect(strstr(error, code) != NULL && error[strlen(error) - 1] == '}', "%s in: %s", code,
           error);
}

static void test_bad_configs(void) {
    const struct {
        int field;
        double value;
    } wrong[] = {{0, 0},  {0, NAN}, {1, 13},  {1, -INFINITY}, {2, 0}, {2, 1e300},
                 {3, -1}, {6, 2},   {7, 0.5}, {9, 0},         {11, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double config[CONFIG_COUNT];
        memcpy(config, CONFIG, sizeof config);
        config[wrong[i].field] = wrong[i].value;
        write_io(config, CONFIG_COUNT);
        expect(attn_create() == STATUS_BAD_CONFIG, "field %d = %g to be refused", wrong[i].field,
               wrong[i].value);
        expect_error(0, "bad_config");
    }
    double huge[CONFIG_COUNT];
    memcpy(huge, CONFIG, sizeof huge);
    for (int i = 0; i < 6; i++)
        huge[i] = 16777216;
    write_io(huge, CONFIG_COUNT);
    expect(attn_create() == STATUS_TOO_LARGE, "absurd sizes to be refused");
}

static void test_lives(void) {
    write_io(CONFIG, CONFIG_COUNT);
    int first = attn_create(), second = attn_create();
    expect(first > 0 && second > 0 && first != second, "two handles");
    expect(attn_destroy(first) == 0 && attn_destroy(first) == STATUS_BAD_HANDLE, "one end");
    expect(attn_destroy(0) == 0, "destroy(0) to be fine");
    expect(attn_begin(first) == STATUS_BAD_HANDLE && attn_trace(first) == NULL, "a dead handle");
    expect_error(first, "bad_handle");
    expect(attn_run(second, 0, 0) == STATUS_BAD_STEP, "no run before begin");
    expect_error(second, "bad_step");
    expect(attn_destroy(second) == 0, "the other end");
}

static void test_runs(void) {
    write_io(CONFIG, CONFIG_COUNT);
    int h = attn_create();
    int weight_rows = attn_trace_rows(h);
    expect(weight_rows == 4 + 2 * 16, "the weights in the trace before a run");
    // All weights are zero, the norms' too: every score is 0 and every weight 1/n.
    write_io((const double[]){3, 1, 1, 0, -1, -1, 0, 0, 1, 4, 5, 6, 10, 0, 0, 1, -1, -1, 2}, 19);
    expect(attn_begin(h) == 0 && attn_run(h, 0, 29) == 0, "a run of zeros: %s", attn_error(h));
    expect(attn_error(h)[0] == '\0', "no error");
    expect(attn_trace_rows(h) > weight_rows, "intermediates in the trace");
    write_io((const double[]){3, 0, 0, 0, -1, -1, 0, 0, 0, 4, 11, 6}, 12);
    expect(attn_begin(h) == STATUS_BAD_INPUT, "an id beyond the vocabulary");
    expect_error(h, "Token 1 is 11");
    expect(attn_run(h, 5, 29) == 0, "the earlier run to be as it was");
    expect(attn_destroy(h) == 0, "the end");
}

// A buffer that is shorter than what is to be read from it, of every length; the address sanitizer
// watches that nothing beyond it is looked at.
static void test_short_buffers(void) {
    const Config config = {.sizes = {.V = 11, .D = 12, .H = 3, .K = 4, .L = 2, .F = 10},
                           .max_length = 64};
    const double run[] = {3, 1, 1, 0, -1, -1, 0, 0, 1, 4, 5, 6, 10, 0, 0, 1, -1, -1, 2};
    enum { RUN_COUNT = sizeof run / sizeof run[0] };
    for (int count = 0; count <= RUN_COUNT; count++) {
        double *values = malloc((size_t)count * sizeof(double));
        memcpy(values, run, (size_t)count * sizeof(double));
        Problem problem = problem_none();
        Request request;
        Arena lists = {0};
        Status status = request_read(&request, &lists, &config, values, count, &problem);
        expect((status == STATUS_OK) == (count == RUN_COUNT), "%d numbers of a run: %s", count,
               problem.message);
        arena_close(&lists);
        Config read;
        expect(count >= CONFIG_COUNT ||
                   config_read(&read, values, count, &problem) == STATUS_BAD_CONFIG,
               "%d numbers to be no config", count);
        free(values);
    }
}

void test_door(void) {
    expect(attn_abi() == 2 && attn_selftest() == 0, "abi and self-test");
    const char *manifest = attn_manifest();
    expect(manifest[strlen(manifest) - 1] == '}' && attn_manifest() == manifest, "one manifest");
    expect(attn_io(0) == NULL && attn_io(-5) == NULL && attn_io(1 << 30) == NULL, "no such area");
    test_bad_configs();
    test_lives();
    test_runs();
    test_short_buffers();
}

// The door to attention without a model: see attn_direct.h. What happens behind it is in model/plan
// and model/block.
#include "attn_direct.h"

#include "core/heap.h"
#include "core/io.h"
#include "model/block.h"
#include "model/direct.h"
#include "model/plan.h"

#include <limits.h>

typedef struct Direct {
    int handle;
    struct Direct *next;
    bool is_block;
    Plan plan;   // or
    Block block; // if is_block
} Direct;

static Direct *directs = NULL; // a list; there are never many
static int last_handle = 0;
static Problem problem;

const char *attn_direct_manifest(void) {
    return direct_manifest();
}

int attn_direct_selftest(void) {
    return direct_selftest();
}

double *attn_direct_io(int count) {
    problem = problem_none();
    return io_take(count, &problem);
}

static Direct *direct_find(int handle) {
    Direct *direct = directs;
    while (direct && direct->handle != handle)
        direct = direct->next;
    problem = problem_none();
    if (!direct)
        problem_say(&problem, STATUS_BAD_HANDLE,
                    "No attention has the handle %d; it was never made or has been destroyed.",
                    handle);
    return direct;
}

static Direct *block_find(int handle, bool is_block) {
    Direct *direct = direct_find(handle);
    if (!direct || direct->is_block == is_block)
        return direct;
    problem_say(&problem, STATUS_BAD_HANDLE, "The handle %d is %s; this call is for the other.",
                handle, is_block ? "an attention and no block" : "a block and no attention");
    return NULL;
}

static int create(bool is_block) {
    problem = problem_none();
    Direct *direct = last_handle < INT_MAX ? heap_take(sizeof *direct) : NULL;
    if (!direct)
        return problem_say(&problem, STATUS_NO_MEMORY,
                           "There is no room for another attention; release one first.");
    direct->is_block = is_block;
    Status status = is_block ? block_open(&direct->block, io_area(), io_count(), &problem)
                             : plan_open(&direct->plan, io_area(), io_count(), &problem);
    if (status != STATUS_OK) {
        heap_give(direct);
        return status;
    }
    direct->handle = ++last_handle;
    direct->next = directs;
    directs = direct;
    return direct->handle;
}

int attn_direct_attention(void) {
    return create(false);
}

int attn_direct_block(void) {
    return create(true);
}

int attn_direct_pack(int handle, int matrix) {
    Direct *direct = block_find(handle, true);
    return direct ? block_pack(&direct->block, matrix, &problem) : STATUS_BAD_HANDLE;
}

int attn_direct_begin(int handle) {
    Direct *direct = block_find(handle, true);
    return direct ? block_begin(&direct->block, io_area(), io_count(), &problem)
                  : STATUS_BAD_HANDLE;
}

void *attn_direct_place(int handle, int place) {
    Direct *direct = direct_find(handle);
    if (!direct || place < 0 || place >= (direct->is_block ? BLOCK_PLACE_COUNT : PLACE_COUNT))
        return NULL;
    return direct->is_block ? direct->block.places[place] : direct->plan.places[place];
}

int attn_direct_run(int handle) {
    Direct *direct = direct_find(handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    return direct->is_block ? block_run(&direct->block, &problem)
                            : plan_run(&direct->plan, &problem);
}

int attn_direct_figures(int handle) {
    Direct *direct = direct_find(handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = io_take(PLAN_FIGURE_COUNT, &problem);
    if (!io)
        return problem.status;
    if (direct->is_block)
        io[0] = block_scratch(&direct->block);
    else
        plan_figures(io, &direct->plan);
    return STATUS_OK;
}

int attn_direct_difference(int handle, int step) {
    Direct *direct = block_find(handle, false);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = io_take(1, &problem);
    return io ? (int)plan_difference(io, &direct->plan, step, &problem) : (int)problem.status;
}

int attn_direct_destroy(int handle) {
    if (handle == 0)
        return STATUS_OK;
    Direct *direct = direct_find(handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    Direct **link = &directs;
    while (*link != direct)
        link = &(*link)->next;
    *link = direct->next;
    plan_close(&direct->plan);
    block_close(&direct->block);
    heap_give(direct);
    return STATUS_OK;
}

const char *attn_direct_error(void) {
    static char text[640];
    Text json = text_open(text, sizeof text);
    if (problem.status != STATUS_OK)
        problem_write(&problem, &json);
    return text;
}

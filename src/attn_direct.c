// The door to attention without a model: see attn_direct.h. What happens behind it is in model/plan
// and model/block.
#include "attn_direct.h"

#include "core/handles.h"
#include "core/io.h"
#include "model/block.h"
#include "model/direct.h"
#include "model/plan.h"

typedef struct Direct {
    Handle handle;
    bool is_block;
    Plan plan;   // or
    Block block; // if is_block
} Direct;

static Handles directs = {.noun = "attention or block"};

const char *attn_direct_manifest(void) {
    return direct_manifest();
}

int attn_direct_selftest(void) {
    return direct_selftest();
}

double *attn_direct_io(int count) {
    return io_take(count, handles_begin(&directs));
}

// The object of a handle that is a block, or is none; NULL with bad_handle said.
static Direct *find_kind(int handle, bool is_block) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct || direct->is_block == is_block)
        return direct;
    problem_say(&direct->handle.problem, STATUS_BAD_HANDLE,
                "The handle %d is %s; this call is for the other.", handle,
                is_block ? "an attention and no block" : "a block and no attention");
    return NULL;
}

static int create(bool is_block) {
    Problem *problem = handles_begin(&directs);
    Direct *direct = handles_alloc(&directs, sizeof *direct);
    if (!direct)
        return problem->status;
    direct->is_block = is_block;
    return handles_add(&directs, direct,
                       is_block ? block_open(&direct->block, io_area(), io_count(), problem)
                                : plan_open(&direct->plan, io_area(), io_count(), problem));
}

int attn_direct_attention(void) {
    return create(false);
}

int attn_direct_block(void) {
    return create(true);
}

int attn_direct_pack(int handle, int matrix) {
    Direct *direct = find_kind(handle, true);
    return direct ? block_pack(&direct->block, matrix, &direct->handle.problem) : STATUS_BAD_HANDLE;
}

int attn_direct_begin(int handle) {
    Direct *direct = find_kind(handle, true);
    return direct ? block_begin(&direct->block, io_area(), io_count(), &direct->handle.problem)
                  : STATUS_BAD_HANDLE;
}

void *attn_direct_place(int handle, int place) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct || place < 0 || place >= (direct->is_block ? BLOCK_PLACE_COUNT : PLACE_COUNT))
        return NULL;
    return direct->is_block ? direct->block.places[place] : direct->plan.places[place];
}

int attn_direct_run(int handle) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    return direct->is_block ? block_run(&direct->block, &direct->handle.problem)
                            : plan_run(&direct->plan, &direct->handle.problem);
}

int attn_direct_figures(int handle) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = io_take(PLAN_FIGURE_COUNT, &direct->handle.problem);
    if (!io)
        return direct->handle.problem.status;
    if (direct->is_block)
        io[0] = block_scratch(&direct->block);
    else
        plan_figures(io, &direct->plan);
    return STATUS_OK;
}

int attn_direct_difference(int handle, int step) {
    Direct *direct = find_kind(handle, false);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = io_take(1, &direct->handle.problem);
    return io ? (int)plan_difference(io, &direct->plan, step, &direct->handle.problem)
              : (int)direct->handle.problem.status;
}

int attn_direct_destroy(int handle) {
    if (handle == 0)
        return STATUS_OK;
    Direct *direct = handles_find(&directs, handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    plan_close(&direct->plan);
    block_close(&direct->block);
    handles_remove(&directs, direct);
    return STATUS_OK;
}

const char *attn_direct_error(int handle) {
    return handles_error(&directs, handle);
}

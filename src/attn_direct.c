// Attention without a model: see attn_direct.h. What happens behind its entry points is in direct/.
#include "attn_direct.h"

#include "core/handles.h"
#include "core/parameters.h"
#include "direct/direct.h"
#include "direct/multi_head_plan.h"
#include "direct/plan.h"

typedef struct Direct {
    Handle handle;
    bool is_block;
    Plan plan;           // or
    MultiHeadPlan block; // if is_block
} Direct;

static Handles directs = {.noun = "attention or block"};

const char *attn_direct_manifest(void) {
    return direct_manifest();
}

int attn_direct_selftest(void) {
    return direct_selftest();
}

double *attn_direct_parameters(int count) {
    return parameters_reserve(count, handles_begin(&directs));
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

int attn_direct_attention(void) {
    Problem *problem = handles_begin(&directs);
    Direct *direct = handles_alloc(&directs, sizeof *direct);
    if (!direct)
        return problem->status;
    PlanRequest request;
    Arena cuts = {0};
    Status status =
        plan_request_read(&request, &cuts, parameters_buffer(), parameters_count(), problem);
    if (status == STATUS_OK)
        status = plan_open(&direct->plan, &request, problem);
    arena_close(&cuts);
    return handles_add(&directs, direct, status);
}

int attn_direct_block(void) {
    Problem *problem = handles_begin(&directs);
    Direct *direct = handles_alloc(&directs, sizeof *direct);
    if (!direct)
        return problem->status;
    direct->is_block = true;
    MultiHeadSizes sizes;
    Status status = multi_head_sizes_read(&sizes, parameters_buffer(), parameters_count(), problem);
    if (status == STATUS_OK)
        status = multi_head_plan_open(&direct->block, &sizes, problem);
    return handles_add(&directs, direct, status);
}

int attn_direct_pack(int handle, int matrix) {
    Direct *direct = find_kind(handle, true);
    if (!direct)
        return STATUS_BAD_HANDLE;
    return multi_head_plan_pack(&direct->block, matrix, &direct->handle.problem);
}

int attn_direct_begin(int handle) {
    Direct *direct = find_kind(handle, true);
    if (!direct)
        return STATUS_BAD_HANDLE;
    MultiHeadRequest request;
    Problem *problem = &direct->handle.problem;
    Status status =
        multi_head_request_read(&request, parameters_buffer(), parameters_count(), problem);
    return status == STATUS_OK ? multi_head_plan_begin(&direct->block, &request, problem) : status;
}

void *attn_direct_buffer(int handle, int buffer) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct || buffer < 0 ||
        buffer >= (direct->is_block ? MULTI_HEAD_BUFFER_COUNT : BUFFER_COUNT))
        return NULL;
    return direct->is_block ? direct->block.buffers[buffer] : direct->plan.buffers[buffer];
}

int attn_direct_run(int handle) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    return direct->is_block ? multi_head_plan_run(&direct->block, &direct->handle.problem)
                            : plan_run(&direct->plan, &direct->handle.problem);
}

int attn_direct_statistics(int handle) {
    Direct *direct = handles_find(&directs, handle);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = parameters_reserve(PLAN_STATISTIC_COUNT, &direct->handle.problem);
    if (!io)
        return direct->handle.problem.status;
    if (direct->is_block)
        io[0] = multi_head_plan_scratch(&direct->block);
    else
        plan_statistics(io, &direct->plan);
    return STATUS_OK;
}

int attn_direct_difference(int handle, int step) {
    Direct *direct = find_kind(handle, false);
    if (!direct)
        return STATUS_BAD_HANDLE;
    double *io = parameters_reserve(1, &direct->handle.problem);
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
    multi_head_plan_close(&direct->block);
    handles_remove(&directs, direct);
    return STATUS_OK;
}

const char *attn_direct_error(int handle) {
    return handles_error(&directs, handle);
}

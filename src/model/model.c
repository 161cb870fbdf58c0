// Model: see model.h.
#include "model/model.h"

#include "core/check.h"
#include "model/request.h"

Status model_open(Model *model, const Config *wanted, Problem *problem) {
    Config config = *wanted;
    Status status = config_complete(&config, problem);
    if (status != STATUS_OK)
        return status;

    Arena weights = {0};
    double bytes = trace_table_bytes(TENSORS, TENSOR_COUNT, &config.sizes) +
                   trace_data_bytes(TENSORS, TENSOR_COUNT, &config.sizes, true);
    status = arena_open(&weights, bytes, problem);
    if (status != STATUS_OK)
        return status;

    *model = (Model){.config = config, .weights = weights};
    model->flow.sizes = config.sizes;
    model->flow.settings = config.settings;
    trace_open(&model->flow.trace, &model->weights, TENSORS, TENSOR_COUNT, &config.sizes);
    trace_place(&model->flow.trace, &model->weights, &config.sizes, true);
    return STATUS_OK;
}

// Every layer of every run rotates by the same angles: they are computed once.
static Status make_angles(Model *model, Position position, const Sizes *sizes, Problem *problem) {
    bool rope = position == POSITION_ROPE;
    Angles *angles = rope ? &model->rotations : &model->sinusoids;
    if (position == POSITION_NONE || sizes->T <= angles->t_count)
        return STATUS_OK;
    double pairs = rope ? sizes->K / 2 : (sizes->D + 1) / 2,
           bytes = sizes->T * pairs * sizeof(Rotation);
    Status status = arena_open(&angles->arena, arena_size(bytes), problem);
    if (status != STATUS_OK)
        return status;
    Rotation *cells = arena_alloc(&angles->arena, (size_t)bytes);
    if (rope)
        write_rotations(cells, (Rows){0, sizes->T}, sizes->K, model->flow.settings.rope_base);
    else
        write_sinusoid_angles(cells, (Rows){0, sizes->T}, sizes->D);
    *(rope ? &model->flow.rotations : &model->flow.sinusoids) = cells;
    angles->t_count = sizes->T;
    return STATUS_OK;
}

Status model_begin(Model *model, const Request *request, Problem *problem) {
    CHECK(request->n_tokens > 0 && request->n_tokens <= model->config.max_length);
    Sizes sizes = model->config.sizes;
    sizes.T = request->n_tokens;
    sizes.C = request->n_candidates + 1;
    Status status = make_angles(model, request->position, &sizes, problem);
    if (status != STATUS_OK)
        return status;

    double bytes = request_bytes(request) + trace_data_bytes(TENSORS, TENSOR_COUNT, &sizes, false);
    status = arena_open(&model->activations, bytes, problem);
    if (status != STATUS_OK)
        return status;

    model->flow.request = request_copy(request, &model->activations);
    model->flow.sizes = sizes;
    model->flow.rows = (Rows){0, sizes.T};
    trace_place(&model->flow.trace, &model->activations, &sizes, false);
    model->begun = true;
    model->n_done = 0;
    return STATUS_OK;
}

void model_close(Model *model) {
    arena_close(&model->activations);
    arena_close(&model->sinusoids.arena);
    arena_close(&model->rotations.arena);
    arena_close(&model->weights);
    *model = (Model){0};
}

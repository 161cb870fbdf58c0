// Model: see model.h.
#include "model/model.h"

#include "model/request.h"

Status model_open(Model *model, const double *values, Problem *problem) {
    Config config;
    Status status = config_read(&config, values, problem);
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

// Every layer of every run turns by the same angles: they are computed once.
static Status make_angles(Model *model, Position position, const Sizes *sizes, Problem *problem) {
    bool rope = position == POSITION_ROPE;
    Angles *angles = rope ? &model->turns : &model->waves;
    if (position == POSITION_NONE || sizes->T <= angles->t_count)
        return STATUS_OK;
    double pairs = rope ? sizes->K / 2 : (sizes->D + 1) / 2,
           bytes = sizes->T * pairs * sizeof(Turn);
    Status status = arena_open(&angles->arena, arena_room(bytes), problem);
    if (status != STATUS_OK)
        return status;
    Turn *cells = arena_take(&angles->arena, (size_t)bytes);
    if (rope)
        write_turns(cells, (Rows){0, sizes->T}, sizes->K, model->flow.settings.rope_base);
    else
        write_waves(cells, (Rows){0, sizes->T}, sizes->D);
    *(rope ? &model->flow.turns : &model->flow.waves) = cells;
    angles->t_count = sizes->T;
    return STATUS_OK;
}

Status model_begin(Model *model, const double *values, int count, Problem *problem) {
    Sizes sizes;
    Status status = request_check(&sizes, &model->config, values, count, problem);
    if (status != STATUS_OK)
        return status;

    status = make_angles(model, request_position(&model->config, values), &sizes, problem);
    if (status != STATUS_OK)
        return status;

    double bytes = request_bytes(values) + trace_data_bytes(TENSORS, TENSOR_COUNT, &sizes, false);
    status = arena_open(&model->activations, bytes, problem);
    if (status != STATUS_OK)
        return status;

    request_read(&model->flow.request, &model->activations, &model->config, values);
    model->flow.sizes = sizes;
    model->flow.rows = (Rows){0, sizes.T};
    trace_place(&model->flow.trace, &model->activations, &sizes, false);
    model->begun = true;
    model->n_done = 0;
    return STATUS_OK;
}

void model_close(Model *model) {
    arena_close(&model->activations);
    arena_close(&model->waves.arena);
    arena_close(&model->turns.arena);
    arena_close(&model->weights);
    *model = (Model){0};
}

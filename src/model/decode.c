// Decode: see decode.h.
#include "model/decode.h"

#include "kernels/kernels.h"

#include <string.h>

// How long the tensors of a decoder are: one row, or the rows of all tokens that later ones look
// at; cells for all keys in each row of scores.
typedef struct Lengths {
    Sizes row, all;
} Lengths;

static Lengths lengths_of(const Model *model) {
    Lengths lengths = {model->config.sizes, model->config.sizes};
    lengths.row.T = lengths.row.C = lengths.all.C = 1;
    lengths.all.T = model->config.max_length;
    return lengths;
}

static int rows_of(const Lengths *lengths, int tensor) {
    return tensor_size(&TENSORS[tensor],
                       tensor_is_cached((TensorId)tensor) ? &lengths->all : &lengths->row, 0);
}

static int columns_of(const Lengths *lengths, int tensor) {
    return tensor_size(&TENSORS[tensor], &lengths->all, 1);
}

// Sines and cosines of one token, for whichever positions the model has.
static int angles_of(const Model *model) {
    return (model->config.sizes.D + 1) / 2;
}

static double bytes_of(const Model *model, const Lengths *lengths) {
    double bytes = trace_table_bytes(TENSORS, TENSOR_COUNT, &lengths->row) +
                   arena_size(model->config.max_length * (double)sizeof(int32_t)) +
                   arena_size(angles_of(model) * (double)sizeof(Rotation));
    for (int tensor = 0; tensor < TENSOR_COUNT; tensor++)
        if (!TENSORS[tensor].writable)
            bytes += trace_tensor_bytes(&TENSORS[tensor], &lengths->row, rows_of(lengths, tensor),
                                        columns_of(lengths, tensor));
    return bytes;
}

// The weights are those of the model, wherever they lie.
static void share_weights(Trace *trace, const Trace *from) {
    int rows = from->first[EMBEDDING]; // weights stand first
    memcpy(trace->rows, from->rows, (size_t)rows * sizeof *trace->rows);
    memcpy(trace->data, from->data, (size_t)rows * sizeof *trace->data);
}

static void place_rows(Decode *decode, const Model *model, const Lengths *lengths) {
    Arena *arena = &decode->arena;
    Flow *flow = &decode->flow;
    *flow = (Flow){.sizes = lengths->row, .settings = model->config.settings};
    trace_open(&flow->trace, arena, TENSORS, TENSOR_COUNT, &flow->sizes);
    share_weights(&flow->trace, &model->flow.trace);
    for (int tensor = 0; tensor < TENSOR_COUNT; tensor++)
        if (!TENSORS[tensor].writable)
            trace_place_tensor(&flow->trace, arena, &flow->sizes, tensor, rows_of(lengths, tensor),
                               columns_of(lengths, tensor));
}

Status decode_begin(Decode *decode, const Model *model, Problem *problem) {
    decode->count = 0;
    if (decode->logits)
        return STATUS_OK;
    Lengths lengths = lengths_of(model);
    Arena *arena = &decode->arena;
    Status status = arena_open(arena, bytes_of(model, &lengths), problem);
    if (status != STATUS_OK)
        return status;
    place_rows(decode, model, &lengths);
    decode->ids = arena_alloc(arena, (size_t)model->config.max_length * sizeof(int32_t));
    decode->angles = arena_alloc(arena, (size_t)angles_of(model) * sizeof(Rotation));
    decode->flow.sinusoids = decode->flow.rotations = decode->angles;
    decode->flow.request = (Request){.ids = decode->ids,
                                     .causal = true,
                                     .padding_id = -1,
                                     .position = model->config.settings.position,
                                     .scale = SCALE_SQRT_K,
                                     .lean = true};
    decode->logits = model_tensor(&decode->flow, LOGITS);
    return STATUS_OK;
}

void decode_close(Decode *decode) {
    arena_close(&decode->arena);
    *decode = (Decode){0};
}

// Moves the flow on to a token.
static void enter(Decode *decode, int id) {
    Flow *flow = &decode->flow;
    decode->ids[decode->count] = id;
    flow->rows = (Rows){decode->count, 1};
    flow->origin = decode->count;
    flow->sizes.T = flow->request.n_tokens = decode->count + 1;
    if (flow->request.position == POSITION_SINUSOIDAL)
        write_sinusoid_angles(decode->angles, flow->rows, flow->sizes.D);
    if (flow->request.position == POSITION_ROPE)
        write_rotations(decode->angles, flow->rows, flow->sizes.K, flow->settings.rope_base);
}

Status decode_token(Decode *decode, const Model *model, int id, Problem *problem) {
    int v = model->config.sizes.V;
    if (!decode->logits)
        return problem_say(problem, STATUS_BAD_INPUT, "Nothing is being decoded; begin first.");
    if (id < 0 || id >= v)
        return problem_say(problem, STATUS_BAD_INPUT, "Token %d is not a word; words are 0 to %d.",
                           id, v - 1);
    if (decode->count >= model->config.max_length)
        return problem_say(problem, STATUS_TOO_LONG, "The model reads at most %d tokens.",
                           model->config.max_length);
    enter(decode, id);
    walk_until(&decode->flow, STEP_COUNT);
    if (row_find_not_finite(decode->logits, v) >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The logits after token %d are not all numbers; look at the weights.",
                           decode->count);
    decode->count++;
    return STATUS_OK;
}

// Decode: see decode.h. One row of each step, in the order of the walk (steps/).
#include "model/decode.h"

#include "kernels/elementary.h"
#include "kernels/kernels.h"

#include <math.h>
#include <string.h>

static size_t cache_cells(const Model *model) {
    const Sizes *s = &model->config.sizes;
    return (size_t)s->L * s->H * (size_t)model->config.max_length * s->K;
}

Status decode_begin(Decode *decode, const Model *model, Problem *problem) {
    decode->count = 0;
    if (decode->keys)
        return STATUS_OK;
    const Sizes *s = &model->config.sizes;
    double f = sizeof(float);
    double cache = (double)s->L * s->H * model->config.max_length * s->K * f;
    double bytes = 2 * arena_room(cache) + 5 * arena_room(s->D * f) + 2 * arena_room(s->F * f) +
                   arena_room(model->config.max_length * f) + arena_room(s->V * f);
    Status status = arena_open(&decode->arena, bytes, problem);
    if (status != STATUS_OK)
        return status;
    Arena *arena = &decode->arena;
    size_t cell = sizeof(float), d = (size_t)s->D * cell, wide = (size_t)s->F * cell;
    decode->keys = arena_take(arena, cache_cells(model) * cell);
    decode->values = arena_take(arena, cache_cells(model) * cell);
    decode->stream = arena_take(arena, d);
    decode->normed = arena_take(arena, d);
    decode->concat = arena_take(arena, d);
    decode->written = arena_take(arena, d);
    decode->query = arena_take(arena, d);
    decode->up = arena_take(arena, wide);
    decode->hidden = arena_take(arena, wide);
    decode->scores = arena_take(arena, (size_t)model->config.max_length * cell);
    decode->logits = arena_take(arena, (size_t)s->V * cell);
    return STATUS_OK;
}

void decode_close(Decode *decode) {
    arena_close(&decode->arena);
    *decode = (Decode){0};
}

static void embed(Decode *decode, const Flow *flow, int id) {
    int d = flow->sizes.D;
    const float *word = model_tensor(flow, TOKEN_EMBEDDING_WEIGHT) + (size_t)id * d;
    bool scaled = flow->settings.embedding_scale == EMBEDDING_SCALE_SQRT_D;
    row_scale(decode->stream, word, scaled ? sqrtf((float)d) : 1, d);
    if (flow->settings.position != POSITION_SINUSOIDAL)
        return;
    for (int pair = 0; pair < d; pair += 2) {
        double sine, cosine, amplitude = flow->settings.position_amplitude;
        real_turn(&sine, &cosine, decode->count / real_power(10000, (double)pair / d));
        decode->stream[pair] += (float)(amplitude * sine);
        if (pair + 1 < d)
            decode->stream[pair + 1] += (float)(amplitude * cosine);
    }
}

static void norm(Decode *decode, const Flow *flow, TensorId weight, TensorId bias, int layer) {
    int d = flow->sizes.D;
    float mean, std;
    row_moments(&mean, &std, decode->stream, (float)flow->settings.norm_epsilon, d);
    row_normalise(decode->normed, decode->stream, mean, std, layer_tensor(flow, weight, layer),
                  layer_tensor(flow, bias, layer), d);
}

static void rotate(const Flow *flow, float *x /* [K] */, int t) {
    int k = flow->sizes.K;
    for (int pair = 0; pair < k; pair += 2) {
        double sine, cosine, x0 = x[pair], x1 = x[pair + 1];
        real_turn(&sine, &cosine, t * real_power(flow->settings.rope_base, -(double)pair / k));
        x[pair] = (float)(x0 * cosine - x1 * sine);
        x[pair + 1] = (float)(x0 * sine + x1 * cosine);
    }
}

static void project(const Decode *decode, const Flow *flow, float *out /* [K] */, TensorId weight,
                    TensorId bias, int layer, int head) {
    size_t first = (size_t)head * flow->sizes.K;
    rows_project(out, decode->normed, layer_tensor(flow, weight, layer) + first * flow->sizes.D,
                 layer_tensor(flow, bias, layer) + first, 1, flow->sizes.K, flow->sizes.D);
}

static void attend(Decode *decode, const Model *model, int layer, int head) {
    const Flow *flow = &model->flow;
    int k = flow->sizes.K, t = decode->count, visible = t + 1;
    size_t cache = ((size_t)layer * flow->sizes.H + head) * (size_t)model->config.max_length * k;
    float *keys = decode->keys + cache, *values = decode->values + cache; // [max_length,K]
    float *key = keys + (size_t)t * k, *scores = decode->scores;

    project(decode, flow, decode->query, ATTENTION_QUERY_WEIGHT, ATTENTION_QUERY_BIAS, layer, head);
    project(decode, flow, key, ATTENTION_KEY_WEIGHT, ATTENTION_KEY_BIAS, layer, head);
    project(decode, flow, values + (size_t)t * k, ATTENTION_VALUE_WEIGHT, ATTENTION_VALUE_BIAS,
            layer, head);
    if (flow->settings.position == POSITION_ROPE) {
        rotate(flow, decode->query, t);
        rotate(flow, key, t);
    }
    rows_project(scores, decode->query, keys, NULL, 1, visible, k);
    row_scale(scores, scores, 1 / sqrtf((float)k), visible);
    float sum = row_exp(scores, scores, row_max(scores, visible), visible);
    row_scale(scores, scores, 1 / sum, visible);
    rows_mix(decode->concat + (size_t)head * k, scores, values, 1, k, visible);
}

static void feed_forward(Decode *decode, const Flow *flow, int layer) {
    int d = flow->sizes.D, f = flow->sizes.F;
    rows_project(decode->up, decode->normed, layer_tensor(flow, FEED_FORWARD_UP_WEIGHT, layer),
                 layer_tensor(flow, FEED_FORWARD_UP_BIAS, layer), 1, f, d);
    activate_row(flow, decode->hidden, decode->up);
    rows_project(decode->written, decode->hidden,
                 layer_tensor(flow, FEED_FORWARD_DOWN_WEIGHT, layer),
                 layer_tensor(flow, FEED_FORWARD_DOWN_BIAS, layer), 1, d, f);
    row_add(decode->stream, decode->stream, decode->written, d);
}

static void read_layer(Decode *decode, const Model *model, int layer) {
    const Flow *flow = &model->flow;
    int d = flow->sizes.D;
    norm(decode, flow, ATTENTION_NORM_WEIGHT, ATTENTION_NORM_BIAS, layer);
    for (int head = 0; head < flow->sizes.H; head++)
        attend(decode, model, layer, head);
    rows_project(decode->written, decode->concat,
                 layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer),
                 layer_tensor(flow, ATTENTION_OUTPUT_BIAS, layer), 1, d, d);
    row_add(decode->stream, decode->stream, decode->written, d);
    norm(decode, flow, FEED_FORWARD_NORM_WEIGHT, FEED_FORWARD_NORM_BIAS, layer);
    feed_forward(decode, flow, layer);
}

Status decode_token(Decode *decode, const Model *model, int id, Problem *problem) {
    const Flow *flow = &model->flow;
    int v = flow->sizes.V;
    if (!decode->keys)
        return problem_say(problem, STATUS_BAD_INPUT, "Nothing is being decoded; begin first.");
    if (id < 0 || id >= v)
        return problem_say(problem, STATUS_BAD_INPUT, "Token %d is not a word; words are 0 to %d.",
                           id, v - 1);
    if (decode->count >= model->config.max_length)
        return problem_say(problem, STATUS_TOO_LONG, "The model reads at most %d tokens.",
                           model->config.max_length);
    embed(decode, flow, id);
    for (int layer = 0; layer < flow->sizes.L; layer++)
        read_layer(decode, model, layer);
    norm(decode, flow, FINAL_NORM_WEIGHT, FINAL_NORM_BIAS, 0);
    rows_project(decode->logits, decode->normed, model_tensor(flow, TOKEN_EMBEDDING_WEIGHT),
                 model_tensor(flow, PREDICTION_BIAS), 1, v, flow->sizes.D);
    if (row_find_not_finite(decode->logits, v) >= 0)
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The logits after token %d are not all numbers; look at the weights.",
                           decode->count);
    decode->count++;
    return STATUS_OK;
}

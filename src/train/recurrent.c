// Recurrent: see recurrent.h.
//
//   tanh   h = tanh(a)                       a = W x + b + U h' + c
//   GRU    z = σ(a_z)   r = σ(a_r)   n = tanh(W_n x + b_n + r · (U_n h' + c_n))
//          h = (1 − z) · n + z · h'
//
// Back through time (Werbos, 1990): from the last word to the first, each step adds to the
// gradients of the state before it.
#include "train/recurrent.h"

#include "kernels/backward.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/words.h"

#include <math.h>
#include <string.h>

typedef struct Parts {
    float *table, *word_bias, *input, *input_bias, *state, *state_bias;
} Parts;

static Parts parts_of(const Recurrent *net, float *block) {
    size_t v = (size_t)net->v, d = (size_t)net->d, g = (size_t)net->gates;
    Parts parts = {.table = block};
    parts.word_bias = parts.table + v * d;
    parts.input = parts.word_bias + v;
    parts.input_bias = parts.input + g * d;
    parts.state = parts.input_bias + g;
    parts.state_bias = parts.state + g * d;
    return parts;
}

static float *take(Arena *arena, size_t cells) {
    return arena_alloc(arena, cells * sizeof(float));
}

static void take_run(Recurrent *net) {
    size_t t = EXAMPLE_WORDS_MOST, d = (size_t)net->d, g = (size_t)net->gates;
    Arena *arena = &net->arena;
    net->x = take(arena, t * d);
    net->from_input = take(arena, t * g);
    net->from_state = take(arena, t * g);
    net->gate = take(arena, t * g);
    net->h = take(arena, (t + 1) * d);
    net->x_gradients = take(arena, t * d);
    net->input_gradients = take(arena, t * g);
    net->state_gradients = take(arena, t * g);
    net->h_gradients = take(arena, (t + 1) * d);
    net->logits = take(arena, t * (size_t)net->v);
}

Status recurrent_open(Recurrent *net, Cell cell, int v, int d, int seed, Problem *problem) {
    *net = (Recurrent){.cell = cell, .v = v, .d = d, .gates = (cell == CELL_GRU ? 3 : 1) * d};
    net->count = v * d + v + 2 * net->gates * (d + 1);
    double t = EXAMPLE_WORDS_MOST + 1;
    double run = t * (4.0 * d + 5.0 * net->gates + v) * sizeof(float);
    enum { PIECES = 14, SLACK = 64 }; // each piece is rounded up, and guarded in hard mode
    Status status =
        arena_open(&net->arena, 4.0 * net->count * sizeof(float) + run + PIECES * SLACK, problem);
    if (status != STATUS_OK)
        return status;
    net->weights = take(&net->arena, (size_t)net->count);
    net->gradients = take(&net->arena, (size_t)net->count);
    net->first = take(&net->arena, (size_t)net->count);
    net->second = take(&net->arena, (size_t)net->count);
    take_run(net);

    Prng prng = prng_open((uint64_t)seed, 0);
    Parts parts = parts_of(net, net->weights);
    double deviation = 1 / sqrt(d);
    for (int i = 0; i < v * d; i++)
        parts.table[i] = (float)(deviation * prng_normal(&prng));
    for (int i = 0; i < net->gates * d; i++) {
        parts.input[i] = (float)(deviation * prng_normal(&prng));
        parts.state[i] = (float)(deviation * prng_normal(&prng));
    }
    return STATUS_OK;
}

void recurrent_close(Recurrent *net) {
    arena_close(&net->arena);
    *net = (Recurrent){0};
}

static double sigmoid(double x) {
    return 1 / (1 + real_exp(-x));
}

static double tangent(double x) {
    double power = real_exp(-2 * fabs(x)), size = (1 - power) / (1 + power);
    return x < 0 ? -size : size;
}

// One word: gate [G·D] and h [D] from what input and state say.
static void step(const Recurrent *net, float *gate, float *h, const float *before /* [D] */,
                 const float *input /* [G·D] */, const float *state /* [G·D] */) {
    int d = net->d;
    for (int i = 0; i < d; i++) {
        if (net->cell == CELL_TANH) {
            h[i] = gate[i] = (float)tangent((double)input[i] + state[i]);
            continue;
        }
        int r = d + i, n = 2 * d + i;
        gate[i] = (float)sigmoid((double)input[i] + state[i]);
        gate[r] = (float)sigmoid((double)input[r] + state[r]);
        gate[n] = (float)tangent(input[n] + (double)gate[r] * state[n]);
        h[i] = (1 - gate[i]) * gate[n] + gate[i] * before[i];
    }
}

void recurrent_read(Recurrent *net, const int32_t *ids, int t_count) {
    int d = net->d, g = net->gates;
    Parts parts = parts_of(net, net->weights);
    float scale = sqrtf((float)d); // words of unit size, as in the encoder
    for (int t = 0; t < t_count; t++)
        row_scale(net->x + (size_t)t * d, parts.table + (size_t)ids[t] * d, scale, d);
    rows_project(net->from_input, net->x, parts.input, parts.input_bias, t_count, g, d);
    for (int t = 0; t < t_count; t++) {
        const float *before = net->h + (size_t)t * d;
        float *state = net->from_state + (size_t)t * g;
        rows_project(state, before, parts.state, parts.state_bias, 1, g, d);
        step(net, net->gate + (size_t)t * g, net->h + (size_t)(t + 1) * d, before,
             net->from_input + (size_t)t * g, state);
    }
    rows_project(net->logits, net->h + d, parts.table, parts.word_bias, t_count, net->v, d);
}

// The gradients of one word's gates from those of its h; what goes straight to h' is added there.
static void step_back(const Recurrent *net, int t) {
    int d = net->d;
    const float *gate = net->gate + (size_t)t * net->gates, *before = net->h + (size_t)t * d;
    const float *state = net->from_state + (size_t)t * net->gates;
    const float *gradient = net->h_gradients + (size_t)(t + 1) * d;
    float *back = net->h_gradients + (size_t)t * d;
    float *input_gradient = net->input_gradients + (size_t)t * net->gates;
    float *state_gradient = net->state_gradients + (size_t)t * net->gates;
    for (int i = 0; i < d; i++) {
        if (net->cell == CELL_TANH) {
            input_gradient[i] = state_gradient[i] = gradient[i] * (1 - gate[i] * gate[i]);
            continue;
        }
        int r = d + i, n = 2 * d + i;
        float z = gate[i];
        float through_n = gradient[i] * (1 - z) * (1 - gate[n] * gate[n]);
        input_gradient[i] = state_gradient[i] = gradient[i] * (before[i] - gate[n]) * z * (1 - z);
        input_gradient[r] = state_gradient[r] = through_n * state[n] * gate[r] * (1 - gate[r]);
        input_gradient[n] = through_n;
        state_gradient[n] = through_n * gate[r];
        back[i] += gradient[i] * z;
    }
}

// From the gradients of h, back to the first word; adds to those of what is learned.
static void go_back(Recurrent *net, const int32_t *ids, int t_count) {
    int d = net->d, g = net->gates;
    Parts parts = parts_of(net, net->weights), gradients = parts_of(net, net->gradients);
    for (int t = t_count - 1; t >= 0; t--) {
        step_back(net, t);
        rows_mix_add(net->h_gradients + (size_t)t * d, net->state_gradients + (size_t)t * g,
                     parts.state, 1, d, g);
    }
    memset(net->x_gradients, 0, (size_t)t_count * d * sizeof(float));
    rows_mix_add(net->x_gradients, net->input_gradients, parts.input, t_count, d, g);
    rows_gather_add(gradients.input, net->input_gradients, net->x, g, d, t_count);
    rows_gather_add(gradients.state, net->state_gradients, net->h, g, d, t_count);
    columns_sum_add(gradients.input_bias, net->input_gradients, t_count, g);
    columns_sum_add(gradients.state_bias, net->state_gradients, t_count, g);
    float scale = sqrtf((float)d);
    for (int t = 0; t < t_count; t++)
        for (int i = 0; i < d; i++)
            gradients.table[(size_t)ids[t] * d + i] += scale * net->x_gradients[(size_t)t * d + i];
}

static void clear_h_gradients(Recurrent *net, int t_count) {
    memset(net->h_gradients, 0, (size_t)(t_count + 1) * net->d * sizeof(float));
}

// Cross-entropy of one row; its logits become gradients.
static double name_word(Recurrent *net, int row, const Example *example, double weight) {
    int v = net->v;
    float *logits = net->logits + (size_t)row * v;
    float sum = row_exp(logits, logits, row_max(logits, v), v);
    row_scale(logits, logits, 1 / sum, v);
    bool answer = row == example->reading;
    int32_t word = answer ? example->agent : example->wanted[row];
    int32_t other = answer ? example->patient : word;
    double y = answer ? example->share : 1, least = 1e-30;
    double loss = -y * real_log(logits[word] > least ? logits[word] : least) -
                  (1 - y) * real_log(logits[other] > least ? logits[other] : least);
    row_scale(logits, logits, (float)weight, v);
    logits[word] -= (float)(weight * y);
    logits[other] -= (float)(weight * (1 - y));
    return weight * loss;
}

double recurrent_learn(Recurrent *net, const Example *example, double answer, double scale) {
    int t_count = example->length, v = net->v, d = net->d;
    Parts parts = parts_of(net, net->weights), gradients = parts_of(net, net->gradients);
    recurrent_read(net, example->ids, t_count);
    double loss = 0, share = scale / (t_count - 1 + answer - 1);
    for (int t = 0; t < t_count; t++) {
        if (example->wanted[t] == NO_WORD)
            memset(net->logits + (size_t)t * v, 0, (size_t)v * sizeof(float));
        else
            loss += name_word(net, t, example, share * (t == example->reading ? answer : 1));
    }
    clear_h_gradients(net, t_count);
    rows_mix_add(net->h_gradients + d, net->logits, parts.table, t_count, d, v);
    rows_gather_add(gradients.table, net->logits, net->h + d, v, d, t_count);
    columns_sum_add(gradients.word_bias, net->logits, t_count, v);
    go_back(net, example->ids, t_count);
    return loss;
}

double recurrent_reach(Recurrent *net, const Example *example, int row, int word, int at) {
    int t_count = row + 1, d = net->d;
    Parts parts = parts_of(net, net->weights);
    recurrent_read(net, example->ids, t_count);
    clear_h_gradients(net, t_count);
    memcpy(net->h_gradients + (size_t)t_count * d, parts.table + (size_t)word * d,
           (size_t)d * sizeof(float));
    memset(net->gradients, 0, (size_t)net->count * sizeof(float));
    go_back(net, example->ids, t_count);
    memset(net->gradients, 0, (size_t)net->count * sizeof(float));
    return sqrt(row_square_sum(net->x_gradients + (size_t)at * d, d));
}

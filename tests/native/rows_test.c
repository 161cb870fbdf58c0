// A walk in parts gives the bits of a walk in one go: over a few rows at a time, in the tensors of
// a run, and a token at a time, as a decoder reads.
#include "check.h"

#include "model/decode.h"

#include <string.h>

typedef struct Case {
    int v, d, heads, layers, f, tokens;
    Activation activation;
    Position position;
} Case;

enum { MOST_TOKENS = 24, NO_PADDING = -1 };

static void fill_weights(const Model *model, Random *random) {
    const Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows; row++)
        for (int i = 0; i < trace->rows[row].size0 * trace->rows[row].size1; i++)
            trace->data[row][i] = (float)random_number(random);
}

// A model with weights of this seed, begun with a causal run of these ids.
static bool begin(Model *model, Case c, const int32_t *ids, uint64_t seed) {
    const Config config = {
        .sizes = {.V = c.v, .D = c.d, .H = c.heads, .L = c.layers, .F = c.f},
        .settings = {.activation = c.activation,
                     .position = c.position,
                     .position_amplitude = 1.5,
                     .rope_base = 1000,
                     .embedding_scale = EMBEDDING_SCALE_SQRT_D,
                     .norm_epsilon = 1e-5},
        .max_length = MOST_TOKENS,
    };
    const Request request = {.ids = ids,
                             .n_tokens = c.tokens,
                             .causal = true,
                             .padding_id = NO_PADDING,
                             .position = c.position};
    Problem problem = problem_none();
    Random random = {seed};
    if (!expect(model_open(model, &config, &problem) == STATUS_OK, "to open: %s", problem.message))
        return false;
    fill_weights(model, &random);
    Status status = model_begin(model, &request, &problem);
    return expect(status == STATUS_OK, "to begin: %s", problem.message);
}

// What a lean walk leaves out.
static bool is_left_out(int tensor) {
    return tensor == WEIGHTS_ROW_SUM || tensor == WEIGHTS_COLUMN_SUM || tensor == WEIGHTS_MEAN ||
           tensor == HEAD_CONTRIBUTION;
}

// A key that comes later may not be there yet, and its score is then another one.
static bool is_later_key(const TraceRow *row, int cell) {
    const TensorInfo *info = &TENSORS[row->tensor];
    bool before_mask = info->step < STEP_MASK && info->axes[1] == AXIS_KEY;
    return before_mask && cell % row->size1 > cell / row->size1;
}

static void expect_same_traces(const Flow *parts, const Flow *whole) {
    const Trace *trace = &whole->trace;
    for (int row = 0; row < trace->n_rows; row++) {
        const TraceRow *at = &trace->rows[row];
        int different = 0;
        for (int i = 0; i < at->size0 * at->size1 && !is_left_out(at->tensor); i++)
            different += !is_later_key(at, i) && memcmp(&parts->trace.data[row][i],
                                                        &trace->data[row][i], sizeof(float)) != 0;
        expect(different == 0, "%s, layer %d, head %d: %d cells to have the same bits in parts",
               TENSORS[at->tensor].name, at->layer, at->head, different);
    }
}

static void walk_in_parts(Model *model, int most_rows, Random *random) {
    Flow flow = model->flow;
    flow.request.lean = true;
    for (Rows rows = {0, 0}; rows.first < flow.sizes.T; rows.first += rows.count) {
        int left = flow.sizes.T - rows.first;
        rows.count = 1 + random_below(random, left < most_rows ? left : most_rows);
        Flow at = flow_at(&flow, rows);
        walk_until(&at, STEP_COUNT);
    }
}

static void decode_all(const Model *whole, const int32_t *ids) {
    int t_count = whole->flow.sizes.T, v = whole->flow.sizes.V;
    const float *wanted = model_tensor(&whole->flow, LOGITS); // [T,V]
    Problem problem = problem_none();
    Decode decode = {0};
    for (int again = 0; again < 2; again++) {
        if (!expect(decode_begin(&decode, whole, &problem) == STATUS_OK, "%s", problem.message))
            return;
        for (int t = 0; t < t_count; t++) {
            bool read = decode_token(&decode, whole, ids[t], &problem) == STATUS_OK;
            expect(read && memcmp(decode.logits, wanted + (size_t)t * v,
                                  (size_t)v * sizeof(float)) == 0,
                   "token %d of %d to be decoded to the bits of a run", t, t_count);
        }
    }
    decode_close(&decode);
}

static void check_case(Case c, Random *random) {
    int32_t ids[MOST_TOKENS];
    uint64_t seed = 1 + (uint64_t)random_below(random, 1000);
    for (int t = 0; t < c.tokens; t++)
        ids[t] = random_below(random, c.v);
    Model whole = {0}, parts = {0};
    if (begin(&whole, c, ids, seed) && begin(&parts, c, ids, seed)) {
        walk_until(&whole.flow, STEP_COUNT);
        walk_in_parts(&parts, 5, random);
        expect_same_traces(&parts.flow, &whole.flow);
        decode_all(&whole, ids);
    }
    model_close(&whole);
    model_close(&parts);
}

void test_rows(void) {
    Random random = {5};
    for (int tokens = 1; tokens <= MOST_TOKENS; tokens++) {
        Position position = (Position)(tokens % 3);
        Activation activation = tokens % 2 ? ACTIVATION_RELU : ACTIVATION_GELU;
        check_case((Case){9, 12, 3, 2, 7, tokens, activation, position}, &random);
    }
    for (int k = 1; k <= 9; k++)
        check_case((Case){k + 1, 2 * k, 2, 2, k, 11, ACTIVATION_RELU,
                          k % 2 ? POSITION_SINUSOIDAL : POSITION_ROPE},
                   &random);
    check_case((Case){3, 5, 5, 0, 2, 4, ACTIVATION_RELU, POSITION_SINUSOIDAL}, &random);
    check_case((Case){1, 1, 1, 1, 1, 1, ACTIVATION_RELU, POSITION_NONE}, &random);
}

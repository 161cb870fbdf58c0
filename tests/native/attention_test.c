// Attention without a model under the sanitizers: the door's calls in any order, and tiles,
// windows, blocks, padding and cuts at random sizes against a plain double loop of their
// definitions.
#include "check.h"

#include "attn_direct.h"
#include "model/plan.h"

#include <math.h>
#include <string.h>

enum { FIELDS = PLAN_FIELD_COUNT, N_CUTS_MOST = 4, CASES = 400 };

typedef struct Case {
    int heads, queries, keys, d_k, d_v, tokens, causal, window, block, stride, padded, cuts;
    int cut[N_CUTS_MOST][3];
} Case;

static Case draw(Random *random) {
    Case c = {.heads = 1 + random_below(random, 3),
              .queries = 1 + random_below(random, 70),
              .d_k = 1 + random_below(random, 20),
              .d_v = 1 + random_below(random, 20),
              .tokens = random_below(random, 2),
              .causal = random_below(random, 2),
              .padded = random_below(random, 3) == 0,
              .cuts = random_below(random, N_CUTS_MOST + 1)};
    c.keys = c.queries + random_below(random, 3) * random_below(random, 90);
    c.window = random_below(random, 3) == 0 ? 1 + random_below(random, 40) : 0;
    c.block = random_below(random, 3) == 0 ? 1 + random_below(random, 17) : 0;
    c.stride = c.block ? 1 + random_below(random, 4) : 0;
    for (int i = 0; i < c.cuts; i++) {
        c.cut[i][0] = random_below(random, c.heads + 1) - 1;
        c.cut[i][1] = random_below(random, c.queries);
        c.cut[i][2] = random_below(random, c.keys);
    }
    return c;
}

static bool sees(const Case *c, const uint8_t *padding, int head, int query, int key) {
    int place = query + c->keys - c->queries, apart = place > key ? place - key : key - place;
    if ((c->causal && key > place) || (c->window && apart >= c->window) ||
        (c->padded && padding[key]))
        return false;
    if (c->block && key / c->block != place / c->block && (key / c->block + 1) % c->stride != 0)
        return false;
    for (int i = 0; i < c->cuts; i++)
        if ((c->cut[i][0] < 0 || c->cut[i][0] == head) && c->cut[i][1] == query &&
            c->cut[i][2] == key)
            return false;
    return true;
}

static const float *row_of(const float *at, const Case *c, int n, int d, int head, int row) {
    return at + (size_t)(c->tokens ? row * c->heads + head : head * n + row) * d;
}

static double score_of(const Case *c, const float *q, const float *k, int head, int query,
                       int key) {
    const float *a = row_of(q, c, c->queries, c->d_k, head, query);
    const float *b = row_of(k, c, c->keys, c->d_k, head, key);
    double sum = 0;
    for (int i = 0; i < c->d_k; i++)
        sum += (double)a[i] * b[i];
    return sum / sqrt(c->d_k);
}

// The largest difference of one row of output from its definition.
static double row_apart(const Case *c, void *const *at, int head, int query) {
    double mix[20] = {0}, sum = 0, most = 0, weights[300];
    for (int key = 0; key < c->keys; key++) {
        weights[key] = sees(c, at[PLACE_PADDING], head, query, key)
                           ? exp(score_of(c, at[PLACE_QUERY], at[PLACE_KEY], head, query, key))
                           : 0;
        sum += weights[key];
    }
    for (int key = 0; key < c->keys; key++)
        for (int i = 0; i < c->d_v && sum > 0; i++)
            mix[i] +=
                weights[key] / sum * row_of(at[PLACE_VALUE], c, c->keys, c->d_v, head, key)[i];
    const float *out = row_of(at[PLACE_OUTPUT], c, c->queries, c->d_v, head, query);
    for (int i = 0; i < c->d_v; i++)
        most = fabs(out[i] - mix[i]) > most ? fabs(out[i] - mix[i]) : most;
    return most;
}

static int open_case(const Case *c) {
    const double fields[FIELDS] = {c->heads,  c->queries, c->keys,   c->d_k,    c->d_v,
                                   c->tokens, 0,          c->causal, c->window, c->block,
                                   c->stride, 0,          c->padded, c->cuts};
    double *io = attn_direct_io(FIELDS + c->cuts * 3);
    memcpy(io, fields, sizeof fields);
    for (int i = 0; i < c->cuts * 3; i++)
        io[FIELDS + i] = c->cut[i / 3][i % 3];
    return attn_direct_attention();
}

static void fill(float *to, int n, Random *random) {
    for (int i = 0; i < n; i++)
        to[i] = (float)random_number(random);
}

static void try_case(Random *random) {
    Case c = draw(random);
    int handle = open_case(&c);
    void *at[PLACE_COUNT];
    double most = 0;
    for (int place = 0; place < PLACE_COUNT; place++)
        at[place] = attn_direct_place(handle, place);
    fill(at[PLACE_QUERY], c.heads * c.queries * c.d_k, random);
    fill(at[PLACE_KEY], c.heads * c.keys * c.d_k, random);
    fill(at[PLACE_VALUE], c.heads * c.keys * c.d_v, random);
    for (int key = 0; key < c.keys; key++)
        ((uint8_t *)at[PLACE_PADDING])[key] = (uint8_t)(random_below(random, 4) == 0);
    if (!expect(attn_direct_run(handle) == 0, "an attention runs: %s", attn_direct_error(handle)))
        return;
    for (int head = 0; head < c.heads; head++)
        for (int query = 0; query < c.queries; query++) {
            double apart = row_apart(&c, at, head, query);
            most = apart > most ? apart : most;
        }
    expect(most < 1e-5, "%d of %d, d_k %d, causal %d, window %d, block %d: off by %g", c.queries,
           c.keys, c.d_k, c.causal, c.window, c.block, most);
    expect(attn_direct_figures(handle) == 0 && attn_direct_destroy(handle) == 0, "it can go");
}

static void test_block(void) {
    double *io = attn_direct_io(2);
    io[0] = 6, io[1] = 2;
    int handle = attn_direct_block();
    expect(handle > 0, "a block opens");
    expect(attn_direct_run(handle) < 0, "a block without input does not run");
    float *weight = attn_direct_place(handle, 0);
    for (int i = 0; i < 36; i++)
        weight[i] = i % 7 == 0; // the unit matrix
    for (int matrix = 0; matrix < 4; matrix++)
        expect(attn_direct_pack(handle, matrix) == 0, "matrix %d packs", matrix);
    expect(attn_direct_pack(handle, 4) < 0, "there is no fifth matrix");
    io = attn_direct_io(6);
    memcpy(io, (double[]){3, 1, 0, 0, 0, 0}, 6 * sizeof(double));
    expect(attn_direct_begin(handle) == 0, "a run begins");
    float *x = attn_direct_place(handle, 2);
    for (int i = 0; i < 18; i++)
        x[i] = (float)i / 8;
    expect(attn_direct_run(handle) == 0, "a block runs");
    // The first row of a causal block sees itself alone: unit matrices give it back.
    expect(memcmp(attn_direct_place(handle, 3), x, 6 * sizeof(float)) == 0, "the first row is x");
    expect(attn_direct_difference(handle, 1) < 0, "a block has no difference");
    expect(attn_direct_place(handle, 9) == NULL, "there is no tenth place");
    expect(attn_direct_destroy(handle) == 0, "it can go");
}

static void test_misuse(void) {
    expect(attn_direct_run(12345) < 0 && attn_direct_begin(12345) < 0, "no such handle");
    expect(attn_direct_place(12345, 0) == NULL, "no such place");
    expect(attn_direct_destroy(0) == 0 && attn_direct_destroy(12345) < 0, "0 is fine");
    expect(attn_direct_io(0) == NULL, "an io area of nothing");
    Case c = {.heads = 1, .queries = 4, .keys = 3, .d_k = 2, .d_v = 2, .causal = 1};
    expect(open_case(&c) < 0, "causal with more queries than keys");
    c = (Case){.heads = 1, .queries = 1 << 24, .keys = 1 << 24, .d_k = 4096, .d_v = 2};
    expect(open_case(&c) < 0, "too large");
    c = (Case){.heads = 1, .queries = 5, .keys = 5, .d_k = 2, .d_v = 2};
    int handle = open_case(&c);
    float *key = attn_direct_place(handle, PLACE_KEY);
    key[3] = NAN;
    expect(attn_direct_run(handle) < 0, "NaN in a key");
    expect(strstr(attn_direct_error(handle), "Number 3 of the key") != NULL, "which number it is");
    expect(attn_direct_difference(handle, 0) < 0, "every 0th row");
    attn_direct_destroy(handle);
}

void test_attention(void) {
    Random random = {7};
    expect(attn_direct_selftest() == 0, "the self-test of the direct module");
    for (int i = 0; i < CASES; i++)
        try_case(&random);
    test_block();
    test_misuse();
}

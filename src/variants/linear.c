// Linear attention: see attention.h.
//
// One table [d_k,d_v] holds Σ φ(k)ᵀ v, and one row [d_k] Σ φ(k), however many keys went in: that is
// the whole memory of this attention, as it is of a recurrent net.
#include "variants/attention.h"

#include "kernels/backward.h"
#include "kernels/kernels.h"

#include <string.h>

typedef struct Memory {
    float *table; // [d_k,d_v]
    float *sum;   // [d_k]
    float *row;   // [d_k], one φ(x)
} Memory;

double attention_linear_room(const Attention *attention) {
    double d_k = attention->d_k, d_v = attention->d_v;
    return arena_room(d_k * d_v * sizeof(float)) + 2 * arena_room(d_k * sizeof(float));
}

// elu(x) + 1 = x + 1 above 0, e^x below; a NaN stays.
static void feature_row(float *out, const float *x, int n) {
    for (int i = 0; i < n; i++)
        out[i] = x[i] < 0 ? x[i] : 0;
    row_exp(out, out, 0, n);
    for (int i = 0; i < n; i++)
        out[i] += x[i] < 0 ? 0 : x[i];
}

static void remember(Memory *memory, const Attention *attention, int head, int key) {
    const Heads *from = &attention->key, *value = &attention->value;
    if (attention->hidden && attention->hidden[key])
        return;
    feature_row(memory->row, from->at + head * from->head + key * from->row, attention->d_k);
    row_add(memory->sum, memory->sum, memory->row, attention->d_k);
    rows_gather_add(memory->table, memory->row, value->at + head * value->head + key * value->row,
                    attention->d_k, attention->d_v, 1);
}

static void recall(const Memory *memory, const Attention *attention, int head, int query) {
    const Heads *from = &attention->query;
    float *to = attention->output + head * attention->output_head + query * attention->output_row;
    float sum;
    feature_row(memory->row, from->at + head * from->head + query * from->row, attention->d_k);
    rows_project(&sum, memory->row, memory->sum, NULL, 1, 1, attention->d_k);
    rows_mix(to, memory->row, memory->table, 1, attention->d_v, attention->d_k);
    row_scale(to, to, sum > 0 ? 1 / sum : 0, attention->d_v);
}

double attention_linear(const Attention *attention, Arena scratch) {
    int d_k = attention->d_k, d_v = attention->d_v;
    int n_queries = attention->pattern.n_queries, n_keys = attention->pattern.n_keys;
    Memory memory = {arena_take(&scratch, (size_t)d_k * d_v * sizeof(float)),
                     arena_take(&scratch, (size_t)d_k * sizeof(float)),
                     arena_take(&scratch, (size_t)d_k * sizeof(float))};
    for (int head = 0; head < attention->heads; head++) {
        memset(memory.table, 0, (size_t)d_k * d_v * sizeof(float));
        memset(memory.sum, 0, (size_t)d_k * sizeof(float));
        for (int query = 0, key = 0; query < n_queries; query++) {
            int end = attention->pattern.causal ? query + n_keys - n_queries + 1 : n_keys;
            for (; key < end; key++)
                remember(&memory, attention, head, key);
            recall(&memory, attention, head, query);
        }
    }
    double each = (double)d_k * d_v / (d_k + d_v);
    return attention->heads * each * ((double)n_queries + n_keys);
}

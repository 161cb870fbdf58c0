// Attention in double, written down as the formula stands: see attention.h.
#include "variants/attention.h"

#include <math.h>

static bool is_cut(const Attention *attention, int head, int query, int key) {
    for (int i = 0; i < attention->n_cuts; i++) {
        const Edge *cut = &attention->cuts[i];
        if ((cut->head < 0 || cut->head == head) && cut->query == query && cut->key == key)
            return true;
    }
    return false;
}

bool attention_sees(const Attention *attention, int head, int query, int key) {
    if (attention->hidden && attention->hidden[key])
        return false;
    Range queries = pattern_queries(&attention->pattern, key, (Range){query, query + 1});
    return queries.first < queries.end && !is_cut(attention, head, query, key);
}

void attention_exact_row(double *output, double *weights, const Attention *attention, int head,
                         int query) {
    const Heads *from = &attention->query;
    const float *q = from->at + head * from->head + query * from->row;
    double top = -INFINITY, sum = 0;
    for (int key = 0; key < attention->pattern.n_keys; key++) {
        const float *k = attention->key.at + head * attention->key.head + key * attention->key.row;
        weights[key] = -INFINITY;
        if (!attention_sees(attention, head, query, key))
            continue;
        double score = 0;
        for (int i = 0; i < attention->d_k; i++)
            score += (double)q[i] * k[i];
        weights[key] = score * attention->scale;
        top = weights[key] > top ? weights[key] : top;
    }
    for (int i = 0; i < attention->d_v; i++)
        output[i] = 0;
    for (int key = 0; top > -INFINITY && key < attention->pattern.n_keys; key++) {
        const float *v =
            attention->value.at + head * attention->value.head + key * attention->value.row;
        double weight = exp(weights[key] - top);
        sum += weight;
        for (int i = 0; i < attention->d_v; i++)
            output[i] += weight * v[i];
    }
    for (int i = 0; sum > 0 && i < attention->d_v; i++)
        output[i] /= sum;
}

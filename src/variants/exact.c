// Attention in double, written down as the formula stands: see attention.h.
#include "variants/attention.h"
#include "variants/visible.h"

#include <math.h>

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
    for (int key = 0; key < attention->pattern.n_keys; key++) {
        if (weights[key] == -INFINITY)
            continue;
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

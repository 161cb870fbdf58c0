// The two ends of the walk, backwards: prediction and embedding, which share one table of words.
#include "kernels/backward.h"
#include "kernels/kernels.h"
#include "train/backward.h"

#include <math.h>

// logits = final · Eᵀ + bias   ⇒   final' = logits' · E,   E' += logits'ᵀ · final,   bias' += Σ
// logits'
void back_predict(const Flow *flow, const Flow *slopes, Rows rows) {
    int v = flow->sizes.V, d = flow->sizes.D;
    const float *table = model_tensor(flow, TOKEN_EMBEDDING_WEIGHT);            // [V,D]
    const float *final = model_tensor(flow, FINAL) + (size_t)rows.first * d;    // [rows,D]
    const float *slope = model_tensor(slopes, LOGITS) + (size_t)rows.first * v; // [rows,V]
    float *final_slope = model_tensor(slopes, FINAL) + (size_t)rows.first * d;  // [rows,D]
    rows_mix_add(final_slope, slope, table, rows.count, d, v);
    rows_gather_add(model_tensor(slopes, TOKEN_EMBEDDING_WEIGHT), slope, final, v, d, rows.count);
    columns_sum_add(model_tensor(slopes, PREDICTION_BIAS), slope, rows.count, v);
}

// embedding[t] = E[ids[t]] · scale   ⇒   E'[ids[t]] += input'[t] · scale
void back_embed(const Flow *flow, const Flow *slopes) {
    int d = flow->sizes.D;
    bool scaled = flow->settings.embedding_scale == EMBEDDING_SCALE_SQRT_D;
    float scale = scaled ? sqrtf((float)d) : 1;
    const float *input_slopes = stream_into(slopes, 0);          // [T,D]
    float *table = model_tensor(slopes, TOKEN_EMBEDDING_WEIGHT); // [V,D]
    for (int t = 0; t < flow->sizes.T; t++) {
        float *word = table + (size_t)flow->request.ids[t] * d;
        for (int i = 0; i < d; i++)
            word[i] += input_slopes[(size_t)t * d + i] * scale;
    }
}

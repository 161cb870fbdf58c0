// The two ends of the walk, backwards: prediction and embedding, which share one table of words. A
// comment has x' for the gradient of x.
#include "kernels/backward.h"
#include "kernels/kernels.h"
#include "train/backward.h"

// logits = final · Eᵀ + bias   ⇒   final' = logits' · E,   E' += logits'ᵀ · final,
//                                  bias' += Σ logits'
void backward_predict(const Flow *flow, const Flow *gradients, int layer) {
    (void)layer;
    int rows = flow->rows.count, v = flow->sizes.V, d = flow->sizes.D;
    const float *logits = model_rows(gradients, LOGITS); // [rows,V]
    rows_mix_add(model_rows(gradients, FINAL), logits, model_tensor(flow, TOKEN_EMBEDDING_WEIGHT),
                 rows, d, v);
    rows_gather_add(model_tensor(gradients, TOKEN_EMBEDDING_WEIGHT), logits,
                    model_rows(flow, FINAL), v, d, rows);
    columns_sum_add(model_tensor(gradients, PREDICTION_BIAS), logits, rows, v);
}

// embedding[t] = E[ids[t]] · factor   ⇒   E'[ids[t]] += input'[t] · factor
void backward_embed(const Flow *flow, const Flow *gradients, int layer) {
    (void)layer;
    int d = flow->sizes.D;
    float factor = embedding_factor(flow);
    const float *input = stream_gradients(gradients, 0);            // [T,D]
    float *table = model_tensor(gradients, TOKEN_EMBEDDING_WEIGHT); // [V,D]
    for (int t = 0; t < flow->sizes.T; t++) {
        float *word = table + (size_t)flow->request.ids[t] * d;
        for (int i = 0; i < d; i++)
            word[i] += input[(size_t)t * d + i] * factor;
    }
}

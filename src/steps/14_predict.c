// Predict: final [T,D] -> logits [T,V], probabilities [T,V], belief [T,C].
//
//   logits = final · token_embedding.weightᵀ + prediction.bias
//   probabilities = softmax(logits)
//
// The table that turned ids into vectors is read once more, the other way ("tied": Press and
// Wolf, "Using the Output Embedding", 2017). The belief compares a few candidate words: their
// shares among themselves, and in the last column the probability of all other words together.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

static void softmax_words(float *probabilities /* [V] */, const float *logits /* [V] */, int v) {
    float sum = row_exp(probabilities, logits, row_max(logits, v), v);
    row_scale(probabilities, probabilities, 1 / sum, v);
}

// Shares are a softmax over the candidates' logits alone and not a quotient of probabilities:
// those can all be too small for a float.
static void compare_candidates(float *belief /* [C] */, const float *logits /* [V] */,
                               const float *probabilities /* [V] */, const int32_t *candidates,
                               int n_candidates) {
    float top = -INFINITY;
    for (int i = 0; i < n_candidates; i++)
        top = fmaxf(top, logits[candidates[i]]);

    double sum = 0, mass = 0;
    for (int i = 0; i < n_candidates; i++) {
        sum += exp((double)logits[candidates[i]] - top);
        mass += probabilities[candidates[i]];
    }
    for (int i = 0; i < n_candidates; i++)
        belief[i] = (float)(exp((double)logits[candidates[i]] - top) / sum);
    belief[n_candidates] = (float)fmax(1 - mass, 0);
}

void step_predict(const Flow *flow, int layer) {
    (void)layer;
    int v = flow->sizes.V, c = flow->sizes.C;
    float *logits = model_rows(flow, LOGITS);               // [rows,V]
    float *probabilities = model_rows(flow, PROBABILITIES); // [rows,V]
    float *belief = model_rows(flow, BELIEF);               // [rows,C]

    rows_project(logits, model_rows(flow, FINAL),
                 model_tensor(flow, TOKEN_EMBEDDING_WEIGHT), // [V,D]
                 model_tensor(flow, PREDICTION_BIAS),        // [V]
                 flow->rows.count, v, flow->sizes.D);
    for (int row = 0; row < flow->rows.count; row++) {
        size_t at = (size_t)row * v;
        softmax_words(probabilities + at, logits + at, v);
        compare_candidates(belief + (size_t)row * c, logits + at, probabilities + at,
                           flow->request.candidates, c - 1);
    }
}

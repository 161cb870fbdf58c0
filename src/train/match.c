// Match: see match.h.
#include "train/match.h"

#include "kernels/backward.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/backward.h"

static const double SMALLEST = 1e-30; // keeps the logarithm of nothing finite

// One row; returns its cross-entropy. What is needed for a moment lies in tensors of `slopes` that
// no step back uses.
static double ask(const Flow *flow, const Flow *slopes, int row, int32_t word, float weight) {
    int v = flow->sizes.V, d = flow->sizes.D;
    size_t from = (size_t)row * d;
    const float *x = stream_into(flow, flow->sizes.L - 1) + from;     // [D]
    const float *table = model_tensor(flow, TOKEN_EMBEDDING_WEIGHT);  // [V,D]
    const float *gain = model_tensor(flow, FINAL_NORM_WEIGHT);        // [D]
    float *final = model_tensor(slopes, POSITION) + from;             // [D]
    float *p = model_tensor(slopes, PROBABILITIES) + (size_t)row * v; // [V]
    float mean, std;
    row_moments(&mean, &std, x, (float)flow->settings.norm_epsilon, d);
    row_normalise(final, x, mean, std, gain, model_tensor(flow, FINAL_NORM_BIAS), d);
    rows_project(p, final, table, model_tensor(flow, PREDICTION_BIAS), 1, v, d);
    float sum = row_exp(p, p, row_max(p, v), v);
    row_scale(p, p, 1 / sum, v);
    double loss = -real_log(p[word] > SMALLEST ? p[word] : SMALLEST);

    row_scale(p, p, weight, v); // p becomes the slopes of the logits, weight · (p − y)
    p[word] -= weight;
    rows_gather_add(model_tensor(slopes, TOKEN_EMBEDDING_WEIGHT), p, final, v, d, 1);
    columns_sum_add(model_tensor(slopes, PREDICTION_BIAS), p, 1, v);
    rows_mix(final, p, table, 1, d, v); // and final its own
    NormSlopes out = {stream_aside(slopes) + from, model_tensor(slopes, FINAL_NORM_WEIGHT),
                      model_tensor(slopes, FINAL_NORM_BIAS)};
    row_normalise_back(out, final, x, mean, std, gain, d);
    return loss;
}

void match_read(const Flow *flow, const Flow *slopes, const Example *example, const Recipe *recipe,
                const Shares *shares, Loss *loss) {
    float weight = (float)(recipe->objective.matching * shares->matched);
    for (int t = 0; t < example->length; t++)
        if (example->matched[t] != NO_WORD)
            loss->matching += shares->matched * ask(flow, slopes, t, example->matched[t], weight);
}

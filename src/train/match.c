// Match: see match.h.
#include "train/match.h"

#include "train/backward.h"

#include <string.h>

// The walk as if it ended before the last layer, at work on one row.
static Flow ended_early(const Flow *flow, int row) {
    Flow early = flow_at(flow, (Rows){row, 1});
    early.sizes.L--;
    return early;
}

// One row; returns its cross-entropy.
static double ask(const Flow *flow, const Flow *gradients, int row, int32_t word, double weight) {
    Flow early = ended_early(flow, row), back = ended_early(gradients, row);
    step_final_norm(&early, -1);
    step_predict(&early, -1);
    double loss = cross_entropy(&early, &back, row, (Target){word, word, 1}, weight);
    backward_predict(&early, &back, -1);
    backward_final_norm(&early, &back, -1);
    memset(model_rows(&back, LOGITS), 0, (size_t)flow->sizes.V * sizeof(float));
    memset(model_rows(&back, FINAL), 0, (size_t)flow->sizes.D * sizeof(float));
    return loss;
}

void match_learn(const Flow *flow, const Flow *gradients, const Example *example,
                 const Recipe *recipe, const Shares *shares, Loss *loss) {
    double weight = recipe->objective.matching * shares->matched;
    for (int t = 0; t < example->length; t++)
        if (example->matched[t] != NO_WORD)
            loss->matching +=
                shares->matched * ask(flow, gradients, t, example->matched[t], weight);
}

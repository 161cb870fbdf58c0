// Loss: how wrong a run was, and the gradients from which the walk goes back.
#ifndef TRAIN_LOSS_H
#define TRAIN_LOSS_H

#include "train/example.h"

// What a batch divides by: its terms are means over sentences, masked words and wanted words.
typedef struct Shares {
    double sentence, masked, matched, word;
} Shares;

// Sums over the examples of a batch, each already divided.
typedef struct Loss {
    double pointer, restoration, masking, matching, language;
} Loss;

Shares shares_of(const Example *examples /* [count] */, int count, const Recipe *recipe);

// Marks the rows at which the loss asks for a word; the others need no logits and have no
// gradients.
void loss_rows(bool *active /* [T] */, const Example *example, const Recipe *recipe);

// Reads the run of one example, adds to `loss` and to the gradients of LOGITS and WEIGHTS.
void loss_read(const Flow *flow, const Flow *gradients, const Example *example,
               const Recipe *recipe, const Shares *shares, Loss *loss);

// What a row should have named: `word`, or, with a share below 1, `other` the rest of the time.
typedef struct Target {
    int32_t word, other;
    double share;
} Target;

// The cross-entropy of token t's probabilities; adds `weight` times its gradient to that of LOGITS.
double cross_entropy(const Flow *flow, const Flow *gradients, int t, Target target, double weight);

double loss_total(const Loss *loss, const Objective *objective);

#endif

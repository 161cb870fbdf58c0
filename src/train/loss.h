// Loss: how wrong a run was, and the slopes from which the walk goes back.
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

// Marks the rows at which the loss asks for a word; the others need no logits and have no slopes.
void loss_rows(bool *active /* [T] */, const Example *example, const Recipe *recipe);

// Reads the run of one example, adds to `loss` and writes slopes of LOGITS and WEIGHTS.
void loss_read(const Flow *flow, const Flow *slopes, const Example *example, const Recipe *recipe,
               const Shares *shares, Loss *loss);

double loss_total(const Loss *loss, const Objective *objective);

#endif

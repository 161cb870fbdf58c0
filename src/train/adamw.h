// AdamW: one step of the weights against their slopes.
#ifndef TRAIN_ADAMW_H
#define TRAIN_ADAMW_H

#include "steps/steps.h"

typedef struct AdamW {
    double rate;
    double first, second; // decay of the two moments per step
    double decay;         // of matrices, times the rate; vectors do not decay
    double clip;          // longest slope of all weights together
    int step;             // 1 at the first
} AdamW;

// Moves every weight and returns the length that the slopes had. `first` and `second` are traces
// of the same model, as `slopes` is; slopes of weights are 0 afterwards.
double adamw_step(const AdamW *adamw, const Flow *flow, const Flow *slopes, const Flow *first,
                  const Flow *second);

#endif

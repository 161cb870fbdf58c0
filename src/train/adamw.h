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

// Makes the slopes of all weights 0.
void adamw_clear(const Flow *slopes);

// The same for `n` numbers that are no model's, such as a recurrent net's. Nothing decays.
double adamw_row(const AdamW *adamw, float *weights /* [n] */, float *slopes /* [n] */,
                 float *first /* [n] */, float *second /* [n] */, int n);

#endif

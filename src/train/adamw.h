// AdamW: one step of the weights against their gradients.
#ifndef TRAIN_ADAMW_H
#define TRAIN_ADAMW_H

#include "steps/steps.h"

typedef struct AdamW {
    double rate;
    double first, second; // decay of the two moments per step
    double decay;         // of matrices, times the rate; vectors do not decay
    double clip;          // longest gradient of all weights together
    int step;             // 1 at the first
} AdamW;

// Moves every weight and returns the norm that their gradients had. `first` and `second` are flows
// of the same model, as `gradients` is; gradients of weights are 0 afterwards.
double adamw_step(const AdamW *adamw, const Flow *flow, const Flow *gradients, const Flow *first,
                  const Flow *second);

// Makes the gradients of all weights 0.
void adamw_clear(const Flow *gradients);

// The same for `n` numbers that are no model's, such as a recurrent net's. Nothing decays.
double adamw_row(const AdamW *adamw, float *weights /* [n] */, float *gradients /* [n] */,
                 float *first /* [n] */, float *second /* [n] */, int n);

#endif

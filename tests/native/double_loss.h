// The loss of one example in double, from ids to the last logarithm, written a second time from the
// formulas: what central differences of it say is what the trainer's backward pass must say.
#ifndef NATIVE_DOUBLE_LOSS_H
#define NATIVE_DOUBLE_LOSS_H

#include "train/loss.h"

// `weights` holds, for each of the trace's rows of weights, its cells in double.
double double_loss(const Flow *flow, double *const *weights, const Example *example,
                   const Recipe *recipe, const Shares *shares);

#endif

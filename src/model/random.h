// Random weights: a model of no training, for shapes, counts and times.
#ifndef MODEL_RANDOM_H
#define MODEL_RANDOM_H

#include "model/model.h"

// Fills every weight, in the order of the trace: matrices with independent numbers of mean 0 and
// standard deviation 1/√fan_in, where fan_in is the length of their rows, so that sizes are kept
// from layer to layer (LeCun et al., "Efficient BackProp", 1998, section 4.6); weights of norms
// with 1 and every bias with 0. The seed and the shapes alone decide: the same numbers on every
// machine, however many heads share them.
void random_weights(const Model *model, uint32_t seed);

#endif

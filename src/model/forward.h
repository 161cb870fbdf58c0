// Forward: the steps in order, over all layers, each followed by a look at its numbers.
#ifndef MODEL_FORWARD_H
#define MODEL_FORWARD_H

#include "model/model.h"

// How many steps the walk has when it is flattened:
// before.length + layers · layerSteps.length + after.length.
int forward_step_count(const Sizes *sizes);

// Runs the flattened steps from…to, both included, on what earlier steps left. Stops with
// not_finite after the first step that gives a NaN or an infinity.
Status forward_run(Model *model, int from, int to, Problem *problem);

#endif

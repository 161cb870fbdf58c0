// Finite: after a step, are all its numbers numbers? If not, whose fault is it?
#ifndef MODEL_FINITE_H
#define MODEL_FINITE_H

#include "steps/steps.h"

// Scans what `step` has written. On a NaN or an infinity (−∞ is at home in masked scores) says
// not_finite and names the weight that holds one, if the step uses such a weight, and otherwise
// the first cell that came out wrong.
Status finite_check(const Flow *flow, StepId step, int layer, Problem *problem);

#endif

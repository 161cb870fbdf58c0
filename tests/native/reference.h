// Every step once more, in double and cell by cell, each from the inputs that the engine's own step
// had: a wrong cell is found in the step that made it.
#ifndef NATIVE_REFERENCE_H
#define NATIVE_REFERENCE_H

#include "steps/steps.h"

// Compares all that a finished run has in its trace; counts through expect().
void reference_compare(const Flow *flow);

#endif

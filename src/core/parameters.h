// Io: the area through which numbers cross to and from JavaScript, as float64. A module has one.
#ifndef CORE_PARAMETERS_H
#define CORE_PARAMETERS_H

#include "core/status.h"

// A place for at least `count` numbers, or NULL with bad_input (not 1 to as many as the memory
// holds) or no_memory said. What was written earlier is lost when it has to grow.
double *parameters_reserve(int count, Problem *problem);

// The area as it is and how many numbers it holds; NULL and 0 before the first parameters_reserve.
double *parameters_buffer(void);
int parameters_count(void);

#endif

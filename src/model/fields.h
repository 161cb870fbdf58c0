// Fields: the numbers that a caller passes in, by name, kind and bounds. The manifest publishes
// the names in the order of the table, and one check serves all of them.
#ifndef MODEL_FIELDS_H
#define MODEL_FIELDS_H

#include "core/status.h"

#include <stdbool.h>

typedef struct Field {
    const char *name;
    bool whole;       // takes whole numbers only
    double low, high; // both allowed
} Field;

// Checks values[count] against fields[count]; says the first that does not fit, as `status`.
Status fields_check(const Field *fields, const double *values, int count, Status status,
                    Problem *problem);

#endif

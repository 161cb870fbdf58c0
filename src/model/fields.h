// Fields: the numbers that a caller passes in, by name, kind and bounds. The manifest publishes
// the names in the order of the table, and one check serves all of them.
#ifndef MODEL_FIELDS_H
#define MODEL_FIELDS_H

#include "core/status.h"
#include "core/text.h"

#include <stdbool.h>

// Up to 2^24 a whole number is exact in a float. What really limits sizes is memory (arena.h).
#define FIELD_MOST 16777216

typedef struct Field {
    const char *name;
    bool whole;       // takes whole numbers only
    double low, high; // both allowed
} Field;

// Whether the value is of the kind and inside the bounds. NaN never is.
bool field_fits(const Field *field, double value);

// Checks values[count] against fields[count]; says the first that does not fit, as `status`.
Status fields_check(const Field *fields, const double *values, int count, Status status,
                    Problem *problem);

// The same, where the buffer has room for `count` numbers and all n fields must be among them;
// values may be NULL when count is 0.
Status fields_check_buffer(const Field *fields, int n, const double *values, int count,
                           Status status, Problem *problem);

// Writes "key":["name of a field",…] into a JSON object.
void fields_write(Text *json, const char *key, const Field *fields, int count);

#endif

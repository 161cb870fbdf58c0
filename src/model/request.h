// Request: what one run asks of a model. Read from numbers: the fields in the order of
// REQUEST_FIELDS, then ids [T], candidates [C − 1], cuts [n_cuts,4] (layer, head, query, key) and
// heads off [n_heads_off,2] (layer, head).
#ifndef MODEL_REQUEST_H
#define MODEL_REQUEST_H

#include "core/arena.h"
#include "model/config.h"

enum { REQUEST_FIELD_COUNT = 9 };
extern const Field REQUEST_FIELDS[REQUEST_FIELD_COUNT];

// Checks all of values[count] against the model and fills in sizes->T and sizes->C.
// bad_input or too_long names the number that is wrong.
Status request_check(Sizes *sizes, const Config *config, const double *values, int count,
                     Problem *problem);

// The positions that a run is to have: its own choice, or the model's. values have passed the
// check.
Position request_position(const Config *config, const double *values);

// Bytes that request_read takes, and the reading itself: values must have passed the check.
double request_bytes(const double *values);
void request_read(Request *request, Arena *arena, const Config *config, const double *values);

#endif

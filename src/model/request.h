// Request: what one run asks of a model (steps.h). C callers fill in the struct; what comes from
// outside is read from numbers: the fields in the order of REQUEST_FIELDS, then ids [n_tokens],
// candidates [n_candidates], cuts [n_cuts,4] (layer, head, query, key) and heads off
// [n_heads_off,2] (layer, head).
#ifndef MODEL_REQUEST_H
#define MODEL_REQUEST_H

#include "core/arena.h"
#include "model/config.h"

enum { REQUEST_FIELD_COUNT = 9 };
extern const Field REQUEST_FIELDS[REQUEST_FIELD_COUNT];

// Reads values[count], a buffer with room for `count` numbers, checks all of it against the model,
// and opens `arena` with the lists; closing it is the caller's, also on failure. bad_input or
// too_long names the number that is wrong; too_large, no_memory.
Status request_read(Request *request, Arena *arena, const Config *config, const double *values,
                    int count, Problem *problem);

// Bytes that a copy takes, and the copy, whose lists are in `arena`.
double request_bytes(const Request *request);
Request request_copy(const Request *request, Arena *arena);

#endif

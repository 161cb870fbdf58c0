// Status and Problem: how a call says that it could not do its work.
//
// A Status is the small integer that crosses to JavaScript: 0 is fine, negatives are errors.
// A Problem is the same with words: one English sentence that says what is wrong, where, and
// what to do, and the place in the walk if there is one.
#ifndef CORE_STATUS_H
#define CORE_STATUS_H

#include "core/text.h"

typedef enum Status {
    STATUS_OK = 0,
    STATUS_BAD_HANDLE = -1, // no engine has this handle
    STATUS_BAD_CONFIG = -2, // a field of the model's configuration cannot be used
    STATUS_BAD_INPUT = -3,  // a field, id, candidate or cut of a run cannot be used
    STATUS_TOO_LONG = -4,   // more tokens than the model's max_length
    STATUS_TOO_LARGE = -5,  // the sizes ask for more memory than an engine may address
    STATUS_NO_MEMORY = -6,  // the memory is allowed but not to be had
    STATUS_BAD_STEP = -7,   // the span of steps is empty, outside the walk, or skips a step
    STATUS_NOT_FINITE = -8, // a weight or a result is NaN or infinite
} Status;
enum { STATUS_COUNT = 9 };

// "ok", "bad_handle", …: the code that JavaScript sees.
const char *status_name(Status status);

typedef struct Problem {
    Status status;
    char message[320];
    const char *step;   // name of a step, or NULL
    const char *tensor; // name of a tensor, or NULL
    int layer, head;    // of that tensor; −1 when it has none
    int row, column;    // of the cell; −1 when it has none
} Problem;

// No problem.
Problem problem_none(void);

// Fills in status and message and forgets any place; returns the status, so that a check can end
// in `return problem_say(…)`. Messages hold no quotation mark or backslash: they go into JSON.
Status problem_say(Problem *problem, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Writes the problem as a JSON object, without the fields it does not have.
void problem_write(const Problem *problem, Text *json);

// Writes "status":{"ok":0,…}, all codes by name, into a JSON object.
void status_write(Text *json);

#endif

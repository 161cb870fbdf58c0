// Handles: what a module has made for its caller, found again by number, and where the error of a
// call is kept. One rule for all modules:
//
//   - the error of a call on a handle is kept with that handle;
//   - the error of a call without a handle, or with a handle that nothing has, is kept in the
//   table;
//   - every call but the one that reads the error begins by forgetting the error kept there.
//
// So two users of one module never read each other's errors. Nothing here is shared between tables.
#ifndef CORE_HANDLES_H
#define CORE_HANDLES_H

#include "core/status.h"

#include <stddef.h>

// The first member of whatever a handle stands for.
typedef struct Handle {
    int number; // above 0 and never used again
    struct Handle *next;
    Problem problem; // of the latest call on it
} Handle;

typedef struct Handles {
    const char *noun; // what one of them is called in a sentence
    Handle *first;    // a list; there are never many
    int latest;       // the number given last
    Problem problem;  // of the latest call without a handle
} Handles;

// Begins a call without a handle: where its error goes, with none in it.
Problem *handles_begin(Handles *handles);

// Begins a call on a handle: the object that has it, with no error. NULL if none has; the table
// then says bad_handle.
void *handles_find(Handles *handles, int number);

// A zeroed object of `size` bytes that begins with a Handle; it has no number yet. NULL if there is
// no memory; the table then says no_memory.
void *handles_alloc(Handles *handles, size_t size);

// Ends the making of an object, which went as `status` says: gives it a number and returns that, or
// frees it and returns the status.
int handles_add(Handles *handles, void *object, Status status);

// Takes an object out of the table and frees it; what it holds has been released before.
void handles_remove(Handles *handles, void *object);

// The error kept for a handle, or (0, or a handle that nothing has) in the table: JSON, or "" when
// there is none. Valid until the next call, of whichever table.
const char *handles_error(Handles *handles, int number);

#endif

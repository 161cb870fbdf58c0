// Handles: see handles.h.
#include "core/handles.h"

#include "core/heap.h"

#include <limits.h>

enum { ERROR_SIZE = 640 }; // a message of Problem, its names and its numbers

Problem *handles_begin(Handles *handles) {
    handles->problem = problem_none();
    return &handles->problem;
}

static Handle *find(Handles *handles, int number) {
    Handle *handle = handles->first;
    while (handle && handle->number != number)
        handle = handle->next;
    if (!handle)
        problem_say(&handles->problem, STATUS_BAD_HANDLE,
                    "No %s has the handle %d; it was never made or has been released.",
                    handles->noun, number);
    return handle;
}

void *handles_find(Handles *handles, int number) {
    Handle *handle = find(handles, number);
    if (handle)
        handle->problem = problem_none();
    return handle;
}

void *handles_alloc(Handles *handles, size_t size) {
    void *object = handles->latest < INT_MAX ? heap_take(size) : NULL;
    if (!object)
        problem_say(&handles->problem, STATUS_NO_MEMORY,
                    "There is no memory for another %s; release one first.", handles->noun);
    return object;
}

int handles_add(Handles *handles, void *object, Status status) {
    if (status != STATUS_OK) {
        heap_give(object);
        return status;
    }
    Handle *handle = object;
    *handle =
        (Handle){.number = ++handles->latest, .next = handles->first, .problem = problem_none()};
    handles->first = handle;
    return handle->number;
}

void handles_remove(Handles *handles, void *object) {
    Handle **link = &handles->first;
    while (*link != object)
        link = &(*link)->next;
    *link = (*link)->next;
    heap_give(object);
}

const char *handles_error(Handles *handles, int number) {
    static char text[ERROR_SIZE];
    const Handle *handle = number == 0 ? NULL : find(handles, number);
    const Problem *problem = handle ? &handle->problem : &handles->problem;
    Text json = text_open(text, sizeof text);
    if (problem->status != STATUS_OK)
        problem_write(problem, &json);
    return text;
}

// Status and Problem: see status.h.
#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const NAMES[STATUS_COUNT] = {
    [-STATUS_OK] = "ok",
    [-STATUS_BAD_HANDLE] = "bad_handle",
    [-STATUS_BAD_CONFIG] = "bad_config",
    [-STATUS_BAD_INPUT] = "bad_input",
    [-STATUS_TOO_LONG] = "too_long",
    [-STATUS_TOO_LARGE] = "too_large",
    [-STATUS_NO_MEMORY] = "no_memory",
    [-STATUS_BAD_STEP] = "bad_step",
    [-STATUS_NOT_FINITE] = "not_finite",
};

const char *status_name(Status status) {
    return NAMES[-status];
}

Problem problem_none(void) {
    return (Problem){.status = STATUS_OK, .layer = -1, .head = -1, .row = -1, .column = -1};
}

Status problem_say(Problem *problem, Status status, const char *format, ...) {
    *problem = problem_none();
    problem->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    va_end(arguments);
    return status;
}

static void write_text(Text *json, const char *name, const char *value) {
    if (value)
        text_add(json, ",\"%s\":\"%s\"", name, value);
}

static void write_index(Text *json, const char *name, int value) {
    if (value >= 0)
        text_add(json, ",\"%s\":%d", name, value);
}

void problem_write(const Problem *problem, Text *json) {
    text_add(json, "{\"code\":\"%s\"", status_name(problem->status));
    write_text(json, "message", problem->message);
    write_text(json, "step", problem->step);
    write_text(json, "tensor", problem->tensor);
    write_index(json, "layer", problem->layer);
    write_index(json, "head", problem->head);
    write_index(json, "row", problem->row);
    write_index(json, "column", problem->column);
    text_add(json, "}");
}

void status_write(Text *json) {
    text_key(json, "status");
    text_add(json, "{");
    for (int i = 0; i < STATUS_COUNT; i++)
        text_add(json, "%s\"%s\":%d", text_comma(i), NAMES[i], -i);
    text_add(json, "}");
}

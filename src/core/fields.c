// Fields: see fields.h.
#include "core/fields.h"

#include <math.h>

bool field_fits(const Field *field, double value) {
    bool inside = value >= field->low && value <= field->high;
    return inside && (!field->whole || value == floor(value));
}

Status fields_check(const Field *fields, const double *values, int count, Status status,
                    Problem *problem) {
    for (int i = 0; i < count; i++)
        if (!field_fits(&fields[i], values[i]))
            return problem_say(problem, status,
                               "%s is %.9g; it must be a %snumber from %.9g to %.9g.",
                               fields[i].name, values[i], fields[i].whole ? "whole " : "",
                               fields[i].low, fields[i].high);
    return STATUS_OK;
}

Status fields_check_buffer(const Field *fields, int n, const double *values, int count,
                           Status status, Problem *problem) {
    if (count < n)
        return problem_say(problem, status,
                           "The parameter buffer has room for %d numbers and %d are needed; ask "
                           "for more room first.",
                           count, n);
    return fields_check(fields, values, n, status, problem);
}

void fields_write(Text *json, const char *key, const Field *fields, int count) {
    text_key(json, key);
    text_add(json, "[");
    for (int i = 0; i < count; i++)
        text_add(json, "%s\"%s\"", text_comma(i), fields[i].name);
    text_add(json, "]");
}

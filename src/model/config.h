// Config: what a model is. Read once, from numbers in the order of CONFIG_FIELDS.
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include "model/fields.h"
#include "steps/steps.h"

enum { CONFIG_FIELD_COUNT = 12 };
extern const Field CONFIG_FIELDS[CONFIG_FIELD_COUNT];

// A field, of a config or of a run, whose number picks one of a few names: the number is the index
// of the name.
typedef struct Choice {
    const char *field;
    int count;
    const char *const *names; // [count]
} Choice;
enum { CHOICE_COUNT = 5 };
extern const Choice CHOICES[CHOICE_COUNT];

typedef struct Config {
    Sizes sizes; // T and C are 0: they belong to a run
    Settings settings;
    int max_length; // most tokens of a run
} Config;

// Reads values[CONFIG_FIELD_COUNT]. bad_config says which field is wrong, or which two disagree.
Status config_read(Config *config, const double *values, Problem *problem);

// bad_config or bad_input, as the caller says, when the heads are too odd for `position`.
Status position_check(Position position, const Sizes *sizes, Status status, Problem *problem);

#endif

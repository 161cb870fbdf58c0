// Config: what a model is. C callers fill in the struct; what comes from outside is read once, from
// numbers in the order of CONFIG_FIELDS.
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
    Sizes sizes; // D, H, L, V, F; K follows from D and H, and T and C belong to a run
    Settings settings;
    int max_length; // most tokens of a run
} Config;

// Reads the fields from values[count], a buffer with room for `count` numbers. bad_config says
// which field is wrong.
Status config_read(Config *config, const double *values, int count, Problem *problem);

// Fills in K. bad_config says which two sizes disagree.
Status config_complete(Config *config, Problem *problem);

// bad_config or bad_input, as the caller says, when the heads are too odd for `position`.
Status position_check(Position position, const Sizes *sizes, Status status, Problem *problem);

#endif

// Live: a training run as numbers in and numbers out, for the figure that trains in the browser.
#ifndef TRAIN_LIVE_H
#define TRAIN_LIVE_H

#include "train/measure.h"

enum { LIVE_FIELD_COUNT = 15, LIVE_REPORT_COUNT = 18 };

// JSON with the names, bounds and first values of the fields, and the names of the report.
const char *live_manifest(const char *build);

// Reads the recipe from values[count], a buffer with room for `count` numbers; bad_config says
// which number is wrong.
Status live_recipe(Recipe *recipe, const double *values, int count, Problem *problem);

// Measures on `sentences` held-out sentences and writes values[LIVE_REPORT_COUNT].
Status live_report(double *values, Trainer *trainer, int sentences, Problem *problem);

#endif

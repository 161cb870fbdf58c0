// The trainer's self-test: does this build learn right on this machine?
#ifndef TRAIN_SELFTEST_H
#define TRAIN_SELFTEST_H

#include "train/trainer.h"

// A tiny run, and what it must give: tests/native/learning_test.c holds these numbers to training
// in float64, with gradients by central differences.
enum { SELFTEST_STEPS = 3 };
extern const double SELFTEST_LOSS[SELFTEST_STEPS];   // of each step, before it moves the weights
extern const double SELFTEST_LENGTH[SELFTEST_STEPS]; // of the gradient, before clipping
Recipe selftest_recipe(void);

// 0 when the run gives these numbers to 1e-4; otherwise the build must not be used here.
int trainer_selftest(void);

#endif

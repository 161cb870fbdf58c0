// Trainer: a model that learns. Opened with a recipe, advanced a few steps at a time.
//
// The same recipe gives the same bytes on every machine and in however many slices: one thread,
// sums in a fixed order, random numbers from integers, and no function of the C library whose
// rounding IEEE 754 leaves open (kernels/elementary.h has our own; the exact gelu is the
// exception, so a recipe that promises bytes uses relu).
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include "model/model.h"
#include "train/loss.h"

typedef struct Trainer {
    Recipe recipe;
    Model model;                    // what learns
    Model gradients, first, second; // of the same shapes: gradients, and AdamW's two moments
    Prng prng;
    Example *examples; // [batch]
    int step;          // steps done
    Loss loss;         // of the latest step
    double length;     // of the latest step's gradients, before clipping
} Trainer;

// bad_config, too_large, no_memory say what is wrong with the recipe.
Status trainer_open(Trainer *trainer, const Recipe *recipe, Problem *problem);

// Takes up to `steps` steps, fewer at the recipe's end. not_finite if the loss is no number; the
// weights are then those before the step that failed.
Status trainer_advance(Trainer *trainer, int steps, Problem *problem);

void trainer_close(Trainer *trainer);

// Runs one example forwards and back: adds to the gradients of all weights, and to the loss. Keys
// with the id `padding` are hidden; −1 hides none.
Status trainer_learn(Trainer *trainer, const Example *example, const Shares *shares, int padding,
                     Problem *problem);

// Gradients of one logit of the reading row, of `word`, with respect to all that led to it; they
// are in the trace of trainer->gradients until the next run. Those of weights are 0 again.
Status trainer_reach(Trainer *trainer, const Example *example, int word, Problem *problem);

// The rate of a step: up in a straight line, then down half a cosine.
double trainer_rate(const Recipe *recipe, int step);

// Runs one example forwards and predicts at its reading row, with its two names as candidates.
Status trainer_read(Trainer *trainer, const Example *example, Problem *problem);

#endif

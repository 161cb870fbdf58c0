// Self-test of the trainer: see selftest.h. It takes about a millisecond.
#include "train/selftest.h"

#include "train/recipes.h"

#include <math.h>

enum { RUN_FAILED = 1, LOSS_DIFFERS, LENGTH_DIFFERS };

static const double TOLERANCE = 1e-4; // relative: builds add in other orders

const double SELFTEST_LOSS[SELFTEST_STEPS] = {7.71214435, 6.61423043, 6.91447439};
const double SELFTEST_LENGTH[SELFTEST_STEPS] = {1.53955607, 1.60937318, 1.34664714};

// As small as a model can be that has every part, at a high rate from its first step on.
Recipe selftest_recipe(void) {
    Recipe recipe = recipe_of(RECIPE_LIVE, 1);
    Sizes *sizes = &recipe.config.sizes;
    sizes->D = sizes->F = 4;
    sizes->H = 2;
    sizes->L = 1;
    recipe.pointer_layer = 0;
    recipe.objective.restoration = 0.5;
    recipe.batch = 2;
    recipe.steps = 10;
    recipe.rate = 0.05;
    recipe.warm_up = 0;
    return recipe;
}

static bool agrees(double got, double wanted) {
    return fabs(got - wanted) <= TOLERANCE * fabs(wanted);
}

static int check_run(Trainer *trainer) {
    for (int step = 0; step < SELFTEST_STEPS; step++) {
        Problem problem;
        if (trainer_advance(trainer, 1, &problem) != STATUS_OK)
            return RUN_FAILED;
        if (!agrees(loss_total(&trainer->loss, &trainer->recipe.objective), SELFTEST_LOSS[step]))
            return LOSS_DIFFERS;
        if (!agrees(trainer->length, SELFTEST_LENGTH[step]))
            return LENGTH_DIFFERS;
    }
    return 0;
}

int trainer_selftest(void) {
    Recipe recipe = selftest_recipe();
    Trainer trainer;
    Problem problem;
    if (trainer_open(&trainer, &recipe, &problem) != STATUS_OK)
        return RUN_FAILED;
    int failed = check_run(&trainer);
    trainer_close(&trainer);
    return failed;
}

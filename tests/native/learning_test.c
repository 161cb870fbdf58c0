// The run of the trainer's self-test once more in float64: losses from the formulas
// (double_loss.h), gradients by central differences, AdamW from its paper. Its numbers are what the
// self-test holds.
#include "check.h"
#include "double_loss.h"

#include "train/selftest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS_MOST = 32 };
static const double STEP = 1e-5, PI = 3.14159265358979324;

// Every weight in double, and what AdamW keeps of it.
typedef struct Cells {
    int count; // rows of weights
    int sizes[ROWS_MOST];
    double *values[ROWS_MOST], *gradient[ROWS_MOST], *first[ROWS_MOST], *second[ROWS_MOST];
} Cells;

static Cells open_cells(const Trace *trace) {
    Cells cells = {0};
    for (; TENSORS[trace->rows[cells.count].tensor].writable; cells.count++) {
        int row = cells.count, size = trace->rows[row].size0 * trace->rows[row].size1;
        cells.sizes[row] = size;
        double **lists[] = {cells.values, cells.gradient, cells.first, cells.second};
        for (int i = 0; i < 4; i++)
            lists[i][row] = calloc((size_t)size, sizeof(double));
        for (int i = 0; i < size; i++)
            cells.values[row][i] = trace->data[row][i];
        if (trace->n_rows == row + 1)
            return cells.count++, cells;
    }
    return cells;
}

static void close_cells(Cells *cells) {
    for (int row = 0; row < cells->count; row++) {
        free(cells->values[row]);
        free(cells->gradient[row]);
        free(cells->first[row]);
        free(cells->second[row]);
    }
}

// The loss of the batch that the trainer drew last.
static double batch_loss(const Trainer *trainer, const Cells *cells) {
    const Recipe *recipe = &trainer->recipe;
    Shares shares = shares_of(trainer->examples, recipe->batch, recipe);
    double loss = 0;
    for (int i = 0; i < recipe->batch; i++) {
        const Example *example = &trainer->examples[i];
        Flow flow = trainer->model.flow;
        flow.sizes.T = example->length;
        flow.request.ids = example->ids;
        loss += double_loss(&flow, cells->values, example, recipe, &shares);
    }
    return loss;
}

// By central differences; returns its length.
static double differentiate(const Trainer *trainer, Cells *cells) {
    double squares = 0;
    for (int row = 0; row < cells->count; row++)
        for (int i = 0; i < cells->sizes[row]; i++) {
            double *cell = &cells->values[row][i], kept = *cell;
            *cell = kept + STEP;
            double above = batch_loss(trainer, cells);
            *cell = kept - STEP;
            double below = batch_loss(trainer, cells);
            *cell = kept;
            double slope = (above - below) / (2 * STEP);
            cells->gradient[row][i] = slope;
            squares += slope * slope;
        }
    return sqrt(squares);
}

// Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019, algorithm 2, after
// clipping; the rate falls along half a cosine. Matrices alone decay.
static void move(const Trainer *trainer, Cells *cells, double length, int step) {
    const Recipe *recipe = &trainer->recipe;
    const double beta1 = 0.9, beta2 = 0.98, epsilon = 1e-8;
    double share =
        recipe->last_rate + (1 - recipe->last_rate) * (1 + cos(PI * step / recipe->steps)) / 2;
    double rate = recipe->rate * share;
    double clip = length > recipe->clip ? recipe->clip / length : 1;
    for (int row = 0; row < cells->count; row++) {
        bool matrix = trainer->model.flow.trace.rows[row].rank == 2;
        for (int i = 0; i < cells->sizes[row]; i++) {
            double g = cells->gradient[row][i] * clip, *w = &cells->values[row][i];
            double *m = &cells->first[row][i], *v = &cells->second[row][i];
            *m = beta1 * *m + (1 - beta1) * g;
            *v = beta2 * *v + (1 - beta2) * g * g;
            double mean = *m / (1 - pow(beta1, step + 1));
            double square = *v / (1 - pow(beta2, step + 1));
            *w -= rate * (mean / (sqrt(square) + epsilon) + (matrix ? recipe->decay * *w : 0));
        }
    }
}

static bool close_to(double got, double wanted) {
    return fabs(got - wanted) <= 1e-5 * fabs(wanted);
}

void test_learning(void) {
    Recipe recipe = selftest_recipe();
    Trainer trainer;
    Problem problem = problem_none();
    if (!expect(trainer_open(&trainer, &recipe, &problem) == STATUS_OK, "%s", problem.message))
        return;
    Cells cells = open_cells(&trainer.model.flow.trace);
    double still = 0; // the last loss, had nothing been learnt
    Cells begin = open_cells(&trainer.model.flow.trace);
    for (int step = 0; step < SELFTEST_STEPS; step++) {
        trainer_advance(&trainer, 1, &problem); // for the batch that it draws
        double loss = batch_loss(&trainer, &cells);
        double length = differentiate(&trainer, &cells);
        expect(close_to(SELFTEST_LOSS[step], loss), "the self-test's loss %d to be %.9g", step,
               loss);
        expect(close_to(SELFTEST_LENGTH[step], length), "the self-test's length %d to be %.9g",
               step, length);
        still = batch_loss(&trainer, &begin);
        move(&trainer, &cells, length, step);
    }
    expect(fabs(still - SELFTEST_LOSS[SELFTEST_STEPS - 1]) > 0.01 * still,
           "a run that learns nothing to fail the self-test: %.9g", still);
    expect(trainer_selftest() == 0, "the trainer's self-test to pass");
    close_cells(&cells);
    close_cells(&begin);
    trainer_close(&trainer);
}

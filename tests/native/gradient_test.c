// The backward pass against central differences of a loss in double: every cell of every weight, in
// encoders and decoders, with padding, every position and activation, widths with tails.
#include "check.h"
#include "double_loss.h"

#include "train/backward.h"
#include "train/trainer.h"
#include "train/words.h"

#include <math.h>
#include <stdlib.h>

typedef struct Case {
    int d, heads, layers, f;
    Activation activation;
    Position position;
    bool causal;
    int padding; // id that is hidden, −1 for none
} Case;

enum { V = 11, T = 9 };
static const double STEP = 1e-5;
static const double TOLERANCE = 2e-5; // of the largest slope of the weight's tensor, or of 0.01

static Recipe recipe_of(Case c) {
    return (Recipe){
        .config = {.sizes = {.V = V, .D = c.d, .H = c.heads, .L = c.layers, .F = c.f},
                   .settings = {.activation = c.activation,
                                .position = c.position,
                                .position_amplitude = 2,
                                .rope_base = 100,
                                .embedding_scale = EMBEDDING_SCALE_SQRT_D,
                                .norm_epsilon = 1e-5},
                   .max_length = 64},
        .causal = c.causal,
        .objective = {.pointer = 0.7,
                      .restoration = 0.4,
                      .masking = 0.3,
                      .matching = 0.6,
                      .language = c.causal,
                      .answer = 5},
        .pointer_layer = c.layers - 1,
        .pointer_head = c.heads - 1,
        .batch = 1,
        .seed = 3,
    };
}

// Words 1…V − 1 with the padding word 0 at the end; agent and patient have two mentions each.
static Example example_of(Case c) {
    Example example = {.length = T,
                       .ids = {3, 5, 2, 3, 7, 4, 5, 9, c.padding < 0 ? 8 : 0},
                       .reading = c.causal ? 7 : 5,
                       .agent = 3,
                       .patient = 5,
                       .share = 0.3};
    for (int t = 0; t < T; t++) {
        example.mention[t] = example.ids[t] == 3   ? MENTION_AGENT
                             : example.ids[t] == 5 ? MENTION_PATIENT
                                                   : MENTION_NOBODY;
        example.wanted[t] = c.causal && t + 1 < T ? example.ids[t + 1] : NO_WORD;
        example.matched[t] = NO_WORD;
    }
    example.matched[1] = example.matched[4] = WORD_THIS; // two nouns to be matched
    if (!c.causal) {
        example.wanted[2] = 6;
        example.ids[2] = WORD_MASK; // a masked word
    }
    return example;
}

static void check_weight(const Trainer *trainer, double *const *weights, int row,
                         const Example *example, const Shares *shares) {
    const Trace *trace = &trainer->model.flow.trace;
    const TraceRow *at = &trace->rows[row];
    int cells = at->size0 * at->size1;
    double worst = 0, largest = 0.01;
    for (int i = 0; i < cells; i++) {
        double kept = weights[row][i], slope = trainer->slopes.flow.trace.data[row][i];
        weights[row][i] = kept + STEP;
        double above =
            double_loss(&trainer->model.flow, weights, example, &trainer->recipe, shares);
        weights[row][i] = kept - STEP;
        double below =
            double_loss(&trainer->model.flow, weights, example, &trainer->recipe, shares);
        weights[row][i] = kept;
        double wanted = (above - below) / (2 * STEP);
        largest = fmax(largest, fabs(wanted));
        worst = fmax(worst, fabs(slope - wanted));
    }
    expect(worst <= TOLERANCE * largest, "slopes of %s, layer %d: off by %.3g of %.3g (%s, %s)",
           TENSORS[at->tensor].name, at->layer, worst, largest,
           trainer->recipe.causal ? "causal" : "encoder",
           trainer->model.flow.settings.activation == ACTIVATION_GELU ? "gelu" : "relu");
}

// Biases and gains away from 0 and 1, so that a slope taken through the wrong one shows.
static void stir(const Model *model, Random *random) {
    const Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows && TENSORS[trace->rows[row].tensor].writable; row++)
        for (int i = 0; i < trace->rows[row].size0 * trace->rows[row].size1; i++)
            trace->data[row][i] += (float)(0.2 * random_number(random));
}

static void check_case(Case c, Random *random) {
    Recipe recipe = recipe_of(c);
    Example example = example_of(c);
    Trainer trainer;
    Problem problem = problem_none();
    if (!expect(trainer_open(&trainer, &recipe, &problem) == STATUS_OK, "%s", problem.message))
        return;
    stir(&trainer.model, random);
    Shares shares = shares_of(&example, 1, &recipe);
    trainer_learn(&trainer, &example, &shares, c.padding, &problem);

    Trace *trace = &trainer.model.flow.trace;
    double **weights = calloc((size_t)trace->n_rows, sizeof *weights);
    int n_weights = 0;
    for (; TENSORS[trace->rows[n_weights].tensor].writable; n_weights++) {
        int cells = trace->rows[n_weights].size0 * trace->rows[n_weights].size1;
        weights[n_weights] = calloc((size_t)cells, sizeof(double));
        for (int i = 0; i < cells; i++)
            weights[n_weights][i] = trace->data[n_weights][i];
    }
    double loss = double_loss(&trainer.model.flow, weights, &example, &recipe, &shares);
    expect(fabs(loss - loss_total(&trainer.loss, &recipe.objective)) <= 1e-5 * loss,
           "the loss to be %.9g, not %.9g", loss, loss_total(&trainer.loss, &recipe.objective));
    for (int row = 0; row < n_weights; row++)
        check_weight(&trainer, weights, row, &example, &shares);
    for (int row = 0; row < n_weights; row++)
        free(weights[row]);
    free(weights);
    trainer_close(&trainer);
}

void test_gradient(void) {
    static const Case cases[] = {
        {8, 2, 2, 10, ACTIVATION_RELU, POSITION_SINUSOIDAL, false, -1},
        {12, 3, 2, 16, ACTIVATION_RELU, POSITION_ROPE, true, -1},
        {12, 2, 1, 9, ACTIVATION_GELU, POSITION_ROPE, false, 0},
        {6, 3, 3, 7, ACTIVATION_GELU, POSITION_NONE, true, -1},
        {9, 3, 2, 5, ACTIVATION_RELU, POSITION_SINUSOIDAL, true, 0},
        {16, 1, 1, 13, ACTIVATION_RELU, POSITION_ROPE, false, -1},
    };
    Random random = {.state = 11};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_case(cases[i], &random);
}

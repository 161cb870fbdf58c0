// measure_recurrent: how far back a net can find who 它 is, and how much of the learning signal
// gets there, for a tanh RNN, a GRU and the attention decoder on the same sentences, as JSON.
//
//   measure_recurrent <steps of tanh> <steps of GRU> <steps of attention>      0 trains nothing
//
// Sentences: scene_draw_far. Trained with 0 to 6 fillers, tested with 0 to 12. "reach" is the
// length of the gradient of the right name's logit, at 指, with respect to the input vector of its
// mention.
#include "train/adamw.h"
#include "train/backward.h"
#include "train/recipes.h"
#include "train/recurrent.h"
#include "train/trainer.h"
#include "train/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32, TRAINED_FILLERS = 6, TESTED_FILLERS = 12, STRIDE = 2, SENTENCES = 200 };
// The answer counts as much as so many other words: with the decoder's own 10 a GRU learned nothing
// in 8,000 steps, with 60 it does.
enum { ANSWER = 60 };
enum { RNN_WIDTH = 146, GRU_WIDTH = 92 }; // 60,711 and 62,589 numbers

typedef struct Net {
    const char *name;
    Recurrent *recurrent; // or
    Trainer *trainer;     // the decoder
} Net;

typedef struct Row {
    double words, whole, of_two, reach;
} Row;

static int fail(const char *sentence) {
    fprintf(stderr, "measure_recurrent: %s\n", sentence);
    return 1;
}

static int first_mention(const Example *example, int word) {
    int t = 0;
    while (example->ids[t] != word)
        t++;
    return t;
}

// Logits [V] at 指, and the reach of the right name's mention.
static const float *ask(Net *net, const Example *example, int word, double *reach) {
    int row = example->reading, at = first_mention(example, word);
    if (net->recurrent) {
        *reach = recurrent_reach(net->recurrent, example, row, word, at);
        return net->recurrent->logits + (size_t)row * WORD_COUNT;
    }
    Problem problem;
    const Flow *flow = &net->trainer->model.flow, *gradients = &net->trainer->gradients.flow;
    trainer_reach(net->trainer, example, word, &problem);
    *reach = 0;
    for (int i = 0; i < flow->sizes.D; i++)
        *reach += pow(model_tensor(gradients, INPUT)[(size_t)at * flow->sizes.D + i], 2);
    *reach = sqrt(*reach);
    return model_tensor(flow, LOGITS) + (size_t)row * WORD_COUNT;
}

static Row test(Net *net, const Recipe *recipe, int fillers) {
    Prng prng = prng_open(1, 99);
    Row row = {0};
    for (int i = 0; i < SENTENCES; i++) {
        Scene scene;
        Example example;
        double reach;
        scene_draw_far(&scene, fillers, &prng);
        example_make(&example, &scene, recipe, &prng);
        bool agent = example.truth > 0.5;
        int right = agent ? example.agent : example.patient;
        int wrong = agent ? example.patient : example.agent;
        const float *logits = ask(net, &example, right, &reach);
        int best = 0;
        for (int word = 1; word < WORD_COUNT; word++)
            best = logits[word] > logits[best] ? word : best;
        row.words += (double)(example.reading - first_mention(&example, right)) / SENTENCES;
        row.whole += (double)(best == right) / SENTENCES;
        row.of_two += (double)(logits[right] > logits[wrong]) / SENTENCES;
        row.reach += reach / SENTENCES;
    }
    return row;
}

static void print_table(Net *net, const Recipe *recipe, const char *when, const char *end) {
    printf("   \"%s\": [\n", when);
    for (int fillers = 0; fillers <= TESTED_FILLERS; fillers += STRIDE) {
        Row row = test(net, recipe, fillers);
        printf("    {\"fillers\": %d, \"distance\": %.1f, \"accuracy\": %.3f, "
               "\"accuracy_of_two\": %.3f, \"reach\": %.2e}%s\n",
               fillers, row.words, row.whole, row.of_two, row.reach,
               fillers < TESTED_FILLERS ? "," : "");
    }
    printf("   ]%s\n", end);
}

static void train_recurrent(Recurrent *net, const Recipe *recipe, int steps) {
    Prng prng = prng_open((uint64_t)recipe->seed, 1);
    Recipe schedule = *recipe;
    schedule.steps = steps;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < BATCH; i++) {
            Scene scene;
            Example example;
            scene_draw_far(&scene, prng_below(&prng, TRAINED_FILLERS + 1), &prng);
            example_make(&example, &scene, recipe, &prng);
            recurrent_learn(net, &example, recipe->objective.answer, 1.0 / BATCH);
        }
        AdamW adamw = {trainer_rate(&schedule, step), 0.9, 0.98, 0, 1, step + 1};
        adamw_row(&adamw, net->weights, net->gradients, net->first, net->second, net->count);
    }
}

static int measure_net(const char *name, Cell cell, int width, int steps, const Recipe *recipe,
                       const char *end) {
    Recurrent recurrent;
    Problem problem = problem_none();
    if (recurrent_open(&recurrent, cell, WORD_COUNT, width, recipe->seed, &problem) != STATUS_OK)
        return fail(problem.message);
    Net net = {.name = name, .recurrent = &recurrent};
    printf("  \"%s\": {\n   \"parameters\": %d,\n   \"steps\": %d,\n", name, recurrent.count,
           steps);
    print_table(&net, recipe, "at_start", steps > 0 ? "," : "");
    train_recurrent(&recurrent, recipe, steps);
    if (steps > 0)
        print_table(&net, recipe, "trained", "");
    printf("  }%s\n", end);
    recurrent_close(&recurrent);
    return 0;
}

static int measure_decoder(int steps, Recipe recipe) {
    Trainer trainer;
    Problem problem = problem_none();
    recipe.steps = steps > 0 ? steps : 1;
    if (trainer_open(&trainer, &recipe, &problem) != STATUS_OK)
        return fail(problem.message);
    Net net = {.name = "attention", .trainer = &trainer};
    printf("  \"attention\": {\n   \"steps\": %d,\n", steps);
    print_table(&net, &recipe, "at_start", steps > 0 ? "," : "");
    if (steps > 0) {
        if (trainer_advance(&trainer, steps, &problem) != STATUS_OK)
            return fail(problem.message);
        print_table(&net, &recipe, "trained", "");
    }
    printf("  }\n");
    trainer_close(&trainer);
    return 0;
}

int main(int count, char **arguments) {
    if (count != 4)
        return fail("give the steps of the tanh net, of the GRU and of attention.");
    Recipe recipe = recipe_of(RECIPE_DECODER, 0);
    recipe.far_fillers = TRAINED_FILLERS;
    recipe.batch = BATCH;
    recipe.rate = 5e-3;
    recipe.objective.answer = ANSWER;
    recipe.last_rate = 0.05;
    recipe.draws = 16;
    printf(" {\n");
    int failed = measure_net("tanh", CELL_TANH, RNN_WIDTH, atoi(arguments[1]), &recipe, ",") ||
                 measure_net("gru", CELL_GRU, GRU_WIDTH, atoi(arguments[2]), &recipe, ",") ||
                 measure_decoder(atoi(arguments[3]), recipe);
    printf(" }\n");
    return failed;
}

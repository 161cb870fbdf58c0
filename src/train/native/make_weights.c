// make_weights: trains one of the recipes from nothing and writes it where a page can load it.
//
//   make_weights <recipe> <seed> <folder> [steps]   config.json, model.safetensors, measures.json
//   make_weights words                              the vocabulary as JSON, on standard output
//
// A folder of "-" writes nothing and prints the measures, which is how seeds are compared. With
// `steps` the run is shorter: a test of the bytes need not wait for a good model. Weights are
// written as F16, and everything that is measured is measured on these.
#include "train/measure.h"
#include "train/model_config.h"
#include "train/recipes.h"
#include "train/safetensors.h"
#include "train/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_SENTENCES = 3000, TEST_EDITS = 200, TEST_SEED = 1 };
enum { PROGRESS = 1000, PROGRESS_SENTENCES = 300 };

static int fail(const char *sentence) {
    fprintf(stderr, "make_weights: %s\n", sentence);
    return 1;
}

static void print_words(void) {
    for (int id = 0; id < WORD_COUNT; id++)
        printf("%s\"%s\"%s\n", id ? " " : "[", WORDS[id], id < WORD_COUNT - 1 ? "," : "]");
}

static FILE *open_in(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "wb");
}

static void write_config(FILE *file, const Trainer *trainer) {
    char buffer[2048];
    Text json = text_open(buffer, sizeof buffer);
    model_config_write(&json, trainer);
    fputs(buffer, file);
}

static void print_measures(FILE *file, const char *name, const Measures *m, bool supervised) {
    fprintf(file,
            "  \"%s\": {\"accuracy\": %.4f, \"bayes\": %.4f, \"unambiguous\": %.4f, "
            "\"apart\": %.4f, \"calibration\": %.4f, \"leak\": %.4f",
            name, m->accuracy, m->bayes, m->unambiguous, m->apart, m->calibration, m->leak);
    if (supervised)
        fprintf(file, ", \"supervised_head_unambiguous\": %.4f, \"supervised_head_apart\": %.4f",
                m->pointer, m->pointer_apart);
    fprintf(file, "},\n");
}

static Status print_edits(FILE *file, Trainer *trainer, Problem *problem) {
    fprintf(file, "  \"edits\": [\n");
    for (int edit = 0; edit < EDITS; edit++) {
        Prng prng = prng_open(TEST_SEED, 5);
        double agent = 0, truth = 0;
        for (int i = 0; i < TEST_EDITS; i++) {
            Scene scene;
            Belief belief;
            edit_scene(&scene, edit, &prng);
            Status status = believe(&belief, trainer, &scene, problem);
            if (status != STATUS_OK)
                return status;
            agent += belief.agent / TEST_EDITS;
            truth += belief.truth / TEST_EDITS;
        }
        fprintf(file, "    {\"prefix\": \"%s\", \"rule\": %.3f, \"model\": %.3f}%s\n",
                EDIT_NAMES[edit], truth, agent, edit < EDITS - 1 ? "," : "");
    }
    fprintf(file, "  ],\n");
    return STATUS_OK;
}

static Status print_report(FILE *file, Trainer *trainer, Problem *problem) {
    Measures held_out, trained;
    Status status = measure(&held_out, trainer, TEST_SENTENCES, TEST_SEED, true, problem);
    if (status == STATUS_OK)
        status = measure(&trained, trainer, TEST_SENTENCES, TEST_SEED, false, problem);
    if (status != STATUS_OK)
        return status;
    fprintf(file, "{\n  \"seed\": %d,\n  \"steps\": %d,\n  \"weights\": \"F16\",\n",
            trainer->recipe.seed, trainer->step);
    bool supervised = trainer->recipe.objective.pointer > 0;
    print_measures(file, "held_out", &held_out, supervised);
    print_measures(file, "trained_combinations", &trained, supervised);
    status = print_edits(file, trainer, problem);
    fprintf(file, "  \"article\": [\n");
    for (int i = 0; status == STATUS_OK && i < ARTICLE_CASES; i++) {
        Scene scene;
        Belief belief;
        article_scene(&scene, i);
        status = believe(&belief, trainer, &scene, problem);
        fprintf(file, "    {\"rule\": %.3f, \"model\": %.3f", belief.truth, belief.agent);
        if (supervised)
            fprintf(file, ", \"supervised_head\": %.3f", belief.pointer);
        fprintf(file, "}%s\n", i < ARTICLE_CASES - 1 ? "," : "");
    }
    fprintf(file, "  ]\n}\n");
    return status;
}

static int write_all(Trainer *trainer, const char *folder, Problem *problem) {
    const Flow *flow = &trainer->model.flow;
    size_t size = safetensors_size(flow, TYPE_F16);
    uint8_t *bytes = malloc(size);
    FILE *weights = open_in(folder, "model.safetensors");
    FILE *config = open_in(folder, "config.json"), *report = open_in(folder, "measures.json");
    if (!bytes || !weights || !config || !report)
        return fail("the folder cannot be written to; make it first.");
    safetensors_write(flow, TYPE_F16, bytes);
    size_t written = fwrite(bytes, 1, size, weights);
    write_config(config, trainer);
    Status status = print_report(report, trainer, problem);
    bool closed = !fclose(weights) && !fclose(config) && !fclose(report);
    free(bytes);
    if (status != STATUS_OK)
        return fail(problem->message);
    return written == size && closed ? 0 : fail("a file could not be written whole.");
}

// Trains to the end; says from time to time how far it has come, which changes nothing of it.
static Status train(Trainer *trainer, Problem *problem) {
    Status status = STATUS_OK;
    while (status == STATUS_OK && trainer->step < trainer->recipe.steps) {
        Measures measures;
        status = trainer_advance(trainer, PROGRESS, problem);
        if (status == STATUS_OK)
            status = measure(&measures, trainer, PROGRESS_SENTENCES, TEST_SEED, true, problem);
        if (status == STATUS_OK)
            fprintf(stderr, "step %d of %d: unambiguous %.3f, distance to the rule %.3f\n",
                    trainer->step, trainer->recipe.steps, measures.unambiguous, measures.apart);
    }
    return status;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "words") == 0) {
        print_words();
        return 0;
    }
    if (count < 4)
        return fail("give a recipe, a seed and a folder (or - for none).");
    int id = 0;
    while (id < RECIPE_COUNT && strcmp(RECIPE_NAMES[id], arguments[1]) != 0)
        id++;
    if (id == RECIPE_COUNT)
        return fail("there is no such recipe; encoder, encoder-rope, decoder and live are known.");

    Recipe recipe = recipe_of((RecipeId)id, atoi(arguments[2]));
    if (count > 4)
        recipe.steps = atoi(arguments[4]);
    Trainer trainer;
    Problem problem = problem_none();
    if (trainer_open(&trainer, &recipe, &problem) != STATUS_OK ||
        train(&trainer, &problem) != STATUS_OK ||
        safetensors_round(&trainer.model.flow, &problem) != STATUS_OK)
        return fail(problem.message);
    int failed = 0;
    if (strcmp(arguments[3], "-") != 0)
        failed = write_all(&trainer, arguments[3], &problem);
    else if (print_report(stdout, &trainer, &problem) != STATUS_OK)
        failed = fail(problem.message);
    trainer_close(&trainer);
    return failed;
}

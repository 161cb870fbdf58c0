// Live: see live.h.
#include "train/live.h"

#include "core/check.h"
#include "train/recipes.h"
#include "train/words.h"

#include <math.h>

enum {
    D_MODEL,
    N_HEADS,
    N_LAYERS,
    D_FF,
    POSITION_CHOICE,
    POSITION_AMPLITUDE,
    CAUSAL,
    POINTER,
    WORDS_LOSS, // restoration of an encoder, language of a decoder
    MASKING,
    STEPS_IN_ALL,
    BATCH,
    DRAWS,
    RATE,
    SEED,
};

typedef struct LiveField {
    Field field;
    double first; // where the figure begins
} LiveField;

// Large enough to play with and small enough that one step stays a blink.
static const LiveField FIELDS[LIVE_FIELD_COUNT] = {
    [D_MODEL] = {{"d_model", true, 4, 128}, 32},
    [N_HEADS] = {{"n_heads", true, 1, 16}, 4},
    [N_LAYERS] = {{"n_layers", true, 1, 6}, 2},
    [D_FF] = {{"d_ff", true, 1, 512}, 64},
    [POSITION_CHOICE] = {{"position", true, POSITION_NONE, POSITION_ROPE}, POSITION_ROPE},
    [POSITION_AMPLITUDE] = {{"position_amplitude", false, 0, 100}, 2},
    [CAUSAL] = {{"causal", true, 0, 1}, 0},
    [POINTER] = {{"pointer", false, 0, 100}, 1},
    [WORDS_LOSS] = {{"words", false, 0, 100}, 0},
    [MASKING] = {{"masking", false, 0, 100}, 0.3},
    [STEPS_IN_ALL] = {{"steps", true, 1, 1e6}, 1200},
    [BATCH] = {{"batch", true, 1, 1024}, 32},
    [DRAWS] = {{"draws", true, 1, 1000}, 16},
    [RATE] = {{"rate", false, 1e-6, 1}, 0.005},
    [SEED] = {{"seed", true, 0, 2147483647}, 0},
};

static const char *const REPORT[LIVE_REPORT_COUNT] = {
    "step",
    "loss",
    "slope_length",
    "unambiguous",
    "supervised_head",
    "accuracy",
    "bayes",
    "apart",
    "leak",
    "belief_none",
    "belief_a_lacks",
    "belief_b_expired",
    "share_none",
    "share_a_lacks",
    "share_b_expired",
    "truth_none",
    "truth_a_lacks",
    "truth_b_expired",
};
enum { BELIEFS = 9, SHARES = 12, TRUTHS = 15 };

const char *live_manifest(const char *build) {
    static char buffer[4096];
    if (buffer[0])
        return buffer;
    Text json = text_open(buffer, sizeof buffer);
    text_add(&json, "{\"abi\":%d,\"build\":\"%s\",\"fields\":[", LIVE_ABI, build);
    for (int i = 0; i < LIVE_FIELD_COUNT; i++)
        text_add(&json,
                 "%s{\"name\":\"%s\",\"value\":%.9g,\"low\":%.9g,\"high\":%.9g,\"whole\":%s}",
                 i ? "," : "", FIELDS[i].field.name, FIELDS[i].first, FIELDS[i].field.low,
                 FIELDS[i].field.high, FIELDS[i].field.whole ? "true" : "false");
    text_add(&json, "]");
    text_names(&json, "report", REPORT, LIVE_REPORT_COUNT);
    choices_write(&json);
    status_write(&json);
    text_add(&json, "}");
    CHECK(!json.cut);
    return buffer;
}

static Status check(const double *values, int count, Problem *problem) {
    Field fields[LIVE_FIELD_COUNT];
    for (int i = 0; i < LIVE_FIELD_COUNT; i++)
        fields[i] = FIELDS[i].field;
    Status status =
        fields_check_buffer(fields, LIVE_FIELD_COUNT, values, count, STATUS_BAD_CONFIG, problem);
    if (status == STATUS_OK && values[POINTER] == 0 && values[WORDS_LOSS] == 0)
        return problem_say(problem, STATUS_BAD_CONFIG,
                           "pointer and words are both 0, so nothing would teach the model what 它 "
                           "means; give one of them a weight.");
    return status;
}

Status live_recipe(Recipe *recipe, const double *values, int count, Problem *problem) {
    Status status = check(values, count, problem);
    if (status != STATUS_OK)
        return status;
    bool causal = values[CAUSAL] == 1;
    *recipe = recipe_of(RECIPE_LIVE, (int)values[SEED]);
    Sizes *sizes = &recipe->config.sizes;
    sizes->D = (int)values[D_MODEL];
    sizes->H = (int)values[N_HEADS];
    sizes->L = (int)values[N_LAYERS];
    sizes->F = (int)values[D_FF];
    recipe->config.settings.position = (Position)values[POSITION_CHOICE];
    recipe->config.settings.position_amplitude = values[POSITION_AMPLITUDE];
    recipe->causal = causal;
    recipe->objective = (Objective){.pointer = values[POINTER],
                                    .restoration = causal ? 0 : values[WORDS_LOSS],
                                    .language = causal ? values[WORDS_LOSS] : 0,
                                    .masking = causal ? 0 : values[MASKING],
                                    .answer = 5};
    recipe->masked_sentences = causal || values[MASKING] == 0 ? 0 : recipe->masked_sentences;
    recipe->pointer_layer = (int)values[N_LAYERS] - 1;
    recipe->steps = (int)values[STEPS_IN_ALL];
    recipe->batch = (int)values[BATCH];
    recipe->draws = (int)values[DRAWS];
    recipe->rate = values[RATE];
    return STATUS_OK;
}

Status live_report(double *values, Trainer *trainer, int sentences, Problem *problem) {
    Measures measures;
    Status status = measure(&measures, trainer, sentences, 1, true, problem);
    if (status != STATUS_OK)
        return status;
    const double first[BELIEFS] = {
        trainer->step,    loss_total(&trainer->loss, &trainer->recipe.objective),
        trainer->length,  measures.unambiguous,
        measures.pointer, measures.accuracy,
        measures.bayes,   measures.apart,
        measures.leak};
    for (int i = 0; i < BELIEFS; i++)
        values[i] = first[i];
    for (int i = 0; status == STATUS_OK && i < ARTICLE_CASES; i++) {
        Scene scene;
        Belief belief;
        article_scene(&scene, i);
        status = believe(&belief, trainer, &scene, problem);
        values[BELIEFS + i] = belief.agent;
        values[SHARES + i] = belief.pointer;
        values[TRUTHS + i] = belief.truth;
    }
    return status;
}

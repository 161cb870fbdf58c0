// Config: see config.h.
#include "model/config.h"

#include "core/check.h"
#include "steps/faults.h"

#include <string.h>

enum {
    VOCAB_SIZE,
    D_MODEL,
    N_HEADS,
    N_LAYERS,
    D_FF,
    MAX_LENGTH,
    ACTIVATION,
    POSITION_CHOICE,
    POSITION_AMPLITUDE,
    ROPE_BASE,
    EMBEDDING_SCALE,
    NORM_EPSILON,
};

const Field CONFIG_FIELDS[CONFIG_FIELD_COUNT] = {
    [VOCAB_SIZE] = {"vocab_size", true, 1, FIELD_MOST},
    [D_MODEL] = {"d_model", true, 1, FIELD_MOST},
    [N_HEADS] = {"n_heads", true, 1, FIELD_MOST},
    [N_LAYERS] = {"n_layers", true, 0, FIELD_MOST},
    [D_FF] = {"d_ff", true, 1, FIELD_MOST},
    [MAX_LENGTH] = {"max_length", true, 1, FIELD_MOST},
    [ACTIVATION] = {"activation", true, ACTIVATION_RELU, ACTIVATION_GELU},
    [POSITION_CHOICE] = {"position", true, POSITION_NONE, POSITION_ROPE},
    [POSITION_AMPLITUDE] = {"position_amplitude", false, -1e6, 1e6},
    [ROPE_BASE] = {"rope_base", false, 1, 1e12},
    [EMBEDDING_SCALE] = {"embedding_scale", true, EMBEDDING_SCALE_NONE, EMBEDDING_SCALE_SQRT_D},
    [NORM_EPSILON] = {"norm_epsilon", false, 0, 1},
};

static const char *const ACTIVATIONS[] = {[ACTIVATION_RELU] = "relu", [ACTIVATION_GELU] = "gelu"};
static const char *const POSITIONS[] = {
    [POSITION_NONE] = "none", [POSITION_SINUSOIDAL] = "sinusoidal", [POSITION_ROPE] = "rope"};
static const char *const EMBEDDING_SCALES[] = {
    [EMBEDDING_SCALE_NONE] = "none", [EMBEDDING_SCALE_SQRT_D] = "sqrt(d_model)"};
static const char *const SCALES[] = {[SCALE_SQRT_K] = "sqrt(d_k)",
                                     [SCALE_NONE] = "none",
                                     [SCALE_K] = "d_k",
                                     [SCALE_SQRT_D] = "sqrt(d_model)"};

#define COUNT(names) (sizeof(names) / sizeof(names)[0])

const Choice CHOICES[CHOICE_COUNT] = {
    {"activation", COUNT(ACTIVATIONS), ACTIVATIONS},
    {"position", COUNT(POSITIONS), POSITIONS},
    {"embedding_scale", COUNT(EMBEDDING_SCALES), EMBEDDING_SCALES},
    {"scale", COUNT(SCALES), SCALES},
    {"fault", FAULT_COUNT, FAULT_NAMES},
};

const char *choice_name(const char *field, int number) {
    for (int i = 0; i < CHOICE_COUNT; i++)
        if (strcmp(CHOICES[i].field, field) == 0)
            return CHOICES[i].names[number];
    CHECK(!"a field that is a choice");
    return NULL;
}

void choices_write(Text *json) {
    text_key(json, "choices");
    text_add(json, "{");
    for (int i = 0; i < CHOICE_COUNT; i++)
        text_names(json, CHOICES[i].field, CHOICES[i].names, CHOICES[i].count);
    text_add(json, "}");
}

Status position_check(Position position, const Sizes *sizes, Status status, Problem *problem) {
    if (position == POSITION_ROPE && sizes->K % 2 != 0)
        return problem_say(problem, status,
                           "RoPE rotates neighbouring pairs, so a head needs an even width; "
                           "d_model %d / n_heads %d gives %d.",
                           sizes->D, sizes->H, sizes->K);
    return STATUS_OK;
}

Status config_read(Config *config, const double *values, int count, Problem *problem) {
    Status status = fields_check_buffer(CONFIG_FIELDS, CONFIG_FIELD_COUNT, values, count,
                                        STATUS_BAD_CONFIG, problem);
    if (status != STATUS_OK)
        return status;
    *config = (Config){
        .sizes = {.D = (int)values[D_MODEL],
                  .H = (int)values[N_HEADS],
                  .L = (int)values[N_LAYERS],
                  .V = (int)values[VOCAB_SIZE],
                  .F = (int)values[D_FF]},
        .settings = {.activation = (Activation)values[ACTIVATION],
                     .position = (Position)values[POSITION_CHOICE],
                     .position_amplitude = values[POSITION_AMPLITUDE],
                     .rope_base = values[ROPE_BASE],
                     .embedding_scale = (EmbeddingScale)values[EMBEDDING_SCALE],
                     .norm_epsilon = values[NORM_EPSILON]},
        .max_length = (int)values[MAX_LENGTH],
    };
    return STATUS_OK;
}

Status config_complete(Config *config, Problem *problem) {
    Sizes *sizes = &config->sizes;
    if (sizes->D % sizes->H != 0)
        return problem_say(problem, STATUS_BAD_CONFIG,
                           "d_model %d does not divide into n_heads %d heads of equal width; "
                           "choose a multiple.",
                           sizes->D, sizes->H);
    sizes->K = sizes->D / sizes->H;
    return position_check(config->settings.position, sizes, STATUS_BAD_CONFIG, problem);
}

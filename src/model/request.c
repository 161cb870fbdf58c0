// Request: see request.h.
#include "model/request.h"

enum {
    N_TOKENS,
    N_CANDIDATES,
    N_CUTS,
    CAUSAL,
    PADDING_ID,
    POSITION_CHOICE,
    SCALE_CHOICE,
    FAULT_CHOICE,
    N_HEADS_OFF,
};
enum { CUT_FIELDS = 4, HEAD_OFF_FIELDS = 2 };

// The model's own bounds (max_length, vocab_size) are checked afterwards.
const Field REQUEST_FIELDS[REQUEST_FIELD_COUNT] = {
    [N_TOKENS] = {"n_tokens", true, 1, FIELD_MOST},
    [N_CANDIDATES] = {"n_candidates", true, 0, 64},
    [N_CUTS] = {"n_cuts", true, 0, FIELD_MOST},
    [CAUSAL] = {"causal", true, 0, 1},
    [PADDING_ID] = {"padding_id", true, -1, FIELD_MOST},
    [POSITION_CHOICE] = {"position", true, -1, POSITION_ROPE},
    [SCALE_CHOICE] = {"scale", true, SCALE_SQRT_K, SCALE_SQRT_D},
    [FAULT_CHOICE] = {"fault", true, FAULT_NONE, FAULT_COUNT - 1},
    [N_HEADS_OFF] = {"n_heads_off", true, 0, FIELD_MOST},
};

static const double *ids_of(const double *values) {
    return values + REQUEST_FIELD_COUNT;
}

static const double *candidates_of(const double *values) {
    return ids_of(values) + (int)values[N_TOKENS];
}

static const double *cuts_of(const double *values) {
    return candidates_of(values) + (int)values[N_CANDIDATES];
}

static const double *heads_off_of(const double *values) {
    return cuts_of(values) + (size_t)values[N_CUTS] * CUT_FIELDS;
}

static Status check_words(const char *name, const double *words, int count, int v,
                          Problem *problem) {
    const Field word = {name, true, 0, v - 1};
    for (int i = 0; i < count; i++)
        if (!field_fits(&word, words[i]))
            return problem_say(problem, STATUS_BAD_INPUT,
                               "%s %d is %.9g; the vocabulary has the ids 0 to %d.", name, i,
                               words[i], v - 1);
    return STATUS_OK;
}

static Status check_distinct(const double *words, int count, Problem *problem) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (words[i] == words[j])
                return problem_say(problem, STATUS_BAD_INPUT,
                                   "Candidates %d and %d are both the id %d; name each word once.",
                                   j, i, (int)words[i]);
    return STATUS_OK;
}

// Checks `count` items of `width` numbers, which all have the same bounds.
static Status check_items(const double *items, int count, const Field *fields, int width,
                          Problem *problem) {
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count; i++)
        status = fields_check(fields, items + (size_t)i * width, width, STATUS_BAD_INPUT, problem);
    return status;
}

static Status check_cuts(const double *values, const Sizes *sizes, Problem *problem) {
    const Field fields[CUT_FIELDS] = {{"The layer of a cut", true, -1, sizes->L - 1},
                                      {"The head of a cut", true, -1, sizes->H - 1},
                                      {"The query of a cut", true, -1, sizes->T - 1},
                                      {"The key of a cut", true, -1, sizes->T - 1}};
    return check_items(cuts_of(values), (int)values[N_CUTS], fields, CUT_FIELDS, problem);
}

static Status check_heads_off(const double *values, const Sizes *sizes, Problem *problem) {
    const Field fields[HEAD_OFF_FIELDS] = {{"The layer of a head off", true, -1, sizes->L - 1},
                                           {"A head off", true, -1, sizes->H - 1}};
    return check_items(heads_off_of(values), (int)values[N_HEADS_OFF], fields, HEAD_OFF_FIELDS,
                       problem);
}

// How many numbers the fields promise, and whether they are there.
static Status check_length(const Config *config, const double *values, int count,
                           Problem *problem) {
    if (values[N_TOKENS] > config->max_length)
        return problem_say(problem, STATUS_TOO_LONG,
                           "The input has %d tokens and the model takes %d; shorten it.",
                           (int)values[N_TOKENS], config->max_length);
    double wanted = REQUEST_FIELD_COUNT + values[N_TOKENS] + values[N_CANDIDATES] +
                    values[N_CUTS] * CUT_FIELDS + values[N_HEADS_OFF] * HEAD_OFF_FIELDS;
    if (wanted > count)
        return problem_say(problem, STATUS_BAD_INPUT,
                           "A run of these sizes passes %.9g numbers and the io area has room for "
                           "%d; ask for more room first.",
                           wanted, count);
    return STATUS_OK;
}

Status request_check(Sizes *sizes, const Config *config, const double *values, int count,
                     Problem *problem) {
    Status status =
        fields_check(REQUEST_FIELDS, values, REQUEST_FIELD_COUNT, STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        status = check_length(config, values, count, problem);
    if (status != STATUS_OK)
        return status;

    int n_candidates = (int)values[N_CANDIDATES];
    *sizes = config->sizes;
    sizes->T = (int)values[N_TOKENS];
    sizes->C = n_candidates + 1;

    status = check_words("Token", ids_of(values), sizes->T, sizes->V, problem);
    if (status == STATUS_OK)
        status = check_words("Candidate", candidates_of(values), n_candidates, sizes->V, problem);
    if (status == STATUS_OK)
        status = check_distinct(candidates_of(values), n_candidates, problem);
    if (status == STATUS_OK)
        status = check_cuts(values, sizes, problem);
    if (status == STATUS_OK)
        status = check_heads_off(values, sizes, problem);
    if (status == STATUS_OK && values[POSITION_CHOICE] >= 0)
        status =
            position_check((Position)values[POSITION_CHOICE], sizes, STATUS_BAD_INPUT, problem);
    return status;
}

double request_bytes(const double *values) {
    return arena_room(values[N_TOKENS] * sizeof(int32_t)) +
           arena_room(values[N_CANDIDATES] * sizeof(int32_t)) +
           arena_room(values[N_CUTS] * sizeof(Cut)) +
           arena_room(values[N_HEADS_OFF] * sizeof(HeadOff));
}

static int32_t *take_integers(Arena *arena, const double *values, int count) {
    int32_t *integers = arena_take(arena, (size_t)count * sizeof(int32_t));
    for (int i = 0; i < count; i++)
        integers[i] = (int32_t)values[i];
    return integers;
}

static const Cut *take_cuts(Arena *arena, const double *values) {
    int count = (int)values[N_CUTS];
    Cut *cuts = arena_take(arena, (size_t)count * sizeof(Cut));
    for (int i = 0; i < count; i++) {
        const double *cut = cuts_of(values) + (size_t)i * CUT_FIELDS;
        cuts[i] = (Cut){(int32_t)cut[0], (int32_t)cut[1], (int32_t)cut[2], (int32_t)cut[3]};
    }
    return cuts;
}

static const HeadOff *take_heads_off(Arena *arena, const double *values) {
    int count = (int)values[N_HEADS_OFF];
    HeadOff *heads = arena_take(arena, (size_t)count * sizeof(HeadOff));
    for (int i = 0; i < count; i++) {
        const double *off = heads_off_of(values) + (size_t)i * HEAD_OFF_FIELDS;
        heads[i] = (HeadOff){(int32_t)off[0], (int32_t)off[1]};
    }
    return heads;
}

Position request_position(const Config *config, const double *values) {
    bool own = values[POSITION_CHOICE] < 0;
    return own ? config->settings.position : (Position)values[POSITION_CHOICE];
}

void request_read(Request *request, Arena *arena, const Config *config, const double *values) {
    *request = (Request){
        .ids = take_integers(arena, ids_of(values), (int)values[N_TOKENS]),
        .candidates = take_integers(arena, candidates_of(values), (int)values[N_CANDIDATES]),
        .cuts = take_cuts(arena, values),
        .n_cuts = (int)values[N_CUTS],
        .causal = values[CAUSAL] == 1,
        .padding_id = (int)values[PADDING_ID],
        .position = request_position(config, values),
        .scale = (Scale)values[SCALE_CHOICE],
        .fault = (Fault)values[FAULT_CHOICE],
        .heads_off = take_heads_off(arena, values),
        .n_heads_off = (int)values[N_HEADS_OFF],
    };
}

// Request: see request.h.
#include "model/request.h"

enum { N_TOKENS, N_CANDIDATES, N_CUTS, CAUSAL, PADDING_ID, POSITION_CHOICE };
enum { CUT_FIELDS = 4 };

// The model's own bounds (max_length, vocab_size) are checked afterwards.
const Field REQUEST_FIELDS[REQUEST_FIELD_COUNT] = {
    [N_TOKENS] = {"n_tokens", true, 1, FIELD_MOST},
    [N_CANDIDATES] = {"n_candidates", true, 0, 64},
    [N_CUTS] = {"n_cuts", true, 0, FIELD_MOST},
    [CAUSAL] = {"causal", true, 0, 1},
    [PADDING_ID] = {"padding_id", true, -1, FIELD_MOST},
    [POSITION_CHOICE] = {"position", true, -1, POSITION_ROPE},
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

static Status check_cuts(const double *cuts, int count, const Sizes *sizes, Problem *problem) {
    const Field fields[CUT_FIELDS] = {{"The layer of a cut", true, -1, sizes->L - 1},
                                      {"The head of a cut", true, -1, sizes->H - 1},
                                      {"The query of a cut", true, -1, sizes->T - 1},
                                      {"The key of a cut", true, -1, sizes->T - 1}};
    for (int i = 0; i < count; i++) {
        const double *cut = cuts + (size_t)i * CUT_FIELDS;
        Status status = fields_check(fields, cut, CUT_FIELDS, STATUS_BAD_INPUT, problem);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

// How many numbers the fields promise, and whether they are there.
static Status check_length(const Config *config, const double *values, int count,
                           Problem *problem) {
    if (values[N_TOKENS] > config->max_length)
        return problem_say(problem, STATUS_TOO_LONG,
                           "The input has %d tokens and the model takes %d; shorten it.",
                           (int)values[N_TOKENS], config->max_length);
    double wanted =
        REQUEST_FIELD_COUNT + values[N_TOKENS] + values[N_CANDIDATES] + values[N_CUTS] * CUT_FIELDS;
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
        status = check_cuts(cuts_of(values), (int)values[N_CUTS], sizes, problem);
    if (status == STATUS_OK && values[POSITION_CHOICE] >= 0)
        status =
            position_check((Position)values[POSITION_CHOICE], sizes, STATUS_BAD_INPUT, problem);
    return status;
}

double request_bytes(const double *values) {
    return arena_room(values[N_TOKENS] * sizeof(int32_t)) +
           arena_room(values[N_CANDIDATES] * sizeof(int32_t)) +
           arena_room(values[N_CUTS] * sizeof(Cut));
}

static int32_t *take_integers(Arena *arena, const double *values, int count) {
    int32_t *integers = arena_take(arena, (size_t)count * sizeof(int32_t));
    for (int i = 0; i < count; i++)
        integers[i] = (int32_t)values[i];
    return integers;
}

void request_read(Request *request, Arena *arena, const Config *config, const double *values) {
    int n_cuts = (int)values[N_CUTS];
    int32_t *ids = take_integers(arena, ids_of(values), (int)values[N_TOKENS]);
    int32_t *candidates = take_integers(arena, candidates_of(values), (int)values[N_CANDIDATES]);
    Cut *cuts = arena_take(arena, (size_t)n_cuts * sizeof(Cut));
    for (int i = 0; i < n_cuts; i++) {
        const double *cut = cuts_of(values) + (size_t)i * CUT_FIELDS;
        cuts[i] = (Cut){(int32_t)cut[0], (int32_t)cut[1], (int32_t)cut[2], (int32_t)cut[3]};
    }
    bool own_position = values[POSITION_CHOICE] < 0;
    *request = (Request){
        .ids = ids,
        .candidates = candidates,
        .cuts = cuts,
        .n_cuts = n_cuts,
        .causal = values[CAUSAL] == 1,
        .padding_id = (int)values[PADDING_ID],
        .position = own_position ? config->settings.position : (Position)values[POSITION_CHOICE],
    };
}

// Request: see request.h.
#include "model/request.h"

#include <string.h>

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

static Status check(const Config *config, const double *values, int count, Problem *problem) {
    Status status = fields_check_buffer(REQUEST_FIELDS, REQUEST_FIELD_COUNT, values, count,
                                        STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        status = check_length(config, values, count, problem);
    if (status != STATUS_OK)
        return status;

    int n_candidates = (int)values[N_CANDIDATES];
    Sizes sizes = config->sizes;
    sizes.T = (int)values[N_TOKENS];
    status = check_words("Token", ids_of(values), sizes.T, sizes.V, problem);
    if (status == STATUS_OK)
        status = check_words("Candidate", candidates_of(values), n_candidates, sizes.V, problem);
    if (status == STATUS_OK)
        status = check_distinct(candidates_of(values), n_candidates, problem);
    if (status == STATUS_OK)
        status = check_cuts(values, &sizes, problem);
    if (status == STATUS_OK)
        status = check_heads_off(values, &sizes, problem);
    if (status == STATUS_OK && values[POSITION_CHOICE] >= 0)
        status =
            position_check((Position)values[POSITION_CHOICE], &sizes, STATUS_BAD_INPUT, problem);
    return status;
}

// The fields, without the lists.
static Request read_fields(const Config *config, const double *values) {
    bool own = values[POSITION_CHOICE] < 0;
    return (Request){
        .n_tokens = (int)values[N_TOKENS],
        .n_candidates = (int)values[N_CANDIDATES],
        .n_cuts = (int)values[N_CUTS],
        .causal = values[CAUSAL] == 1,
        .padding_id = (int)values[PADDING_ID],
        .position = own ? config->settings.position : (Position)values[POSITION_CHOICE],
        .scale = (Scale)values[SCALE_CHOICE],
        .fault = (Fault)values[FAULT_CHOICE],
        .n_heads_off = (int)values[N_HEADS_OFF],
    };
}

double request_bytes(const Request *request) {
    return arena_room(request->n_tokens * (double)sizeof(int32_t)) +
           arena_room(request->n_candidates * (double)sizeof(int32_t)) +
           arena_room(request->n_cuts * (double)sizeof(Cut)) +
           arena_room(request->n_heads_off * (double)sizeof(HeadOff));
}

static const int32_t *take_integers(Arena *arena, const double *values, int count) {
    int32_t *integers = arena_take(arena, (size_t)count * sizeof(int32_t));
    for (int i = 0; i < count; i++)
        integers[i] = (int32_t)values[i];
    return integers;
}

static const Cut *take_cuts(Arena *arena, const double *values, int count) {
    Cut *cuts = arena_take(arena, (size_t)count * sizeof(Cut));
    for (int i = 0; i < count; i++, values += CUT_FIELDS)
        cuts[i] =
            (Cut){(int32_t)values[0], (int32_t)values[1], (int32_t)values[2], (int32_t)values[3]};
    return cuts;
}

static const HeadOff *take_heads_off(Arena *arena, const double *values, int count) {
    HeadOff *heads = arena_take(arena, (size_t)count * sizeof(HeadOff));
    for (int i = 0; i < count; i++, values += HEAD_OFF_FIELDS)
        heads[i] = (HeadOff){(int32_t)values[0], (int32_t)values[1]};
    return heads;
}

Status request_read(Request *request, Arena *arena, const Config *config, const double *values,
                    int count, Problem *problem) {
    Status status = check(config, values, count, problem);
    if (status != STATUS_OK)
        return status;
    Request read = read_fields(config, values);
    status = arena_open(arena, request_bytes(&read), problem);
    if (status != STATUS_OK)
        return status;
    read.ids = take_integers(arena, ids_of(values), read.n_tokens);
    read.candidates = take_integers(arena, candidates_of(values), read.n_candidates);
    read.cuts = take_cuts(arena, cuts_of(values), read.n_cuts);
    read.heads_off = take_heads_off(arena, heads_off_of(values), read.n_heads_off);
    *request = read;
    return STATUS_OK;
}

static const void *copy_list(Arena *arena, const void *list, int count, size_t size) {
    void *copy = arena_take(arena, (size_t)count * size);
    if (count > 0)
        memcpy(copy, list, (size_t)count * size);
    return copy;
}

Request request_copy(const Request *request, Arena *arena) {
    Request copy = *request;
    copy.ids = copy_list(arena, request->ids, request->n_tokens, sizeof(int32_t));
    copy.candidates = copy_list(arena, request->candidates, request->n_candidates, sizeof(int32_t));
    copy.cuts = copy_list(arena, request->cuts, request->n_cuts, sizeof(Cut));
    copy.heads_off = copy_list(arena, request->heads_off, request->n_heads_off, sizeof(HeadOff));
    return copy;
}

// Linear attention: see attention.h.
//
// One table [d_k,d_v] holds Σ φ(k)ᵀ v, and one row [d_k] Σ φ(k), however many keys went in: that is
// the whole memory of this attention, as it is of a recurrent net. Two things keep its numbers
// good:
//
//   Column i of φ(k) is kept times e^−shift[i], where shift[i] is the largest min(k[i], 0) so far,
//   and φ(q) is taken times e^shift over its largest column. Both factors cancel in the quotient,
//   whose denominator is then at least 1: nothing that counts is too small for a float.
//
//   The latest keys stay as they are, up to ROWS of them. Then they are summed from zero and
//   carried over to the table with what rounding takes from it (row_carry): the error does not grow
//   with the number of keys.
#include "variants/attention.h"

#include "kernels/backward.h"
#include "kernels/kernels.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ROWS = 64 };

// What queries are asked of.
typedef struct Memory {
    const Attention *attention;
    int d_k, d_v;
    float *shift, *sum, *sum_lost; // [d_k], and what rounding took from the sum
    float *table, *table_lost;     // [d_k,d_v]
    int n_latest;
    float *latest_shift;  // [d_k], of the latest keys
    float *latest;        // [ROWS,d_k], their φ(k)
    float *latest_values; // [ROWS,d_v]
    bool empty;
} Memory;

// What is only worked with.
typedef struct Work {
    float *sum, *table;      // [d_k], [d_k,d_v]
    float *old, *new, *pair; // [ROWS,d_k] twice, [ROWS,ROWS]: queries for the table, for the latest
    float *mix;              // [ROWS,d_v]
} Work;

static double room_of(double rows, double columns) {
    return arena_size(rows * columns * sizeof(float));
}

double attention_linear_size(const Attention *attention) {
    double d_k = attention->d_k, d_v = attention->d_v;
    return 5 * room_of(1, d_k) + 3 * room_of(d_k, d_v) + 3 * room_of(ROWS, d_k) +
           2 * room_of(ROWS, d_v) + room_of(ROWS, ROWS);
}

static float *take(Arena *scratch, int rows, int columns) {
    return arena_alloc(scratch, (size_t)rows * columns * sizeof(float));
}

static Memory memory_alloc(const Attention *attention, Arena *scratch) {
    int d_k = attention->d_k, d_v = attention->d_v;
    return (Memory){
        .attention = attention,
        .d_k = d_k,
        .d_v = d_v,
        .shift = take(scratch, 1, d_k),
        .sum = take(scratch, 1, d_k),
        .sum_lost = take(scratch, 1, d_k),
        .table = take(scratch, d_k, d_v),
        .table_lost = take(scratch, d_k, d_v),
        .latest_shift = take(scratch, 1, d_k),
        .latest = take(scratch, ROWS, d_k),
        .latest_values = take(scratch, ROWS, d_v),
    };
}

static Work work_alloc(const Attention *attention, Arena *scratch) {
    int d_k = attention->d_k, d_v = attention->d_v;
    return (Work){
        .sum = take(scratch, 1, d_k),
        .table = take(scratch, d_k, d_v),
        .old = take(scratch, ROWS, d_k),
        .new = take(scratch, ROWS, d_k),
        .pair = take(scratch, ROWS, ROWS),
        .mix = take(scratch, ROWS, d_v),
    };
}

static void clear(float *numbers, int count) {
    memset(numbers, 0, (size_t)count * sizeof(float));
}

// No key yet: a shift below all others.
static void forget_latest(Memory *memory) {
    memory->n_latest = 0;
    for (int i = 0; i < memory->d_k; i++)
        memory->latest_shift[i] = -FLT_MAX;
}

static void forget(Memory *memory) {
    int d_k = memory->d_k, cells = d_k * memory->d_v;
    memory->empty = true;
    forget_latest(memory);
    memcpy(memory->shift, memory->latest_shift, (size_t)d_k * sizeof(float));
    clear(memory->sum, d_k);
    clear(memory->sum_lost, d_k);
    clear(memory->table, cells);
    clear(memory->table_lost, cells);
}

static float not_positive(float x) {
    return x < 0 ? x : 0;
}

// out = φ(x) · e^(sign · shift − top), where φ(x) = elu(x) + 1 is x + 1 above 0 and e^x below; a
// NaN stays.
static void feature_row(float *out, const float *x, float sign, const float *shift, float top,
                        int n) {
    for (int i = 0; i < n; i++)
        out[i] = not_positive(x[i]) + sign * shift[i];
    row_exp(out, out, top, n);
    for (int i = 0; i < n; i++)
        out[i] *= x[i] < 0 ? 1 : x[i] + 1;
}

// Whether `shift` is raised to `to`; if so, what is kept under it is to be multiplied by *factor.
static bool raise_shift(float *shift, float to, float *factor) {
    *factor = *shift - to;
    if (!(*factor < 0))
        return false;
    row_exp(factor, factor, 0, 1);
    *shift = to;
    return true;
}

static void raise_latest(Memory *memory, int i, float to) {
    float factor;
    if (raise_shift(&memory->latest_shift[i], to, &factor))
        for (int k = 0; k < memory->n_latest; k++)
            memory->latest[k * memory->d_k + i] *= factor;
}

static void raise_table(Memory *memory, int i, float to) {
    float factor, *row = memory->table + i * memory->d_v,
                  *lost = memory->table_lost + i * memory->d_v;
    if (!raise_shift(&memory->shift[i], to, &factor))
        return;
    memory->sum[i] *= factor;
    memory->sum_lost[i] *= factor;
    row_scale(row, row, factor, memory->d_v);
    row_scale(lost, lost, factor, memory->d_v);
}

// The latest keys go over to the table.
static void settle(Memory *memory, const Work *work) {
    int d_k = memory->d_k, d_v = memory->d_v, count = memory->n_latest;
    for (int i = 0; i < d_k; i++) {
        raise_table(memory, i, memory->latest_shift[i]);
        raise_latest(memory, i, memory->shift[i]);
    }
    clear(work->sum, d_k);
    clear(work->table, d_k * d_v);
    columns_sum_add(work->sum, memory->latest, count, d_k);
    rows_gather_add(work->table, memory->latest, memory->latest_values, d_k, d_v, count);
    row_carry(memory->sum, memory->sum_lost, work->sum, d_k);
    row_carry(memory->table, memory->table_lost, work->table, d_k * d_v);
    forget_latest(memory);
}

// Takes in the keys first … end − 1, but none that is padding.
static void remember(Memory *memory, const Work *work, int head, int first, int end) {
    const Heads *key = &memory->attention->key, *value = &memory->attention->value;
    const uint8_t *hidden = memory->attention->hidden;
    int d_k = memory->d_k, d_v = memory->d_v;
    for (int at = first; at < end; at++) {
        if (hidden && hidden[at])
            continue;
        if (memory->n_latest == ROWS)
            settle(memory, work);
        const float *row = key->at + head * key->head + at * key->row;
        for (int i = 0; i < d_k; i++)
            if (not_positive(row[i]) > memory->latest_shift[i])
                raise_latest(memory, i, not_positive(row[i]));
        feature_row(memory->latest + (size_t)memory->n_latest * d_k, row, -1, memory->latest_shift,
                    0, d_k);
        memcpy(memory->latest_values + (size_t)memory->n_latest * d_v,
               value->at + head * value->head + at * value->row, (size_t)d_v * sizeof(float));
        memory->n_latest++;
        memory->empty = false;
    }
}

// The largest exponent in φ(q) times what it is kept under.
static float highest(float top, const float *query, const float *shift, int n) {
    for (int i = 0; i < n; i++) {
        float power = not_positive(query[i]) + shift[i];
        top = power > top ? power : top;
    }
    return top;
}

// φ(q) for the table and for the latest keys, their largest column taken out.
static void query_rows(const Memory *memory, const Work *work, int row, const float *query) {
    int d_k = memory->d_k;
    size_t at = (size_t)row * d_k;
    float top = highest(-INFINITY, query, memory->shift, d_k);
    if (memory->n_latest > 0) {
        top = highest(top, query, memory->latest_shift, d_k);
        feature_row(work->new + at, query, 1, memory->latest_shift, top, d_k);
    }
    feature_row(work->old + at, query, 1, memory->shift, top, d_k);
}

// What a mix is divided by. It is at least 1; where it is no float the mix becomes no number.
static float divisor(const Memory *memory, const Work *work, int row) {
    float sum;
    rows_project(&sum, work->old + (size_t)row * memory->d_k, memory->sum, NULL, 1, 1, memory->d_k);
    sum += row_sum(work->pair + (size_t)row * memory->n_latest, memory->n_latest);
    return sum < INFINITY ? sum : NAN;
}

// Writes the outputs of at most ROWS queries from what is remembered.
static void recall(const Memory *memory, const Work *work, int head, int first, int end) {
    const Attention *attention = memory->attention;
    const Heads *from = &attention->query;
    int d_k = memory->d_k, d_v = memory->d_v, count = end - first, latest = memory->n_latest;
    for (int row = 0; row < count; row++)
        query_rows(memory, work, row, from->at + head * from->head + (first + row) * from->row);
    rows_mix(work->mix, work->old, memory->table, count, d_v, d_k);
    if (latest > 0) {
        rows_project(work->pair, work->new, memory->latest, NULL, count, latest, d_k);
        rows_mix_add(work->mix, work->pair, memory->latest_values, count, d_v, latest);
    }
    for (int row = 0; row < count; row++) {
        float *to = attention->output + head * attention->output_head +
                    (first + row) * attention->output_row;
        if (memory->empty)
            clear(to, d_v);
        else
            row_scale(to, work->mix + (size_t)row * d_v, 1 / divisor(memory, work, row), d_v);
    }
}

static void full_head(Memory *memory, const Work *work, int head) {
    int n = memory->attention->pattern.n_queries;
    remember(memory, work, head, 0, memory->attention->pattern.n_keys);
    settle(memory, work);
    for (int query = 0; query < n; query += ROWS)
        recall(memory, work, head, query, query + ROWS < n ? query + ROWS : n);
}

// Each query sees one key more than the one before.
static void causal_head(Memory *memory, const Work *work, int head) {
    const Pattern *pattern = &memory->attention->pattern;
    int own = pattern->n_keys - pattern->n_queries;
    remember(memory, work, head, 0, own);
    for (int query = 0; query < pattern->n_queries; query++, own++) {
        remember(memory, work, head, own, own + 1);
        recall(memory, work, head, query, query + 1);
    }
}

double attention_linear(const Attention *attention, Arena scratch) {
    Memory memory = memory_alloc(attention, &scratch);
    Work work = work_alloc(attention, &scratch);
    for (int head = 0; head < attention->heads; head++) {
        forget(&memory);
        if (attention->pattern.causal)
            causal_head(&memory, &work, head);
        else
            full_head(&memory, &work, head);
    }
    double d_k = attention->d_k, d_v = attention->d_v;
    double rows = (double)attention->pattern.n_queries + attention->pattern.n_keys;
    return attention->heads * d_k * d_v / (d_k + d_v) * rows;
}

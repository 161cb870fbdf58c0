// Saturation: see saturation.h.
//
// Vectors and scores are float32, as in the walk; what is measured on them is double. 1 − p is
// never formed: for a saturated row it has no digit left. It is the sum of the other weights.
#include "direct/saturation.h"

#include "core/arena.h"
#include "core/prng.h"
#include "kernels/kernels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { D_K, N_KEYS, DRAWS, SEED };

const Field SATURATION_FIELDS[SATURATION_FIELD_COUNT] = {
    [D_K] = {"d_k", true, 1, 65536},
    [N_KEYS] = {"n_keys", true, 1, 4096},
    [DRAWS] = {"draws", true, 1, 1000000},
    [SEED] = {"seed", true, 0, UINT32_MAX},
};

enum { SPREAD, LARGEST_WEIGHT, ENTROPY, JACOBIAN, GRADIENT, MEASURE_COUNT };
enum { RAW, SCALED, KIND_COUNT };

// In the order in which write_results writes them.
#define BOTH(name) name ".median", name ".mean"
#define RESULTS_OF(kind)                                                                           \
    BOTH(kind ".spread"), BOTH(kind ".largest_weight"), BOTH(kind ".entropy"),                     \
        BOTH(kind ".jacobian"), BOTH(kind ".gradient"), kind ".saturated"

const char *const SATURATION_RESULTS[SATURATION_RESULT_COUNT] = {RESULTS_OF("raw"),
                                                                 RESULTS_OF("scaled")};

static const double SATURATED = 0.99;
static const double MOST_PRODUCTS = 1e9;

typedef struct Draw {
    int d, n;          // d_k, n_keys
    float *query;      // [d]
    float *keys;       // [n,d]
    float *scores;     // [n]
    double *direction; // [n] of length 1
    double *weights;   // [n]
    double *slope;     // [d] on the query
} Draw;

static double draw_bytes(double d, double n) {
    return arena_size(d * sizeof(float)) + arena_size(n * d * sizeof(float)) +
           arena_size(n * sizeof(float)) + 2 * arena_size(n * sizeof(double)) +
           arena_size(d * sizeof(double));
}

static Draw draw_open(Arena *arena, int d, int n) {
    size_t width = (size_t)d, keys = (size_t)n;
    return (Draw){
        .d = d,
        .n = n,
        .query = arena_alloc(arena, width * sizeof(float)),
        .keys = arena_alloc(arena, keys * width * sizeof(float)),
        .scores = arena_alloc(arena, keys * sizeof(float)),
        .direction = arena_alloc(arena, keys * sizeof(double)),
        .weights = arena_alloc(arena, keys * sizeof(double)),
        .slope = arena_alloc(arena, width * sizeof(double)),
    };
}

static void fill_normal(float *cells /* [n] */, size_t n, Prng *prng) {
    for (size_t i = 0; i < n; i++)
        cells[i] = (float)prng_normal(prng);
}

// In this order: query, keys, direction.
static void draw_next(const Draw *draw, Prng *prng) {
    fill_normal(draw->query, (size_t)draw->d, prng);
    fill_normal(draw->keys, (size_t)draw->n * draw->d, prng);
    double square = 0;
    for (int j = 0; j < draw->n; j++) {
        draw->direction[j] = prng_normal(prng);
        square += draw->direction[j] * draw->direction[j];
    }
    for (int j = 0; j < draw->n; j++)
        draw->direction[j] /= sqrt(square);
    rows_project(draw->scores, draw->query, draw->keys, NULL, 1, draw->n, draw->d);
}

static double spread_of(const Draw *draw, double factor) {
    double mean = 0, square = 0;
    for (int j = 0; j < draw->n; j++)
        mean += draw->scores[j] * factor / draw->n;
    for (int j = 0; j < draw->n; j++) {
        double apart = draw->scores[j] * factor - mean;
        square += apart * apart / draw->n;
    }
    return sqrt(square);
}

// Fills draw->weights and gives their entropy. −ln p_j = ln Σ e^s − s_j needs no logarithm of a
// weight that is too small for a number; log1p, because log would bring 4 KB of table along.
static double soften(const Draw *draw, double factor) {
    double top = row_max(draw->scores, draw->n) * factor, sum = 0, entropy = 0;
    for (int j = 0; j < draw->n; j++)
        sum += draw->weights[j] = exp(draw->scores[j] * factor - top);
    double log_sum = log1p(sum - 1);
    for (int j = 0; j < draw->n; j++) {
        draw->weights[j] /= sum;
        entropy += draw->weights[j] * (log_sum - (draw->scores[j] * factor - top));
    }
    return entropy;
}

static double largest_of(const double *numbers /* [n] */, int n) {
    double largest = numbers[0];
    for (int i = 1; i < n; i++)
        largest = fmax(largest, numbers[i]);
    return largest;
}

static double length_of(const double *numbers /* [n] */, int n) {
    double square = 0;
    for (int i = 0; i < n; i++)
        square += numbers[i] * numbers[i];
    return sqrt(square);
}

// ∂p_i/∂s_j = −p_i p_j, and p_i (1 − p_i) where i = j. Returns the length of all of them, and
// leaves in draw->slope what a slope u on the weights gives the query: Σ_i (J u)_i · factor · k_i.
static double send_back(const Draw *draw, double factor) {
    const double *p = draw->weights, *u = draw->direction;
    double square = 0;
    for (int c = 0; c < draw->d; c++)
        draw->slope[c] = 0;
    for (int i = 0; i < draw->n; i++) {
        double others = 0, on_score = 0;
        for (int j = 0; j < draw->n; j++) {
            if (j == i)
                continue;
            others += p[j];
            on_score += p[i] * p[j] * (u[i] - u[j]);
            square += p[i] * p[j] * p[i] * p[j];
        }
        square += p[i] * others * p[i] * others;
        for (int c = 0; c < draw->d; c++)
            draw->slope[c] += on_score * factor * draw->keys[(size_t)i * draw->d + c];
    }
    return sqrt(square);
}

static void measure(double *measures /* [MEASURE_COUNT] */, const Draw *draw, double factor) {
    measures[SPREAD] = spread_of(draw, factor);
    measures[ENTROPY] = soften(draw, factor);
    measures[LARGEST_WEIGHT] = largest_of(draw->weights, draw->n);
    measures[JACOBIAN] = send_back(draw, factor);
    measures[GRADIENT] = length_of(draw->slope, draw->d);
}

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// `measured` is sorted, measure by measure.
static double *write_results(double *to, double *measured /* [MEASURE_COUNT,draws] */, int draws) {
    int saturated = 0;
    for (int i = 0; i < draws; i++)
        saturated += measured[(size_t)LARGEST_WEIGHT * draws + i] > SATURATED;
    for (int id = 0; id < MEASURE_COUNT; id++) {
        double *numbers = measured + (size_t)id * draws, mean = 0;
        qsort(numbers, (size_t)draws, sizeof *numbers, compare_numbers);
        for (int i = 0; i < draws; i++)
            mean += numbers[i] / draws;
        *to++ = (numbers[(draws - 1) / 2] + numbers[draws / 2]) / 2;
        *to++ = mean;
    }
    *to++ = (double)saturated / draws;
    return to;
}

Status saturation_request_read(SaturationRequest *request, const double *values, int count,
                               Problem *problem) {
    Status status = fields_check_buffer(SATURATION_FIELDS, SATURATION_FIELD_COUNT, values, count,
                                        STATUS_BAD_INPUT, problem);
    if (status == STATUS_OK)
        *request = (SaturationRequest){.d_k = (int)values[D_K],
                                       .n_keys = (int)values[N_KEYS],
                                       .draws = (int)values[DRAWS],
                                       .seed = (uint32_t)values[SEED]};
    return status;
}

static Status check_products(const SaturationRequest *request, Problem *problem) {
    double products =
        (double)request->draws * request->n_keys * ((double)request->d_k + request->n_keys);
    if (products > MOST_PRODUCTS)
        return problem_say(problem, STATUS_TOO_LARGE,
                           "These sizes ask for %.3g products, and %.3g are allowed; choose fewer "
                           "draws or smaller vectors.",
                           products, MOST_PRODUCTS);
    return STATUS_OK;
}

Status saturation_measure(double *results, const SaturationRequest *request, Problem *problem) {
    int draws = request->draws;
    double kept = (double)KIND_COUNT * MEASURE_COUNT * draws * sizeof(double);
    Arena arena = {0};
    Status status = check_products(request, problem);
    if (status == STATUS_OK)
        status = arena_open(&arena, draw_bytes(request->d_k, request->n_keys) + arena_size(kept),
                            problem);
    if (status != STATUS_OK)
        return status;

    Draw draw = draw_open(&arena, request->d_k, request->n_keys);
    double *measured = arena_alloc(&arena, (size_t)kept); // [KIND_COUNT,MEASURE_COUNT,draws]
    Prng prng = prng_open(request->seed, 0);
    const double factors[KIND_COUNT] = {[RAW] = 1, [SCALED] = 1 / sqrt(draw.d)};
    for (int i = 0; i < draws; i++) {
        draw_next(&draw, &prng);
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            double measures[MEASURE_COUNT];
            measure(measures, &draw, factors[kind]);
            for (int id = 0; id < MEASURE_COUNT; id++)
                measured[((size_t)kind * MEASURE_COUNT + id) * draws + i] = measures[id];
        }
    }
    for (int kind = 0; kind < KIND_COUNT; kind++)
        results = write_results(results, measured + (size_t)kind * MEASURE_COUNT * draws, draws);
    arena_close(&arena);
    return STATUS_OK;
}

// Plan: one attention of given sizes, with a buffer for everything that it reads and writes, so
// that running it again allocates nothing.
#ifndef DIRECT_PLAN_H
#define DIRECT_PLAN_H

#include "direct/plan_request.h"

// The buffers of a plan, and their names.
typedef enum PlanPlace {
    BUFFER_QUERY,   // float32 [heads,n_queries,d_k] or [n_queries,heads,d_k]
    BUFFER_KEY,     // float32 [heads,n_keys,d_k] or [n_keys,heads,d_k]
    BUFFER_VALUE,   // float32 [heads,n_keys,d_v] or [n_keys,heads,d_v]
    BUFFER_OUTPUT,  // float32 [heads,n_queries,d_v] or [n_queries,heads,d_v]
    BUFFER_PADDING, // uint8 [n_keys], any but 0 hides a key from every query; all 0 to begin with
    BUFFER_COUNT
} PlanPlace;
extern const char *const BUFFER_NAMES[BUFFER_COUNT];

typedef struct Plan {
    Attention attention;
    PlanVariant variant;
    void *buffers[BUFFER_COUNT];
    Arena numbers; // all buffers
    Arena scratch;
    double pairs; // of the latest run
} Plan;

// bad_input for what the request may not be; too_large, no_memory. On failure *plan is zeroed and
// nothing stays allocated. The request's cuts are copied.
Status plan_open(Plan *plan, const PlanRequest *request, Problem *problem);

// Writes the output. not_finite names the input that holds a NaN or an infinity, or says that
// products overflow; the output is then not to be used. Only what counts is looked at
// (variants/visible.h): numbers in keys and values that no query sees may be anything.
Status plan_run(Plan *plan, Problem *problem);

// The largest difference of the output from full softmax attention in float64 (same causal rule,
// padding and cuts; no window, no blocks), over every `step`-th query of each head; NaN if either
// is no number. Time in proportion to heads · n_queries / step · n_keys · (d_k + d_v). bad_input,
// no_memory.
Status plan_difference(double *difference, const Plan *plan, int step, Problem *problem);

// What a plan costs, and the names of the numbers.
typedef enum PlanFigure {
    STATISTIC_SCRATCH_BYTES,  // peak scratch of a run, beside inputs and output
    STATISTIC_VISIBLE_PAIRS,  // of a query and a key, over all heads, before cuts
    STATISTIC_COMPUTED_PAIRS, // that the latest run multiplied: more, to fill up panels (flash.c)
    PLAN_STATISTIC_COUNT
} PlanFigure;
extern const char *const PLAN_STATISTICS[PLAN_STATISTIC_COUNT];
void plan_statistics(double *statistics /* [PLAN_STATISTIC_COUNT] */, const Plan *plan);

// A zeroed Plan is fine.
void plan_close(Plan *plan);

#endif

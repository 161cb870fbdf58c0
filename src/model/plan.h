// Plan: one attention of given sizes, with a place for everything that it reads and writes, so that
// running it again allocates nothing. Read from numbers: the fields in the order of PLAN_FIELDS,
// then cuts [n_cuts,3] (head, query, key), where head −1 stands for every one.
#ifndef MODEL_PLAN_H
#define MODEL_PLAN_H

#include "core/arena.h"
#include "model/fields.h"
#include "variants/attention.h"

enum { PLAN_FIELD_COUNT = 14 };
extern const Field PLAN_FIELDS[PLAN_FIELD_COUNT];

// What the number of the field `variant` and of the field `layout` means.
enum { PLAN_VARIANT_COUNT = 2, PLAN_LAYOUT_COUNT = 2 };
extern const char *const PLAN_VARIANTS[PLAN_VARIANT_COUNT]; // "softmax", "linear"
extern const char *const PLAN_LAYOUTS[PLAN_LAYOUT_COUNT];   // "heads" [H,n,d], "tokens" [n,H·d]

// The places of a plan, and their names.
typedef enum PlanPlace {
    PLACE_QUERY,   // float32 [heads,n_queries,d_k] or [n_queries,heads,d_k]
    PLACE_KEY,     // float32 [heads,n_keys,d_k] or [n_keys,heads,d_k]
    PLACE_VALUE,   // float32 [heads,n_keys,d_v] or [n_keys,heads,d_v]
    PLACE_OUTPUT,  // float32 [heads,n_queries,d_v] or [n_queries,heads,d_v]
    PLACE_PADDING, // uint8 [n_keys], 1 hides a key from every query; all 0 to begin with
    PLACE_COUNT
} PlanPlace;
extern const char *const PLACE_NAMES[PLACE_COUNT];

typedef struct Plan {
    Attention attention;
    bool linear;
    void *places[PLACE_COUNT];
    Arena numbers; // all places
    Arena scratch;
    double pairs; // of the latest run
} Plan;

// bad_input says which number is wrong; too_large, no_memory. On failure *plan is zeroed and
// nothing stays allocated. values[count] may hold more than is read.
Status plan_open(Plan *plan, const double *values, int count, Problem *problem);

// Writes the output. not_finite says which input holds a NaN or an infinity, or that products
// overflow; the output is then not to be used.
Status plan_run(Plan *plan, Problem *problem);

// The largest difference of the output from full softmax attention in float64 (same causal rule,
// padding and cuts; no window, no blocks), over every `step`-th query of each head. Time in
// proportion to heads · n_queries / step · n_keys · (d_k + d_v). bad_input, no_memory.
Status plan_difference(double *difference, const Plan *plan, int step, Problem *problem);

// What a plan costs, and the names of the numbers.
typedef enum PlanFigure {
    FIGURE_SCRATCH_BYTES,  // peak scratch of a run, beside inputs and output
    FIGURE_VISIBLE_PAIRS,  // of a query and a key, over all heads, before cuts
    FIGURE_COMPUTED_PAIRS, // that the latest run multiplied: more, to fill up panels (flash.c)
    PLAN_FIGURE_COUNT
} PlanFigure;
extern const char *const PLAN_FIGURES[PLAN_FIGURE_COUNT];
void plan_figures(double *figures /* [PLAN_FIGURE_COUNT] */, const Plan *plan);

// A zeroed Plan is fine.
void plan_close(Plan *plan);

#endif

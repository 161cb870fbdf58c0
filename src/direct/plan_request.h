// PlanRequest: which attention a plan is for (plan.h). C callers fill in the struct; what comes
// from outside is read from numbers: the fields in the order of PLAN_FIELDS, then cuts [n_cuts,3]
// (head, query, key), where head −1 stands for every one.
#ifndef DIRECT_PLAN_REQUEST_H
#define DIRECT_PLAN_REQUEST_H

#include "core/arena.h"
#include "core/fields.h"
#include "variants/attention.h"

typedef enum PlanLayout { LAYOUT_HEADS, LAYOUT_TOKENS, PLAN_LAYOUT_COUNT } PlanLayout;
extern const char *const PLAN_LAYOUTS[PLAN_LAYOUT_COUNT]; // "heads" [H,n,d], "tokens" [n,H·d]

typedef enum PlanVariant { VARIANT_SOFTMAX, VARIANT_LINEAR, PLAN_VARIANT_COUNT } PlanVariant;
extern const char *const PLAN_VARIANTS[PLAN_VARIANT_COUNT]; // "softmax", "linear"

typedef struct PlanRequest {
    int heads, d_k, d_v;
    Pattern pattern;
    PlanLayout layout;
    PlanVariant variant;
    double scale;     // 0: 1 / √d_k
    bool has_padding; // whether the plan's padding is looked at
    const Edge *cuts; // [n_cuts]
    int n_cuts;
} PlanRequest;

enum { PLAN_FIELD_COUNT = 14 };
extern const Field PLAN_FIELDS[PLAN_FIELD_COUNT];

// Reads values[count], a buffer with room for `count` numbers, and opens `arena` with the cuts;
// closing it is the caller's, also on failure. bad_input names the number that is wrong;
// too_large, no_memory.
Status plan_request_read(PlanRequest *request, Arena *arena, const double *values, int count,
                         Problem *problem);

// What the sizes may not be together. bad_input.
Status plan_request_check(const PlanRequest *request, Problem *problem);
Status pattern_check(const Pattern *pattern, Problem *problem);

#endif

// MultiHeadPlan: a multi-head block of given sizes with packed weights and a buffer for what it
// reads and writes. C callers fill in structs; what comes from outside is read from numbers, in the
// order of MULTI_HEAD_FIELDS and MULTI_HEAD_RUN_FIELDS.
#ifndef DIRECT_MULTI_HEAD_PLAN_H
#define DIRECT_MULTI_HEAD_PLAN_H

#include "core/arena.h"
#include "core/fields.h"
#include "variants/multi_head.h"

typedef struct MultiHeadSizes {
    int d_model, heads; // heads divides d_model
} MultiHeadSizes;

typedef struct MultiHeadRequest {
    Pattern pattern;  // as many queries as keys
    bool has_padding; // whether the plan's padding is looked at
} MultiHeadRequest;

enum { MULTI_HEAD_FIELD_COUNT = 2, MULTI_HEAD_RUN_FIELD_COUNT = 6 };
extern const Field MULTI_HEAD_FIELDS[MULTI_HEAD_FIELD_COUNT];         // d_model, heads
extern const Field MULTI_HEAD_RUN_FIELDS[MULTI_HEAD_RUN_FIELD_COUNT]; // n, …, has_padding

// Read values[count], a buffer with room for `count` numbers. bad_input names the one that is
// wrong.
Status multi_head_sizes_read(MultiHeadSizes *sizes, const double *values, int count,
                             Problem *problem);
Status multi_head_request_read(MultiHeadRequest *request, const double *values, int count,
                               Problem *problem);

// The buffers of a block, and their names.
typedef enum MultiHeadPlace {
    MULTI_HEAD_BUFFER_WEIGHT,  // float32 [d_model,d_model], one matrix on its way to packing
    MULTI_HEAD_BUFFER_BIAS,    // float32 [4,d_model]: of query, key, value, output; zeros at first
    MULTI_HEAD_BUFFER_INPUT,   // float32 [n,d_model], after multi_head_plan_begin
    MULTI_HEAD_BUFFER_OUTPUT,  // float32 [n,d_model], after multi_head_plan_begin
    MULTI_HEAD_BUFFER_PADDING, // uint8 [n], any but 0 hides a row from every query; zeros at first
    MULTI_HEAD_BUFFER_COUNT
} MultiHeadPlace;
extern const char *const MULTI_HEAD_BUFFER_NAMES[MULTI_HEAD_BUFFER_COUNT];

// "query", "key", "value", "output": the matrices that are packed, by number.
extern const char *const MULTI_HEAD_MATRIX_NAMES[MULTI_HEAD_MATRICES];

typedef struct MultiHeadPlan {
    MultiHead block;
    Pattern pattern;
    const uint8_t *hidden; // the padding, or NULL
    void *buffers[MULTI_HEAD_BUFFER_COUNT];
    Arena weights, numbers, scratch;
} MultiHeadPlan;

// A block with all weights zero. bad_input, too_large, no_memory; then *plan is zeroed and nothing
// stays allocated.
Status multi_head_plan_open(MultiHeadPlan *plan, const MultiHeadSizes *sizes, Problem *problem);

// Packs the matrix that lies in the weight's buffer. bad_input, or not_finite, which says where.
Status multi_head_plan_pack(MultiHeadPlan *plan, int matrix, Problem *problem);

// Makes buffers for inputs of n rows. bad_input, too_large, no_memory; then earlier ones stay.
Status multi_head_plan_begin(MultiHeadPlan *plan, const MultiHeadRequest *request,
                             Problem *problem);

// Writes the output. A row of padding is seen by no query, so that whatever it holds changes no bit
// of the other rows; it is a query like any other, and where its own output would not be finite it
// is zeros. bad_input before multi_head_plan_begin; not_finite names what is not, in a row that is
// no padding or in a bias.
Status multi_head_plan_run(MultiHeadPlan *plan, Problem *problem);

// Bytes of scratch beside input, output and weights.
double multi_head_plan_scratch(const MultiHeadPlan *plan);

// A zeroed plan is fine.
void multi_head_plan_close(MultiHeadPlan *plan);

#endif

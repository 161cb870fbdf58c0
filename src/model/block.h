// Block: multi-head attention of given sizes with packed weights and a place for what it reads and
// writes. Read from numbers, in the order of BLOCK_FIELDS and BLOCK_RUN_FIELDS.
#ifndef MODEL_BLOCK_H
#define MODEL_BLOCK_H

#include "core/arena.h"
#include "model/fields.h"
#include "variants/multi_head.h"

enum { BLOCK_FIELD_COUNT = 2, BLOCK_RUN_FIELD_COUNT = 6 };
extern const Field BLOCK_FIELDS[BLOCK_FIELD_COUNT];         // d_model, heads
extern const Field BLOCK_RUN_FIELDS[BLOCK_RUN_FIELD_COUNT]; // n, causal, …, has_padding

// The places of a block, and their names.
typedef enum BlockPlace {
    BLOCK_PLACE_WEIGHT,  // float32 [d_model,d_model], one matrix on its way to block_pack
    BLOCK_PLACE_BIAS,    // float32 [4,d_model]: of query, key, value, output; zeros to begin with
    BLOCK_PLACE_INPUT,   // float32 [n,d_model], after block_begin
    BLOCK_PLACE_OUTPUT,  // float32 [n,d_model], after block_begin
    BLOCK_PLACE_PADDING, // uint8 [n], 1 hides a row from every query; all 0 after block_begin
    BLOCK_PLACE_COUNT
} BlockPlace;
extern const char *const BLOCK_PLACE_NAMES[BLOCK_PLACE_COUNT];

// "query", "key", "value", "output": the matrices that block_pack takes, by number.
extern const char *const BLOCK_MATRIX_NAMES[MULTI_HEAD_MATRICES];

typedef struct Block {
    MultiHead layer;
    Pattern pattern;
    const uint8_t *hidden; // the padding place, or NULL
    void *places[BLOCK_PLACE_COUNT];
    Arena weights, numbers, scratch;
} Block;

// A block with all weights zero. bad_input, too_large, no_memory; then *block is zeroed and
// nothing stays allocated.
Status block_open(Block *block, const double *values, int count, Problem *problem);

// Packs the matrix that lies in the weight place. bad_input, or not_finite, which says where.
Status block_pack(Block *block, int matrix, Problem *problem);

// Makes places for inputs of n rows. bad_input, too_large, no_memory; then earlier ones stay.
Status block_begin(Block *block, const double *values, int count, Problem *problem);

// Writes the output. bad_input before block_begin; not_finite.
Status block_run(Block *block, Problem *problem);

// Bytes of scratch beside input, output and weights.
double block_scratch(const Block *block);

// A zeroed Block is fine.
void block_close(Block *block);

#endif

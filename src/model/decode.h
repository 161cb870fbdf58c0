// Decode: a causal model read one token at a time, with its keys and values kept (the KV cache).
//
// The steps are those of a run, at work on one row: what token t adds to the walk is one row of
// every tensor; what it needs of the tokens before it is their keys and values and nothing else,
// because with a causal mask nothing later changes them. The logits are bit for bit those of a
// whole causal run: kernels give a row the same bits whatever stands beside it, and a hidden key
// adds exactly 0.
#ifndef MODEL_DECODE_H
#define MODEL_DECODE_H

#include "model/model.h"

typedef struct Decode {
    Arena arena;
    int count;           // tokens read
    Flow flow;           // at work on the latest token
    int32_t *ids;        // [max_length]
    Rotation *angles;    // of the latest token, where the model has positions
    const float *logits; // [V], after the latest token
} Decode;

// Forgets all tokens; the first time, takes the memory. too_large, no_memory.
Status decode_begin(Decode *decode, const Model *model, Problem *problem);

// Reads one more token. bad_input (not a word, or not begun), too_long, not_finite.
Status decode_token(Decode *decode, const Model *model, int id, Problem *problem);

void decode_close(Decode *decode);

#endif

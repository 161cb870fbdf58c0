// Tensor: the shape letters, and what is known about a tensor before it has a place in memory.
//
// Every tensor is float32, row-major, with one or two axes. Comments give shapes in brackets
// after each pointer, [T,D] for example, with these letters everywhere:
//
//   T  tokens in the input           V  words in the vocabulary
//   D  width of the model            C  candidates of the belief, and one column for the rest
//   H  heads                         L  layers
//   K  width of a head, D / H        F  width of the feed-forward layer
#ifndef CORE_TENSOR_H
#define CORE_TENSOR_H

#include <stdbool.h>

typedef struct Sizes {
    int T, D, H, K, V, C, L, F;
} Sizes;

// How many of a tensor there are: one, one a layer, or one a head of each layer.
typedef enum Scope { SCOPE_MODEL, SCOPE_LAYER, SCOPE_HEAD } Scope;
enum { SCOPE_COUNT = 3 };

const char *scope_name(Scope scope);

typedef struct TensorInfo {
    const char *name;
    Scope scope;
    int step;          // index of the step that makes it; for a weight, the step that uses it
    const char *shape; // one or two shape letters
    bool writable;     // a weight: written by the caller, kept from run to run
} TensorInfo;

int tensor_rank(const TensorInfo *info);

// Length of `axis`; 1 for an axis beyond the rank.
int tensor_size(const TensorInfo *info, const Sizes *sizes, int axis);

// How many of this tensor there are. In double: see arena_room.
double tensor_copies(const TensorInfo *info, const Sizes *sizes);

#endif

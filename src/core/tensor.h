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

// What one axis counts. Its shape letter follows from it: there is no other list of shapes.
typedef enum Axis {
    AXIS_NONE,           //    the second axis of a vector
    AXIS_TOKEN,          // T  a row for every token
    AXIS_KEY,            // T  a column for every token that is looked at
    AXIS_WORD,           // V
    AXIS_CANDIDATE,      // C
    AXIS_DIMENSION,      // D  of the residual stream
    AXIS_HEAD_DIMENSION, // K
    AXIS_HIDDEN,         // F
    AXIS_OUT,            // D  what a matrix of weights makes: one row each
    AXIS_IN,             // D  what it reads: one column each
    AXIS_COUNT
} Axis;

// "token", …, and the letter of the axis.
const char *axis_name(Axis axis);
char axis_letter(Axis axis);

// How many of a tensor there are: one, one a layer, or one a head of each layer.
typedef enum Scope { SCOPE_MODEL, SCOPE_LAYER, SCOPE_HEAD } Scope;
enum { SCOPE_COUNT = 3 };

const char *scope_name(Scope scope);

typedef struct TensorInfo {
    const char *name;
    Scope scope;
    int step;      // index of the step that makes it; for a weight, the step that uses it
    Axis axes[2];  // rows and columns; a vector has one axis
    bool writable; // a parameter: written by the caller, kept from run to run
} TensorInfo;

int tensor_rank(const TensorInfo *info);

// Length of `axis`; 1 for an axis beyond the rank.
int tensor_size(const TensorInfo *info, const Sizes *sizes, int axis);

// How many of this tensor there are. In double: see arena_room.
double tensor_copies(const TensorInfo *info, const Sizes *sizes);

#endif

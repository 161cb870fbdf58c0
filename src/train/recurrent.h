// Recurrent: the nets that attention is compared with, a tanh RNN (Elman, "Finding Structure in
// Time", 1990) and a GRU (Cho et al., 2014, in PyTorch's form), forwards and backwards.
//
// One layer, as wide as its embedding, prediction tied to the embedding like the encoder's. What is
// learned lies in one block, in this order (G gates: 1 for tanh, 3 for the GRU: z, r, n):
//
//   table [V,D]   word_bias [V]   input [G·D,D]   input_bias [G·D]   state [G·D,D]   state_bias
//   [G·D]
#ifndef TRAIN_RECURRENT_H
#define TRAIN_RECURRENT_H

#include "core/arena.h"
#include "core/prng.h"
#include "train/example.h"

typedef enum Cell { CELL_TANH, CELL_GRU } Cell;

typedef struct Recurrent {
    Cell cell;
    int v, d, gates; // gates: rows of input and state, G·D
    int count;       // numbers that are learned
    Arena arena;
    float *weights;        // [count]
    float *gradients;      // [count]
    float *first, *second; // [count] AdamW's moments
    // The latest run; T is at most EXAMPLE_WORDS_MOST.
    float *x;                                 // [T,D] rows of the table
    float *from_input, *from_state;           // [T,G·D]
    float *gate;                              // [T,G·D] after their activation
    float *h;                                 // [T + 1,D], h[0] zeros
    float *x_gradients;                       // [T,D]
    float *input_gradients, *state_gradients; // [T,G·D]
    float *h_gradients;                       // [T + 1,D]
    float *logits;                            // [T,V], then their gradients
} Recurrent;

Status recurrent_open(Recurrent *net, Cell cell, int v, int d, int seed, Problem *problem);
void recurrent_close(Recurrent *net);

// Reads ids [t_count]; logits and h are there afterwards.
void recurrent_read(Recurrent *net, const int32_t *ids, int t_count);

// Turns logits into gradients of the mean cross-entropy of `wanted` (a row's weight is `answer` at
// `reading`), goes back and adds to the gradients of what is learned. Returns the loss. `scale`
// divides it among the sentences of a batch.
double recurrent_learn(Recurrent *net, const Example *example, double answer, double scale);

// Length of the gradient of one logit with respect to the word vector at `at`: what of a distant
// word reaches the answer. Reads the example first.
double recurrent_reach(Recurrent *net, const Example *example, int row, int word, int at);

#endif

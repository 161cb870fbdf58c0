// Backward: the walk in reverse, from the gradient of a loss with respect to the logits to that of
// every weight.
//
// Gradients live in a flow of their own, with the same names, shapes and rows at work: where `flow`
// has a tensor, `gradients` has the derivative of the loss with respect to each of its cells. Each
// step back reads what its step read and wrote forwards (the trace is the memory of the forward
// pass), and writes the gradients of the step's inputs. Gradients of weights are added to what is
// there, so that a batch is a sum over its sentences.
//
// Reverse-mode differentiation by hand (Rumelhart, Hinton and Williams, 1986), a function a step.
#ifndef TRAIN_BACKWARD_H
#define TRAIN_BACKWARD_H

#include "steps/steps.h"

// Runs every step back. The caller has set the gradients of LOGITS, with `active` [T] telling which
// rows of it are not all zero, and has added gradients of WEIGHTS (a loss on attention itself)
// and of the stream that enters the last layer where it wants; every other gradient of an
// intermediate is 0 when this begins.
void backward_run(const Flow *flow, const Flow *gradients, const bool *active /* [T] */);

// Moves `rows` on to the next rows that stand together and are all active; false when there are
// none. Begins with {0, 0}.
bool rows_next(Rows *rows, const bool *active /* [T] */, int t_count);

// The rows at work of the stream's gradients [T,D] at the entry of a layer; the final norm reads
// what would enter layer L.
float *stream_gradients(const Flow *gradients, int layer);

// One step back each, over the rows at work; those from mix to attention norm, which tie rows to
// one another, want all rows at work. `layer` is −1 outside the layers.
typedef void Backward(const Flow *flow, const Flow *gradients, int layer);

Backward backward_embed;
Backward backward_attention_norm, backward_project, backward_rotate, backward_score, backward_scale;
Backward backward_softmax, backward_mix, backward_merge, backward_attention_add;
Backward backward_feed_forward_norm, backward_feed_forward, backward_feed_forward_add;
Backward backward_final_norm, backward_predict;

#endif

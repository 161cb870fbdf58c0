// Backward: the walk in reverse, from the slopes of a loss to the slope of every weight.
//
// A slope is the derivative of the loss with respect to one number. Slopes live in a trace of
// their own, with the same names and shapes: where `flow` has a tensor, `slopes` has the tensor
// of its slopes. Each step back reads what its step read and wrote forwards (the trace is the
// memory of the forward pass), and writes the slopes of its inputs. Slopes of weights are added
// to what is there, so that a batch is a sum over its sentences.
//
// Reverse-mode differentiation by hand (Rumelhart, Hinton and Williams, 1986), a function a step.
#ifndef TRAIN_BACKWARD_H
#define TRAIN_BACKWARD_H

#include "steps/steps.h"

// Runs every step back. The caller has set the slopes of LOGITS, with `active` [T] telling which
// rows of it are not all zero, and has added slopes of WEIGHTS (a loss on the attention itself)
// where it wants, and slopes to stream_aside; every other slope of an intermediate is 0 when this
// begins.
void backward_run(const Flow *flow, const Flow *slopes, const bool *active /* [T] */);

// Slopes [T,D] of the stream that enters the last layer, beside those that come back through it.
float *stream_aside(const Flow *slopes);

// Rows of the stream that stand together. An encoder is asked for one word or a few: behind the
// last attention all other rows have slopes of 0, and the steps that take each row on its own
// (all but those of attention) need not look at them.
typedef struct Rows {
    int first, count;
} Rows;

// The stream's slopes [T,D] at the entry of a layer; the final norm reads what would enter layer L.
float *stream_slopes(const Flow *slopes, int layer);

// One step back each.
void back_predict(const Flow *flow, const Flow *slopes, Rows rows);
void back_final_norm(const Flow *flow, const Flow *slopes, Rows rows);
void back_feed_forward_add(const Flow *flow, const Flow *slopes, int layer, Rows rows);
void back_feed_forward(const Flow *flow, const Flow *slopes, int layer, Rows rows);
void back_feed_forward_norm(const Flow *flow, const Flow *slopes, int layer, Rows rows);
void back_attention_add(const Flow *flow, const Flow *slopes, int layer, Rows rows);
void back_merge(const Flow *flow, const Flow *slopes, int layer, Rows rows);
void back_mix(const Flow *flow, const Flow *slopes, int layer);
void back_softmax(const Flow *flow, const Flow *slopes, int layer);
void back_scale(const Flow *flow, const Flow *slopes, int layer);
void back_score(const Flow *flow, const Flow *slopes, int layer);
void back_rotate(const Flow *flow, const Flow *slopes, int layer);
void back_project(const Flow *flow, const Flow *slopes, int layer);
void back_attention_norm(const Flow *flow, const Flow *slopes, int layer);
void back_embed(const Flow *flow, const Flow *slopes);

#endif

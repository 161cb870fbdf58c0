// The catalogue: every tensor there is, by number here and by name and shape in tensors.c.
// Weights stand first (trace.h says why); after them the intermediates in the order of the walk.
#ifndef STEPS_TENSORS_H
#define STEPS_TENSORS_H

#include "core/tensor.h"

#include <stdbool.h>

typedef enum TensorId {
    TOKEN_EMBEDDING_WEIGHT,
    ATTENTION_NORM_WEIGHT,
    ATTENTION_NORM_BIAS,
    ATTENTION_QUERY_WEIGHT,
    ATTENTION_QUERY_BIAS,
    ATTENTION_KEY_WEIGHT,
    ATTENTION_KEY_BIAS,
    ATTENTION_VALUE_WEIGHT,
    ATTENTION_VALUE_BIAS,
    ATTENTION_OUTPUT_WEIGHT,
    ATTENTION_OUTPUT_BIAS,
    FEED_FORWARD_NORM_WEIGHT,
    FEED_FORWARD_NORM_BIAS,
    FEED_FORWARD_UP_WEIGHT,
    FEED_FORWARD_UP_BIAS,
    FEED_FORWARD_DOWN_WEIGHT,
    FEED_FORWARD_DOWN_BIAS,
    FINAL_NORM_WEIGHT,
    FINAL_NORM_BIAS,
    PREDICTION_BIAS,

    EMBEDDING,
    POSITION,
    INPUT,
    ATTENTION_NORM,
    ATTENTION_NORM_MEAN,
    ATTENTION_NORM_STD,
    QUERY,
    KEY,
    VALUE,
    ROTATED_QUERY,
    ROTATED_KEY,
    SCORES,
    SCALED,
    MASKED,
    ROW_MAX,
    EXP,
    ROW_SUM,
    ROW_EMPTY,
    WEIGHTS,
    HEAD_OUTPUT,
    WEIGHTS_ROW_SUM,
    WEIGHTS_COLUMN_SUM,
    WEIGHTS_MEAN,
    CONCAT,
    ATTENTION_OUTPUT,
    HEAD_CONTRIBUTION,
    ATTENTION_RESIDUAL,
    FEED_FORWARD_NORM,
    FEED_FORWARD_NORM_MEAN,
    FEED_FORWARD_NORM_STD,
    FEED_FORWARD_UP,
    FEED_FORWARD_HIDDEN,
    FEED_FORWARD_OUTPUT,
    RESIDUAL,
    FINAL,
    FINAL_MEAN,
    FINAL_STD,
    LOGITS,
    PROBABILITIES,
    BELIEF,

    TENSOR_COUNT,
} TensorId;

extern const TensorInfo TENSORS[TENSOR_COUNT];

// Whether tokens that come later look at its rows: while decoding these are the KV cache.
static inline bool tensor_is_cached(TensorId id) {
    return id == ROTATED_KEY || id == VALUE;
}

#endif

// The catalogue: see tensors.h. Names of weights are those of the safetensors file, which puts
// "layers.<layer>." before those of a layer. Matrices of weights are [out, in], as in PyTorch.
#include "steps/tensors.h"

#include "steps/steps.h"

#define WEIGHT(scope, step, shape, name)                                                           \
    { name, SCOPE_##scope, STEP_##step, shape, true }
#define RESULT(scope, step, shape, name)                                                           \
    { name, SCOPE_##scope, STEP_##step, shape, false }

const TensorInfo TENSORS[TENSOR_COUNT] = {
    [TOKEN_EMBEDDING_WEIGHT] = WEIGHT(MODEL, EMBED, "VD", "token_embedding.weight"),
    [ATTENTION_NORM_WEIGHT] = WEIGHT(LAYER, ATTENTION_NORM, "D", "attention_norm.weight"),
    [ATTENTION_NORM_BIAS] = WEIGHT(LAYER, ATTENTION_NORM, "D", "attention_norm.bias"),
    [ATTENTION_QUERY_WEIGHT] = WEIGHT(LAYER, PROJECT, "DD", "attention.query.weight"),
    [ATTENTION_QUERY_BIAS] = WEIGHT(LAYER, PROJECT, "D", "attention.query.bias"),
    [ATTENTION_KEY_WEIGHT] = WEIGHT(LAYER, PROJECT, "DD", "attention.key.weight"),
    [ATTENTION_KEY_BIAS] = WEIGHT(LAYER, PROJECT, "D", "attention.key.bias"),
    [ATTENTION_VALUE_WEIGHT] = WEIGHT(LAYER, PROJECT, "DD", "attention.value.weight"),
    [ATTENTION_VALUE_BIAS] = WEIGHT(LAYER, PROJECT, "D", "attention.value.bias"),
    [ATTENTION_OUTPUT_WEIGHT] = WEIGHT(LAYER, MERGE, "DD", "attention.output.weight"),
    [ATTENTION_OUTPUT_BIAS] = WEIGHT(LAYER, MERGE, "D", "attention.output.bias"),
    [FEED_FORWARD_NORM_WEIGHT] = WEIGHT(LAYER, FEED_FORWARD_NORM, "D", "feed_forward_norm.weight"),
    [FEED_FORWARD_NORM_BIAS] = WEIGHT(LAYER, FEED_FORWARD_NORM, "D", "feed_forward_norm.bias"),
    [FEED_FORWARD_UP_WEIGHT] = WEIGHT(LAYER, FEED_FORWARD, "FD", "feed_forward.up.weight"),
    [FEED_FORWARD_UP_BIAS] = WEIGHT(LAYER, FEED_FORWARD, "F", "feed_forward.up.bias"),
    [FEED_FORWARD_DOWN_WEIGHT] = WEIGHT(LAYER, FEED_FORWARD, "DF", "feed_forward.down.weight"),
    [FEED_FORWARD_DOWN_BIAS] = WEIGHT(LAYER, FEED_FORWARD, "D", "feed_forward.down.bias"),
    [FINAL_NORM_WEIGHT] = WEIGHT(MODEL, FINAL_NORM, "D", "final_norm.weight"),
    [FINAL_NORM_BIAS] = WEIGHT(MODEL, FINAL_NORM, "D", "final_norm.bias"),
    [PREDICTION_BIAS] = WEIGHT(MODEL, PREDICT, "V", "prediction.bias"),

    [EMBEDDING] = RESULT(MODEL, EMBED, "TD", "embedding"),
    [POSITION] = RESULT(MODEL, POSITION, "TD", "position"),
    [INPUT] = RESULT(MODEL, POSITION, "TD", "input"),
    [ATTENTION_NORM] = RESULT(LAYER, ATTENTION_NORM, "TD", "attention_norm"),
    [ATTENTION_NORM_MEAN] = RESULT(LAYER, ATTENTION_NORM, "T", "attention_norm_mean"),
    [ATTENTION_NORM_STD] = RESULT(LAYER, ATTENTION_NORM, "T", "attention_norm_std"),
    [QUERY] = RESULT(HEAD, PROJECT, "TK", "query"),
    [KEY] = RESULT(HEAD, PROJECT, "TK", "key"),
    [VALUE] = RESULT(HEAD, PROJECT, "TK", "value"),
    [ROTATED_QUERY] = RESULT(HEAD, ROTATE, "TK", "rotated_query"),
    [ROTATED_KEY] = RESULT(HEAD, ROTATE, "TK", "rotated_key"),
    [SCORES] = RESULT(HEAD, SCORE, "TT", "scores"),
    [SCALED] = RESULT(HEAD, SCALE, "TT", "scaled"),
    [MASKED] = RESULT(HEAD, MASK, "TT", "masked"),
    [ROW_MAX] = RESULT(HEAD, SOFTMAX, "T", "row_max"),
    [EXP] = RESULT(HEAD, SOFTMAX, "TT", "exp"),
    [ROW_SUM] = RESULT(HEAD, SOFTMAX, "T", "row_sum"),
    [ROW_EMPTY] = RESULT(HEAD, SOFTMAX, "T", "row_empty"),
    [WEIGHTS] = RESULT(HEAD, SOFTMAX, "TT", "weights"),
    [HEAD_OUTPUT] = RESULT(HEAD, MIX, "TK", "head_output"),
    [CONCAT] = RESULT(LAYER, MERGE, "TD", "concat"),
    [ATTENTION_OUTPUT] = RESULT(LAYER, MERGE, "TD", "attention_output"),
    [ATTENTION_RESIDUAL] = RESULT(LAYER, ATTENTION_ADD, "TD", "attention_residual"),
    [FEED_FORWARD_NORM] = RESULT(LAYER, FEED_FORWARD_NORM, "TD", "feed_forward_norm"),
    [FEED_FORWARD_NORM_MEAN] = RESULT(LAYER, FEED_FORWARD_NORM, "T", "feed_forward_norm_mean"),
    [FEED_FORWARD_NORM_STD] = RESULT(LAYER, FEED_FORWARD_NORM, "T", "feed_forward_norm_std"),
    [FEED_FORWARD_UP] = RESULT(LAYER, FEED_FORWARD, "TF", "feed_forward_up"),
    [FEED_FORWARD_HIDDEN] = RESULT(LAYER, FEED_FORWARD, "TF", "feed_forward_hidden"),
    [FEED_FORWARD_OUTPUT] = RESULT(LAYER, FEED_FORWARD, "TD", "feed_forward_output"),
    [RESIDUAL] = RESULT(LAYER, FEED_FORWARD_ADD, "TD", "residual"),
    [FINAL] = RESULT(MODEL, FINAL_NORM, "TD", "final"),
    [FINAL_MEAN] = RESULT(MODEL, FINAL_NORM, "T", "final_mean"),
    [FINAL_STD] = RESULT(MODEL, FINAL_NORM, "T", "final_std"),
    [LOGITS] = RESULT(MODEL, PREDICT, "TV", "logits"),
    [PROBABILITIES] = RESULT(MODEL, PREDICT, "TV", "probabilities"),
    [BELIEF] = RESULT(MODEL, PREDICT, "TC", "belief"),
};

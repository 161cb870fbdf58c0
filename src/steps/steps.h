// Steps: the walk from token ids to a prediction, a numbered file a step.
//
// A pre-norm encoder (Vaswani et al., "Attention Is All You Need", 2017; norm before each half of
// a block as in Xiong et al., 2020). Every step reads its inputs from the trace and writes its
// outputs there, under the names in tensors.c; nothing else passes between steps. A step cannot
// fail: what could go wrong is checked before the walk, and its numbers are scanned after it.
#ifndef STEPS_STEPS_H
#define STEPS_STEPS_H

#include "core/trace.h"
#include "steps/tensors.h"

#include <stddef.h>
#include <stdint.h>

typedef enum Activation { ACTIVATION_RELU, ACTIVATION_GELU } Activation;
typedef enum Position { POSITION_NONE, POSITION_SINUSOIDAL, POSITION_ROPE } Position;
typedef enum EmbeddingScale { EMBEDDING_SCALE_NONE, EMBEDDING_SCALE_SQRT_D } EmbeddingScale;

// What the model is, beside its sizes; fixed when it is made.
typedef struct Settings {
    Activation activation;
    Position position;
    double position_amplitude; // the sinusoid is multiplied by it
    double rope_base;          // 10000 in the paper
    EmbeddingScale embedding_scale;
    double norm_epsilon; // added to the variance
} Settings;

// What scores are divided by: √K in the paper; the others show what that is for.
typedef enum Scale { SCALE_SQRT_K, SCALE_NONE, SCALE_K, SCALE_SQRT_D } Scale;

// A known mistake that a run makes on purpose; steps/faults.h says what each does.
typedef enum Fault {
    FAULT_NONE,
    FAULT_SOFTMAX_COLUMNS,
    FAULT_MASK_AFTER_SOFTMAX,
    FAULT_ZERO_MASK,
    FAULT_NO_HEAD_TRANSPOSE,
} Fault;
enum { FAULT_COUNT = 5 };

// One edge of the attention graph that is taken away. −1 stands for every one.
typedef struct Cut {
    int32_t layer, head, query, key;
} Cut;

// A head whose output is left out. −1 stands for every one.
typedef struct HeadOff {
    int32_t layer, head;
} HeadOff;

// Whether the index that a cut or a head off names is the one at hand.
static inline bool means(int named, int index) {
    return named == -1 || named == index;
}

// What one run asks for.
typedef struct Request {
    const int32_t *ids;        // [n_tokens] in 0…V−1
    int n_tokens;              // T
    const int32_t *candidates; // [n_candidates] in 0…V−1, each once
    int n_candidates;          // C − 1
    const Cut *cuts;           // [n_cuts]
    int n_cuts;
    bool causal;       // a token sees itself and what stands before it
    int padding_id;    // keys with this id are hidden; −1 hides none
    Position position; // the model's own, or another one to compare
    Scale scale;
    Fault fault;
    const HeadOff *heads_off; // [n_heads_off]
    int n_heads_off;
    // Leaves out what no step reads: sums and means of weights, what each head contributes.
    bool lean;
} Request;

// Tokens that stand together.
typedef struct Rows {
    int first, count;
} Rows;

// Sine and cosine of one angle.
typedef struct Rotation {
    double sine, cosine;
} Rotation;

// What the steps see. They write the rows of the tokens at work and read, of other tokens, only
// rotated keys and values. A run works on all tokens; training predicts at a few of them; decoding
// works on the latest one, in tensors of a single row beside the keys and values of all (the KV
// cache). Unless it is lean, and with a fault, a flow works on all its tokens at once.
typedef struct Flow {
    Sizes sizes; // T: tokens so far
    Settings settings;
    Request request;
    Rows rows;  // the tokens at work
    int origin; // the token whose row is the first in tensors, sinusoids and rotations
    const Rotation *sinusoids; // [T,(D + 1) / 2] of the sinusoids, where a run has them
    const Rotation *rotations; // [T,K / 2] of RoPE, where a run has it
    Trace trace;
} Flow;

// Where a tensor's numbers begin.
static inline float *model_tensor(const Flow *flow, TensorId id) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, 0, 0)];
}

static inline float *layer_tensor(const Flow *flow, TensorId id, int layer) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, layer, 0)];
}

static inline float *head_tensor(const Flow *flow, TensorId id, int layer, int head) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, layer, head)];
}

// Where its rows at work begin: [rows.count] of them.
static inline float *head_rows(const Flow *flow, TensorId id, int layer, int head) {
    int row = trace_row(&flow->trace, &flow->sizes, id, layer, head);
    int above = flow->rows.first - (tensor_is_cached(id) ? 0 : flow->origin);
    return flow->trace.data[row] + (size_t)above * flow->trace.rows[row].size1;
}

static inline float *layer_rows(const Flow *flow, TensorId id, int layer) {
    return head_rows(flow, id, layer, 0);
}

static inline float *model_rows(const Flow *flow, TensorId id) {
    return head_rows(flow, id, 0, 0);
}

// The same flow at work on other rows.
static inline Flow flow_at(const Flow *flow, Rows rows) {
    Flow at = *flow;
    at.rows = rows;
    return at;
}

// The rows at work of the residual stream [T,D] that enters a layer: the input, or what the layer
// before left. The final norm reads the stream that would enter layer L.
static inline const float *stream_into(const Flow *flow, int layer) {
    return layer == 0 ? model_rows(flow, INPUT) : layer_rows(flow, RESIDUAL, layer - 1);
}

typedef enum StepId {
    STEP_EMBED,
    STEP_POSITION,
    STEP_ATTENTION_NORM,
    STEP_PROJECT,
    STEP_ROTATE,
    STEP_SCORE,
    STEP_SCALE,
    STEP_MASK,
    STEP_SOFTMAX,
    STEP_MIX,
    STEP_MERGE,
    STEP_ATTENTION_ADD,
    STEP_FEED_FORWARD_NORM,
    STEP_FEED_FORWARD,
    STEP_FEED_FORWARD_ADD,
    STEP_FINAL_NORM,
    STEP_PREDICT,
    STEP_COUNT,
} StepId;

// Steps before the layers, steps of every layer, steps after the last.
typedef enum Section { SECTION_BEFORE, SECTION_LAYER, SECTION_AFTER } Section;
enum { SECTION_COUNT = 3 };

// `layer` is −1 outside the layers.
typedef void Step(const Flow *flow, int layer);

typedef struct StepInfo {
    const char *name;
    Section section;
    Step *run;
} StepInfo;

// In the order of the walk.
extern const StepInfo STEPS[STEP_COUNT];

// Every step before `end`, which is no step of a layer, without a look at their numbers.
void walk_until(const Flow *flow, int end);

Step step_embed, step_position;
Step step_attention_norm, step_project, step_rotate, step_score, step_scale, step_mask;
Step step_softmax, step_mix, step_merge, step_attention_add;
Step step_feed_forward_norm, step_feed_forward, step_feed_forward_add;
Step step_final_norm, step_predict;

// Angles of the positions of `rows`, which a model keeps from run to run.
void write_sinusoid_angles(Rotation *sinusoids /* [rows,(D + 1) / 2] */, Rows rows,
                           int d); // 02_position.c
void write_rotations(Rotation *rotations /* [rows,K / 2] */, Rows rows, int k,
                     double base); // 05_rotate.c

// What a step multiplies by, which a step back needs once more.
float embedding_factor(const Flow *flow); // 01_embed.c
float score_factor(const Flow *flow);     // 07_scale.c

// Writes `with` into every cell whose key is hidden from its query.       (08_mask.c)
void hide_cells(float *cells /* [rows,T] */, const Flow *flow, int layer, int head, float with);

#endif

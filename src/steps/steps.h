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

// A known mistake that a run makes on purpose; variants/faults.h says what each does.
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
} Request;

// Sine and cosine of one angle.
typedef struct Turn {
    double sine, cosine;
} Turn;

typedef struct Flow {
    Sizes sizes;
    Settings settings;
    Request request;
    const Turn *waves; // [T,(D + 1) / 2] of the sinusoids, where a run has them
    const Turn *turns; // [T,K / 2] of RoPE, where a run has it
    Trace trace;
} Flow;

// Where a tensor's numbers are.
static inline float *model_tensor(const Flow *flow, TensorId id) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, 0, 0)];
}

static inline float *layer_tensor(const Flow *flow, TensorId id, int layer) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, layer, 0)];
}

static inline float *head_tensor(const Flow *flow, TensorId id, int layer, int head) {
    return flow->trace.data[trace_row(&flow->trace, &flow->sizes, id, layer, head)];
}

// The residual stream [T,D] that enters a layer: the input, or what the layer before left. The
// final norm reads the stream that would enter layer L.
static inline const float *stream_into(const Flow *flow, int layer) {
    return layer == 0 ? model_tensor(flow, INPUT) : layer_tensor(flow, RESIDUAL, layer - 1);
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

// hidden = activation(up), one token; also for a token that is decoded alone.
void activate_row(const Flow *flow, float *hidden /* [F] */, const float *up /* [F] */);

Step step_embed, step_position;
Step step_attention_norm, step_project, step_rotate, step_score, step_scale, step_mask;
Step step_softmax, step_mix, step_merge, step_attention_add;
Step step_feed_forward_norm, step_feed_forward, step_feed_forward_add;
Step step_final_norm, step_predict;

// Angles of every position, which a model keeps from run to run.       (02_position.c, 05_rotate.c)
void write_waves(Turn *waves /* [T,(D + 1) / 2] */, int t_count, int d);
void write_turns(Turn *turns /* [T,K / 2] */, int t_count, int k, double base);

// Parts of steps, which variants/ put together in other ways.

// Writes `with` into every cell whose key is hidden from its query.            (08_mask.c)
void hide_cells(float *cells /* [T,T] */, const Flow *flow, int layer, int head, float with);

// Writes the T rows of a head's output, `width` floats apart; zeros if it is off. (11_merge.c)
void place_head(float *to /* T rows of K */, int width, const Flow *flow, int layer, int head);

// attention_output [T,D] from concat [T,D].                                    (11_merge.c)
void project_concat(const Flow *flow, int layer);

#endif

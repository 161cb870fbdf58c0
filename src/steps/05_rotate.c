// Rotate: query, key [T,K] -> rotated_query, rotated_key [T,K] of each head.
//
//   angle = t · base^(−2i/K)
//   out[2i]     = x[2i] · cos(angle) − x[2i + 1] · sin(angle)
//   out[2i + 1] = x[2i] · sin(angle) + x[2i + 1] · cos(angle)
//
// Rotary position embedding (Su et al., "RoFormer", 2021, eq. 34) on neighbouring pairs
// (2i, 2i + 1), not on halves (i, i + K/2). A dot product of two rotated vectors depends only on
// how far apart their tokens are. Without RoPE the vectors pass through unchanged.
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <string.h>

static void turn(float *out /* [2] */, const float *x /* [2] */, double cosine, double sine) {
    double x0 = x[0], x1 = x[1];
    out[0] = (float)(x0 * cosine - x1 * sine);
    out[1] = (float)(x0 * sine + x1 * cosine);
}

// One token's pair in every head; cosine and sine are the same for all of them.
static void turn_heads(const Flow *flow, int layer, size_t cell, double angle) {
    double sine, cosine;
    real_turn(&sine, &cosine, angle);
    for (int head = 0; head < flow->sizes.H; head++) {
        turn(head_tensor(flow, ROTATED_QUERY, layer, head) + cell,
             head_tensor(flow, QUERY, layer, head) + cell, cosine, sine);
        turn(head_tensor(flow, ROTATED_KEY, layer, head) + cell,
             head_tensor(flow, KEY, layer, head) + cell, cosine, sine);
    }
}

static void copy_heads(const Flow *flow, int layer, TensorId to, TensorId from) {
    size_t bytes = (size_t)flow->sizes.T * flow->sizes.K * sizeof(float);
    for (int head = 0; head < flow->sizes.H; head++)
        memcpy(head_tensor(flow, to, layer, head), head_tensor(flow, from, layer, head), bytes);
}

void step_rotate(const Flow *flow, int layer) {
    if (flow->request.position != POSITION_ROPE) {
        copy_heads(flow, layer, ROTATED_QUERY, QUERY);
        copy_heads(flow, layer, ROTATED_KEY, KEY);
        return;
    }
    int k = flow->sizes.K; // even: checked before the run
    for (int pair = 0; pair < k; pair += 2) {
        double frequency = real_power(flow->settings.rope_base, -(double)pair / k);
        for (int t = 0; t < flow->sizes.T; t++)
            turn_heads(flow, layer, (size_t)t * k + pair, t * frequency);
    }
}

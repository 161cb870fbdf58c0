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

void write_turns(Turn *turns, int t_count, int k, double base) {
    for (int pair = 0; pair < k / 2; pair++) {
        double frequency = real_power(base, -2.0 * pair / k);
        for (int t = 0; t < t_count; t++) {
            Turn *turn = &turns[(size_t)t * (k / 2) + pair];
            real_turn(&turn->sine, &turn->cosine, t * frequency);
        }
    }
}

static void turn_pairs(float *out /* [pairs,2] */, const float *x /* [pairs,2] */,
                       const Turn *turns /* [pairs] */, int pairs) {
    for (int i = 0; i < pairs; i++, x += 2, out += 2) {
        double x0 = x[0], x1 = x[1];
        out[0] = (float)(x0 * turns[i].cosine - x1 * turns[i].sine);
        out[1] = (float)(x0 * turns[i].sine + x1 * turns[i].cosine);
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
    int pairs = flow->sizes.T * flow->sizes.K / 2; // K is even: checked before the run
    for (int head = 0; head < flow->sizes.H; head++) {
        turn_pairs(head_tensor(flow, ROTATED_QUERY, layer, head),
                   head_tensor(flow, QUERY, layer, head), flow->turns, pairs);
        turn_pairs(head_tensor(flow, ROTATED_KEY, layer, head), head_tensor(flow, KEY, layer, head),
                   flow->turns, pairs);
    }
}

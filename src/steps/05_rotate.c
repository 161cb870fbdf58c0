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

void write_rotations(Rotation *rotations, Rows rows, int k, double base) {
    for (int pair = 0; pair < k / 2; pair++) {
        double frequency = real_power(base, -2.0 * pair / k);
        for (int row = 0; row < rows.count; row++) {
            Rotation *rotation = &rotations[(size_t)row * (k / 2) + pair];
            sine_cosine(&rotation->sine, &rotation->cosine, (rows.first + row) * frequency);
        }
    }
}

static void rotate_pairs(float *out /* [pairs,2] */, const float *x /* [pairs,2] */,
                         const Rotation *rotations /* [pairs] */, int pairs) {
    for (int i = 0; i < pairs; i++, x += 2, out += 2) {
        double x0 = x[0], x1 = x[1];
        out[0] = (float)(x0 * rotations[i].cosine - x1 * rotations[i].sine);
        out[1] = (float)(x0 * rotations[i].sine + x1 * rotations[i].cosine);
    }
}

static void rotate_head(const Flow *flow, int layer, int head, TensorId to, TensorId from) {
    int k = flow->sizes.K, rows = flow->rows.count;
    float *out = head_rows(flow, to, layer, head);       // [rows,K]
    const float *x = head_rows(flow, from, layer, head); // [rows,K]
    size_t above = (size_t)(flow->rows.first - flow->origin);
    if (flow->request.position == POSITION_ROPE) // K is even: checked before the run
        rotate_pairs(out, x, flow->rotations + above * (k / 2), rows * (k / 2));
    else
        memcpy(out, x, (size_t)rows * k * sizeof(float));
}

void step_rotate(const Flow *flow, int layer) {
    for (int head = 0; head < flow->sizes.H; head++) {
        rotate_head(flow, layer, head, ROTATED_QUERY, QUERY);
        rotate_head(flow, layer, head, ROTATED_KEY, KEY);
    }
}

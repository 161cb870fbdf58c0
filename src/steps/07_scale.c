// Scale: scores [T,T] -> scaled [T,T] of each head.
//
//   scaled = scores / √K        or, to compare: / 1, / K, / √D
//
// A sum of K products of unit variance has variance K, so this brings scores back to unit size
// and keeps the softmax out of its flat ends ("Attention Is All You Need", section 3.2.1). K is
// the width of one head, not of the model: dividing by √D, or by K without the root, leaves
// scores too close together, and not dividing too far apart.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

static float divisor(Scale scale, const Sizes *sizes) {
    switch (scale) {
    case SCALE_NONE:
        return 1;
    case SCALE_K:
        return (float)sizes->K;
    case SCALE_SQRT_D:
        return sqrtf((float)sizes->D);
    default:
        return sqrtf((float)sizes->K);
    }
}

void step_scale(const Flow *flow, int layer) {
    int t_count = flow->sizes.T;
    float factor = 1 / divisor(flow->request.scale, &flow->sizes);
    for (int head = 0; head < flow->sizes.H; head++) {
        const float *scores = head_tensor(flow, SCORES, layer, head); // [T,T]
        float *scaled = head_tensor(flow, SCALED, layer, head);       // [T,T]
        for (int query = 0; query < t_count; query++) {
            size_t row = (size_t)query * t_count;
            row_scale(scaled + row, scores + row, factor, t_count);
        }
    }
}

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

float score_factor(const Flow *flow) {
    switch (flow->request.scale) {
    case SCALE_NONE:
        return 1;
    case SCALE_K:
        return 1 / (float)flow->sizes.K;
    case SCALE_SQRT_D:
        return 1 / sqrtf((float)flow->sizes.D);
    default:
        return 1 / sqrtf((float)flow->sizes.K);
    }
}

void step_scale(const Flow *flow, int layer) {
    for (int head = 0; head < flow->sizes.H; head++)
        row_scale(head_rows(flow, SCALED, layer, head), head_rows(flow, SCORES, layer, head),
                  score_factor(flow), flow->rows.count * flow->sizes.T);
}

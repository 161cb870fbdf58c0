// Embed: ids [T] -> embedding [T,D].
//
//   embedding[t] = token_embedding.weight[ids[t]] · scale        scale = √D, or 1
//
// The factor √D is from "Attention Is All You Need", section 3.4. A token is known by its index
// t: a word that occurs twice has two rows.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

float embedding_factor(const Flow *flow) {
    bool scaled = flow->settings.embedding_scale == EMBEDDING_SCALE_SQRT_D;
    return scaled ? sqrtf((float)flow->sizes.D) : 1;
}

void step_embed(const Flow *flow, int layer) {
    (void)layer;
    int d = flow->sizes.D;
    const float *table = model_tensor(flow, TOKEN_EMBEDDING_WEIGHT); // [V,D]
    float *embedding = model_rows(flow, EMBEDDING);                  // [rows,D]
    const int32_t *ids = flow->request.ids + flow->rows.first;       // [rows]

    for (int row = 0; row < flow->rows.count; row++)
        row_scale(embedding + (size_t)row * d, table + (size_t)ids[row] * d, embedding_factor(flow),
                  d);
}

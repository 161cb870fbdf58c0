// Embed: ids [T] -> embedding [T,D].
//
//   embedding[t] = token_embedding.weight[ids[t]] · scale        scale = √D, or 1
//
// The factor √D is from "Attention Is All You Need", section 3.4. A token is known by its index
// t: a word that occurs twice has two rows.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>

void step_embed(const Flow *flow, int layer) {
    (void)layer;
    int d = flow->sizes.D;
    const float *table = model_tensor(flow, TOKEN_EMBEDDING_WEIGHT); // [V,D]
    float *embedding = model_tensor(flow, EMBEDDING);                // [T,D]
    bool scaled = flow->settings.embedding_scale == EMBEDDING_SCALE_SQRT_D;
    float scale = scaled ? sqrtf((float)d) : 1;

    for (int t = 0; t < flow->sizes.T; t++) {
        const float *word = table + (size_t)flow->request.ids[t] * d;
        row_scale(embedding + (size_t)t * d, word, scale, d);
    }
}

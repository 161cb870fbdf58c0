// Random weights: see random.h.
#include "model/random.h"

#include "core/prng.h"

#include <math.h>

static bool is_gain(TensorId id) {
    return id == ATTENTION_NORM_WEIGHT || id == FEED_FORWARD_NORM_WEIGHT || id == FINAL_NORM_WEIGHT;
}

void random_weights(const Model *model, uint32_t seed) {
    const Trace *trace = &model->flow.trace;
    Prng prng = prng_open(seed, 0);
    for (int row = 0; row < trace->n_rows; row++) {
        const TraceRow *at = &trace->rows[row];
        if (!TENSORS[at->tensor].writable)
            continue;
        float *cells = trace->data[row];
        int n = at->size0 * at->size1; // under 2^31: the memory ends before
        double deviation = 1 / sqrt(at->size1);
        for (int i = 0; i < n; i++) {
            if (at->rank == 2)
                cells[i] = (float)(deviation * prng_normal(&prng));
            else
                cells[i] = is_gain((TensorId)at->tensor);
        }
    }
}

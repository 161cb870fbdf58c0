// Mask: scaled [T,T] -> masked [T,T] of each head.
//
//   masked[q][k] = −∞ where k is hidden from q, else scaled[q][k]
//
// Hidden are: with a causal mask every key behind the query; every key that is padding; every
// edge that was cut. The mask is a true infinity and comes before the softmax, so the weight of
// a hidden key is exactly 0 and the visible ones still sum to 1. A large negative number would
// do neither for every score.
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <math.h>
#include <string.h>

static void hide_future(float *cells /* [rows,T] */, const Flow *flow, float with) {
    int t_count = flow->sizes.T;
    for (int row = 0; row < flow->rows.count; row++)
        for (int key = flow->rows.first + row + 1; key < t_count; key++)
            cells[(size_t)row * t_count + key] = with;
}

static void hide_padding(float *cells /* [rows,T] */, const Flow *flow, float with) {
    int t_count = flow->sizes.T;
    for (int key = 0; key < t_count; key++)
        if (flow->request.ids[key] == flow->request.padding_id)
            for (int row = 0; row < flow->rows.count; row++)
                cells[(size_t)row * t_count + key] = with;
}

static void hide_cut(float *cells /* [rows,T] */, const Flow *flow, const Cut *cut, float with) {
    int t_count = flow->sizes.T;
    for (int row = 0; row < flow->rows.count; row++)
        for (int key = 0; key < t_count; key++)
            if (means(cut->query, flow->rows.first + row) && means(cut->key, key))
                cells[(size_t)row * t_count + key] = with;
}

void hide_cells(float *cells, const Flow *flow, int layer, int head, float with) {
    if (flow->request.causal)
        hide_future(cells, flow, with);
    hide_padding(cells, flow, with);
    for (int i = 0; i < flow->request.n_cuts; i++) {
        const Cut *cut = &flow->request.cuts[i];
        if (means(cut->layer, layer) && means(cut->head, head))
            hide_cut(cells, flow, cut, with);
    }
}

void step_mask(const Flow *flow, int layer) {
    Fault fault = flow->request.fault;
    size_t bytes = (size_t)flow->rows.count * flow->sizes.T * sizeof(float);
    for (int head = 0; head < flow->sizes.H; head++) {
        float *masked = head_rows(flow, MASKED, layer, head); // [rows,T]
        memcpy(masked, head_rows(flow, SCALED, layer, head), bytes);
        if (fault != FAULT_MASK_AFTER_SOFTMAX)
            hide_cells(masked, flow, layer, head, fault == FAULT_ZERO_MASK ? 0 : -INFINITY);
    }
}

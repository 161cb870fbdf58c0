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

static void hide_future(float *cells /* [T,T] */, int t_count, float with) {
    for (int query = 0; query < t_count; query++)
        for (int key = query + 1; key < t_count; key++)
            cells[(size_t)query * t_count + key] = with;
}

static void hide_key(float *cells /* [T,T] */, int t_count, int key, float with) {
    for (int query = 0; query < t_count; query++)
        cells[(size_t)query * t_count + key] = with;
}

static void hide_padding(float *cells /* [T,T] */, const Flow *flow, float with) {
    for (int key = 0; key < flow->sizes.T; key++)
        if (flow->request.ids[key] == flow->request.padding_id)
            hide_key(cells, flow->sizes.T, key, with);
}

static void hide_cut(float *cells /* [T,T] */, int t_count, const Cut *cut, float with) {
    for (int query = 0; query < t_count; query++)
        for (int key = 0; key < t_count; key++)
            if (means(cut->query, query) && means(cut->key, key))
                cells[(size_t)query * t_count + key] = with;
}

void hide_cells(float *cells, const Flow *flow, int layer, int head, float with) {
    if (flow->request.causal)
        hide_future(cells, flow->sizes.T, with);
    hide_padding(cells, flow, with);
    for (int i = 0; i < flow->request.n_cuts; i++) {
        const Cut *cut = &flow->request.cuts[i];
        if (means(cut->layer, layer) && means(cut->head, head))
            hide_cut(cells, flow->sizes.T, cut, with);
    }
}

void step_mask(const Flow *flow, int layer) {
    int t_count = flow->sizes.T;
    size_t bytes = (size_t)t_count * t_count * sizeof(float);
    for (int head = 0; head < flow->sizes.H; head++) {
        float *masked = head_tensor(flow, MASKED, layer, head); // [T,T]
        memcpy(masked, head_tensor(flow, SCALED, layer, head), bytes);
        hide_cells(masked, flow, layer, head, -INFINITY);
    }
}

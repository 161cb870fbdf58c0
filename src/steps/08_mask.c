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

static void hide_future(float *masked /* [T,T] */, int t_count) {
    for (int query = 0; query < t_count; query++)
        for (int key = query + 1; key < t_count; key++)
            masked[(size_t)query * t_count + key] = -INFINITY;
}

static void hide_key(float *masked /* [T,T] */, int t_count, int key) {
    for (int query = 0; query < t_count; query++)
        masked[(size_t)query * t_count + key] = -INFINITY;
}

static void hide_padding(float *masked /* [T,T] */, const Flow *flow) {
    for (int key = 0; key < flow->sizes.T; key++)
        if (flow->request.ids[key] == flow->request.padding_id)
            hide_key(masked, flow->sizes.T, key);
}

static bool means(int named, int index) {
    return named == -1 || named == index;
}

static void hide_cut(float *masked /* [T,T] */, int t_count, const Cut *cut) {
    for (int query = 0; query < t_count; query++)
        for (int key = 0; key < t_count; key++)
            if (means(cut->query, query) && means(cut->key, key))
                masked[(size_t)query * t_count + key] = -INFINITY;
}

void step_mask(const Flow *flow, int layer) {
    int t_count = flow->sizes.T;
    size_t bytes = (size_t)t_count * t_count * sizeof(float);
    for (int head = 0; head < flow->sizes.H; head++) {
        float *masked = head_tensor(flow, MASKED, layer, head); // [T,T]
        memcpy(masked, head_tensor(flow, SCALED, layer, head), bytes);
        if (flow->request.causal)
            hide_future(masked, t_count);
        hide_padding(masked, flow);
        for (int i = 0; i < flow->request.n_cuts; i++) {
            const Cut *cut = &flow->request.cuts[i];
            if (means(cut->layer, layer) && means(cut->head, head))
                hide_cut(masked, t_count, cut);
        }
    }
}

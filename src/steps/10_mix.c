// Mix: weights [T,T], value [T,K] -> head_output [T,K] of each head.
//
//   head_output[q] = Σ_k weights[q][k] · V[k]
//
// Each query carries home an average of the values it looked at: "Attention Is All You Need",
// eq. 1, the last product. A query that sees nothing carries home zeros.
#include "kernels/kernels.h"
#include "steps/steps.h"

void step_mix(const Flow *flow, int layer) {
    int t = flow->sizes.T;
    for (int head = 0; head < flow->sizes.H; head++) {
        rows_mix(head_tensor(flow, HEAD_OUTPUT, layer, head), // [T,K]
                 head_tensor(flow, WEIGHTS, layer, head),     // [T,T]
                 head_tensor(flow, VALUE, layer, head),       // [T,K]
                 t, flow->sizes.K, t);
    }
}

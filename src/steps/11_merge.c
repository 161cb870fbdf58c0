// Merge: head_output [T,K] of each head -> concat [T,D], attention_output [T,D], and
// head_contribution [T,D] of each head.
//
//   concat[t] = head_output_0[t] | head_output_1[t] | …        side by side, token by token
//   attention_output = concat · W_Oᵀ + b_O
//   head_contribution_h = head_output_h · W_O[:, h·K … h·K + K − 1]ᵀ
//
// "Attention Is All You Need", section 3.2.2. Head h fills the columns h·K … h·K + K − 1 of every
// token's row; writing whole heads one after the other would mix up tokens. A product with a row
// of blocks is the sum of the products with each, so attention_output is also b_O plus what each
// head contributes (Elhage et al., "A Mathematical Framework for Transformer Circuits", 2021).
//
// A head that is off puts zeros into concat and contributes nothing. Its head_output stays what
// the head has computed: it is not asked, not changed.
#include "kernels/kernels.h"
#include "steps/faults.h"

#include <string.h>

static bool is_off(const Request *request, int layer, int head) {
    for (int i = 0; i < request->n_heads_off; i++)
        if (means(request->heads_off[i].layer, layer) && means(request->heads_off[i].head, head))
            return true;
    return false;
}

// Writes the rows of a head's output, `width` floats apart; zeros if the head is off.
static void place_head(float *to /* rows of K */, int width, const Flow *flow, int layer,
                       int head) {
    const float *output = head_rows(flow, HEAD_OUTPUT, layer, head); // [rows,K]
    size_t k = (size_t)flow->sizes.K, bytes = k * sizeof(float);
    bool off = is_off(&flow->request, layer, head);
    for (int row = 0; row < flow->rows.count; row++) {
        float *placed = to + (size_t)row * width;
        if (off)
            memset(placed, 0, bytes);
        else
            memcpy(placed, output + row * k, bytes);
    }
}

static void contribute_head(const Flow *flow, int layer, int head) {
    int d = flow->sizes.D, k = flow->sizes.K;
    size_t first = (size_t)head * k; // column of the head's block
    rows_project_columns(head_rows(flow, HEAD_CONTRIBUTION, layer, head),            // [rows,D]
                         layer_rows(flow, CONCAT, layer) + first,                    // [rows,K]
                         layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer) + first, // [D,K]
                         d, flow->rows.count, d, k);
}

void step_merge(const Flow *flow, int layer) {
    int rows = flow->rows.count, d = flow->sizes.D, k = flow->sizes.K;
    bool as_view = flow->request.fault == FAULT_NO_HEAD_TRANSPOSE;
    float *concat = layer_rows(flow, CONCAT, layer);            // [rows,D]
    size_t head_width = as_view ? (size_t)rows * k : (size_t)k; // from a head's block to the next

    for (int head = 0; head < flow->sizes.H; head++)
        place_head(concat + head * head_width, as_view ? k : d, flow, layer, head);
    rows_project(layer_rows(flow, ATTENTION_OUTPUT, layer), concat,  // [rows,D]
                 layer_tensor(flow, ATTENTION_OUTPUT_WEIGHT, layer), // [D,D]
                 layer_tensor(flow, ATTENTION_OUTPUT_BIAS, layer),   // [D]
                 rows, d, d);
    for (int head = 0; head < flow->sizes.H && !flow->request.lean; head++)
        if (as_view)
            contribute_view(flow, layer, head);
        else
            contribute_head(flow, layer, head);
}

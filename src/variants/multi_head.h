// Multi-head attention as one block, without a trace: x → output, weights packed once.
//
//   Q_h = x · W_Q[h]ᵀ + b_Q[h],  K_h, V_h alike      output = concat(attention of each h) · W_Oᵀ +
//   b_O
//
// "Attention Is All You Need" (Vaswani et al., 2017), section 3.2.2. Weights are [d_model,d_model]
// with a row for each output, as PyTorch's Linear has them; head h owns rows h · d_k … (h + 1) ·
// d_k.
#ifndef VARIANTS_MULTI_HEAD_H
#define VARIANTS_MULTI_HEAD_H

#include "variants/attention.h"

enum { MULTI_HEAD_QUERY, MULTI_HEAD_KEY, MULTI_HEAD_VALUE, MULTI_HEAD_OUTPUT, MULTI_HEAD_MATRICES };

typedef struct MultiHead {
    int d_model, heads;
    float *packed[MULTI_HEAD_MATRICES]; // panels of each head's rows; of all rows for the output
    const float *bias[MULTI_HEAD_MATRICES]; // [d_model]
} MultiHead;

// Floats that the packed weights of one of the four matrices take, and the packing of it.
size_t multi_head_packed_floats(const MultiHead *block, int matrix);
void multi_head_pack(const MultiHead *block, int matrix, const float *w /* [d_model,d_model] */);

// Bytes of scratch for a run: Q, K, V and the concatenated heads, 4 · n · d_model floats, and what
// attention_flash takes.
double multi_head_size(const MultiHead *block, int n);

// Runs the block on n = pattern.n_queries = pattern.n_keys rows. A row whose `hidden` is not 0 is
// seen by no query, so that no bit of the others' output depends on it; it is a query itself. NULL:
// all are seen. output must not be x; scratch as in attention.h.
void multi_head_run(float *output /* [n,d_model] */, const MultiHead *block,
                    const float *x /* [n,d_model] */, Pattern pattern,
                    const uint8_t *hidden /* [n] */, Arena scratch);

#endif

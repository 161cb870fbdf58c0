// Faults: mistakes that people really shipped, each made on purpose and run for real. A fault is a
// property of the request that one or two steps ask for, each where it would do the right thing;
// every other step, and every tensor of the trace, is as always.
//
//   softmax_columns      The softmax runs along the queries of one key: columns sum to 1, rows do
//                        not. row_max, row_sum and row_empty are then those of columns.
//                        PetrochukM/PyTorch-NLP#2,
//                        jadore801120/attention-is-all-you-need-pytorch#52.
//   mask_after_softmax   The softmax sees every key, masked = scaled, and hidden weights become 0
//                        afterwards, without dividing again: rows sum to less than 1. A row
//                        without visible keys is zeros but row_empty stays 0.
//                        lucidrains/memory-compressed-attention#2, huggingface/
//                        pytorch-image-models PR#2236.
//   zero_mask            A hidden score becomes 0 and not −∞ (in the thread −1e-12), which is a
//                        score like another: e^0 is a weight, and the future is seen.
//                        hyunwoongko/transformer#10.
//   no_head_transpose    The [T,D] of queries, keys and values is viewed as [H,T,K] and not
//                        transposed: row t of head h is block s mod H of token s div H, with
//                        s = h·T + t, so each head sees all blocks of some tokens instead of one
//                        block of all. The outputs are joined by the same view back to [T,D], as
//                        in both threads, so widths fit and nothing else complains.
//                        reczoo/FuxiCTR#30, 649453932/Chinese-Text-Classification-Pytorch#10, #53.
#ifndef STEPS_FAULTS_H
#define STEPS_FAULTS_H

#include "steps/steps.h"

// "none", "softmax_columns", …
extern const char *const FAULT_NAMES[FAULT_COUNT];

// What the steps do instead. All of them need a flow that works on all its tokens.

// Rows become columns: the softmax then runs along what were columns.    (softmax_columns)
void transpose_cells(float *cells /* [T,T] */, int t_count);

// query, key and value of a layer, with heads that are a view of [T,D].  (no_head_transpose)
void project_views(const Flow *flow, int layer);

// head_contribution where concat is [H,T,K] and read as [T,D].           (no_head_transpose)
void contribute_view(const Flow *flow, int layer, int head);

#endif

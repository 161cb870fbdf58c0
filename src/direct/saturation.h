// Saturation: what dividing scores by √d_k is for, measured on random vectors.
//
// A draw is one query q and n_keys keys, all of d_k independent numbers of mean 0 and variance 1,
// and one direction u of length 1 in the space of the weights. With s = q · k_j and with
// s = q · k_j / √d_k, and weights p = softmax(s), five numbers are taken:
//
//   spread           √(Σ (s − mean s)² / n_keys), the standard deviation of the row's scores
//   largest_weight   max p
//   entropy          −Σ p ln p, in nats: ln n_keys when all weights are equal, 0 for one key alone
//   jacobian         Frobenius norm of J = ∂p/∂s = diag(p) − p pᵀ
//   gradient         |∂(u · p)/∂q|, what reaches the query from a slope u on the weights
//
// and of each the median and the mean over all draws: the mean may be carried by a few draws
// whose softmax is not saturated while the typical draw learns nothing. `saturated` is the share
// of draws whose largest weight is above 0.99. Vaswani et al., "Attention Is All You Need" (2017),
// section 3.2.1 and its footnote 4.
#ifndef DIRECT_SATURATION_H
#define DIRECT_SATURATION_H

#include "core/fields.h"

#include <stdint.h>

typedef struct SaturationRequest {
    int d_k, n_keys, draws;
    uint32_t seed;
} SaturationRequest;

// d_k, n_keys, draws, seed: a request as it comes from outside.
enum { SATURATION_FIELD_COUNT = 4 };
extern const Field SATURATION_FIELDS[SATURATION_FIELD_COUNT];

// Reads values[count], a buffer with room for `count` numbers. bad_input names the one that is
// wrong.
Status saturation_request_read(SaturationRequest *request, const double *values, int count,
                               Problem *problem);

// "raw.spread.median", …, "scaled.saturated": what the results are, in order.
enum { SATURATION_RESULT_COUNT = 22 };
extern const char *const SATURATION_RESULTS[SATURATION_RESULT_COUNT];

// Writes the results. The same request gives the same draws on every machine. too_large for more
// than a thousand million products, no_memory; then nothing is written.
Status saturation_measure(double *results /* [SATURATION_RESULT_COUNT] */,
                          const SaturationRequest *request, Problem *problem);

#endif

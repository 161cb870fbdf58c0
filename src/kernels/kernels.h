// Kernels: arithmetic on rows of float32. They know nothing of attention, allocate nothing and
// cannot fail: any n ≥ 0 and any numbers, NaN and infinities included, are fine.
//
// Names are noun_verb, parameters stand in the order output, inputs, sizes. Outputs may be the
// same array as an input only where it says so. A result depends on its own inputs and not on
// its place in the matrix: a row gives the same bits whatever rows stand beside it.
#ifndef KERNELS_KERNELS_H
#define KERNELS_KERNELS_H

#include "core/check.h"

// "scalar", "simd" or "relaxed": which body of simd.h was compiled in.      (build.c)
const char *kernels_build(void);

// out = x · wᵀ + bias, a row of out per row of x. bias may be NULL.     (matmul.c)
void rows_project(float *out /* [M,N] */, const float *x /* [M,K] */, const float *w /* [N,K] */,
                  const float *bias /* [N] */, int m, int n, int k);

// out = x · wᵀ over k columns only: x and w point at the first of them, and their rows lie `width`
// floats apart. With k = 0, zeros.                                       (matmul.c)
void rows_project_columns(float *out /* [M,N] */, const float *x /* [M,K] of [M,width] */,
                          const float *w /* [N,K] of [N,width] */, int width, int m, int n, int k);

// out = a · b: every row of out is a mix of the rows of b.               (mix.c)
void rows_mix(float *out /* [M,N] */, const float *a /* [M,K] */, const float *b /* [K,N] */, int m,
              int n, int k);

// out = a + b. out may be a or b.                                        (elementwise.c)
void row_add(float *out /* [n] */, const float *a /* [n] */, const float *b /* [n] */, int n);

// sum += x, where `lost` holds what the additions to sum have rounded away so far, zeros before the
// first, and gets what this one does (Kahan, "Further remarks on reducing truncation errors",
// 1965): the error does not grow with the number of additions.                  (elementwise.c)
void row_carry(float *sum /* [n] */, float *lost /* [n] */, const float *x /* [n] */, int n);

// out = x · factor. out may be x.                                        (elementwise.c)
void row_scale(float *out /* [n] */, const float *x /* [n] */, float factor, int n);

// out = max(x, 0), and NaN where x is NaN. out may be x.                 (elementwise.c)
void row_relu(float *out /* [n] */, const float *x /* [n] */, int n);

// Largest number of the row; −∞ when n is 0.                            (softmax.c)
float row_max(const float *x /* [n] */, int n);

// out = exp(x − top) for x ≤ top; returns the sum of out. out may be x.  (softmax.c)
float row_exp(float *out /* [n] */, const float *x /* [n] */, float top, int n);

// Sum of the row.                                                       (norm.c)
float row_sum(const float *x /* [n] */, int n);

// Mean, and √(variance + epsilon) with the variance over n.              (norm.c)
void row_moments(float *mean, float *std, const float *x /* [n] */, float epsilon, int n);

// out = (x − mean) / std · gain + bias.                                  (norm.c)
void row_normalise(float *out /* [n] */, const float *x /* [n] */, float mean, float std,
                   const float *gain /* [n] */, const float *bias /* [n] */, int n);

// Index of the first NaN or infinity, or −1 when all are finite.         (finite.c)
int row_find_not_finite(const float *x /* [n] */, int n);

// The same, but −∞ is welcome: only NaN and +∞ count.                   (finite.c)
int row_find_not_below_infinity(const float *x /* [n] */, int n);

#endif

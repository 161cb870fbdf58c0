// Kernels that only training needs: sums of products that land on what is there already, and the
// row-wise gradients. Rules and naming as in kernels.h.
#ifndef KERNELS_BACKWARD_H
#define KERNELS_BACKWARD_H

// out += a · b                                                           (mix.c)
void rows_mix_add(float *out /* [M,N] */, const float *a /* [M,K] */, const float *b /* [K,N] */,
                  int m, int n, int k);

// out += aᵀ · b: the gradient of a weight from what came in and what comes back. (mix.c)
void rows_gather_add(float *out /* [M,N] */, const float *a /* [K,M] */, const float *b /* [K,N] */,
                     int m, int n, int k);

// out += the sum of all rows of x.                                       (mix.c)
void columns_sum_add(float *out /* [N] */, const float *x /* [M,N] */, int m, int n);

// The gradient of softmax's input: out = p · (gradient − Σ p · gradient). (row_backward.c)
// out may be gradient.
void row_softmax_backward(float *out /* [n] */, const float *p /* [n] */,
                          const float *gradient /* [n] */, int n);

// The gradients of layer normalisation's three inputs, added to what is there. (row_backward.c)
typedef struct NormGradients {
    float *x, *gain, *bias; // [n]
} NormGradients;
void row_normalise_backward(NormGradients out, const float *gradient /* [n] */,
                            const float *x /* [n] */, float mean, float std,
                            const float *gain /* [n] */, int n);

// The gradient of relu's input, in place: 0 where x is not above 0.      (row_backward.c)
void row_relu_backward(float *gradient /* [n] */, const float *x /* [n] */, int n);

// Σ x · x in double.                                                     (row_backward.c)
double row_square_sum(const float *x /* [n] */, int n);

#endif

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

// What softmax sends back: out = p · (slope − Σ p · slope).              (row_slopes.c)
// out may be slope.
void row_softmax_back(float *out /* [n] */, const float *p /* [n] */, const float *slope /* [n] */,
                      int n);

// What layer normalisation sends back, added to each of its three outputs. (row_slopes.c)
typedef struct NormSlopes {
    float *x, *gain, *bias; // [n]
} NormSlopes;
void row_normalise_back(NormSlopes out, const float *slope /* [n] */, const float *x /* [n] */,
                        float mean, float std, const float *gain /* [n] */, int n);

// Where x is not above 0, what comes back is 0. slope in place.          (row_slopes.c)
void row_relu_back(float *slope /* [n] */, const float *x /* [n] */, int n);

// Σ x · x in double.                                                     (row_slopes.c)
double row_square_sum(const float *x /* [n] */, int n);

#endif

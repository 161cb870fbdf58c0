// One row backwards: the gradient of a loss with respect to the row that went in, from the gradient
// with respect to the row that came out.
#include "kernels/backward.h"

#include "kernels/simd.h"

// Lane sums, then across: the order of all sums here.
static float dot_of(const float *a /* [n] */, const float *b /* [n] */, int n) {
    Vec sum = vec_splat(0);
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES)
        sum = vec_mul_add(vec_load(a + i), vec_load(b + i), sum);
    float total = vec_sum(sum);
    for (; i < n; i++)
        total += a[i] * b[i];
    return total;
}

// The Jacobian of softmax is diag(p) − p pᵀ.
void row_softmax_backward(float *out, const float *p, const float *gradient, int n) {
    float mean = dot_of(p, gradient, n);
    for (int i = 0; i < n; i++)
        out[i] = p[i] * (gradient[i] - mean);
}

// With x̂ = (x − mean) / std and s = gradient · gain (Ba, Kiros and Hinton, 2016, differentiated):
//   bias += gradient    gain += gradient · x̂    x += (s − mean(s) − x̂ · mean(s · x̂)) / std
void row_normalise_backward(NormGradients out, const float *gradient, const float *x, float mean,
                            float std, const float *gain, int n) {
    float per_std = 1 / std;
    Vec sums = vec_splat(0), products = sums;
    float sum = 0, product = 0;
    int i = 0;
    for (; i + VEC_LANES <= n; i += VEC_LANES) {
        Vec s = vec_mul(vec_load(gradient + i), vec_load(gain + i));
        Vec normed = vec_mul(vec_sub(vec_load(x + i), vec_splat(mean)), vec_splat(per_std));
        sums = vec_add(sums, s);
        products = vec_mul_add(s, normed, products);
    }
    for (; i < n; i++) {
        sum += gradient[i] * gain[i];
        product += gradient[i] * gain[i] * ((x[i] - mean) * per_std);
    }
    float mean_s = (vec_sum(sums) + sum) / (float)n;
    float mean_product = (vec_sum(products) + product) / (float)n;
    for (i = 0; i < n; i++) {
        float normed = (x[i] - mean) * per_std;
        out.bias[i] += gradient[i];
        out.gain[i] += gradient[i] * normed;
        out.x[i] += (gradient[i] * gain[i] - mean_s - normed * mean_product) * per_std;
    }
}

void row_relu_backward(float *gradient, const float *x, int n) {
    for (int i = 0; i < n; i++) {
        float open = x[i] > 0 ? 1.0f : 0.0f; // a factor: a choice would be a branch hard to predict
        gradient[i] *= open;
    }
}

double row_square_sum(const float *x, int n) {
    double sums[4] = {0, 0, 0, 0}; // four sums that do not wait for one another
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int lane = 0; lane < 4; lane++)
            sums[lane] += (double)x[i + lane] * x[i + lane];
    for (; i < n; i++)
        sums[0] += (double)x[i] * x[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

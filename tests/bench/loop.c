// Attention as one would write it down in C, row by row, for the compiler to make fast. REASSOCIATE
// lets it reorder sums, which is what it takes to turn a dot product into SIMD;
// emsdk-config/bench.mk makes both.

#include <math.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) extern __typeof__(name) name;

void *loop_alloc(int bytes);
void loop_attention(const float *q, const float *k, const float *v, float *out, float *scratch,
                    int heads, int n, int d_k, int causal);
void loop_block(const float *x, const float *weights, float *out, float *scratch, int heads, int n,
                int d);

EXPORT(loop_alloc)
EXPORT(loop_attention)
EXPORT(loop_block)

#ifdef REASSOCIATE
#pragma clang fp reassociate(on)
#endif

void *loop_alloc(int bytes) {
    return malloc((size_t)bytes);
}

static void softmax(float *row, int seen) {
    float most = row[0];
    for (int j = 1; j < seen; j++) {
        most = row[j] > most ? row[j] : most;
    }
    float sum = 0.0F;
    for (int j = 0; j < seen; j++) {
        row[j] = expf(row[j] - most);
        sum += row[j];
    }
    for (int j = 0; j < seen; j++) {
        row[j] /= sum;
    }
}

// One head: rows of q, k, v and out are `stride` apart.
static void attend(const float *q, const float *k, const float *v, float *out, float *row, int n,
                   int d_k, int stride, int causal) {
    float scale = 1.0F / sqrtf((float)d_k);
    for (int i = 0; i < n; i++) {
        int seen = causal ? i + 1 : n;
        for (int j = 0; j < seen; j++) {
            float sum = 0.0F;
            for (int c = 0; c < d_k; c++) {
                sum += q[i * stride + c] * k[j * stride + c];
            }
            row[j] = sum * scale;
        }
        softmax(row, seen);
        for (int c = 0; c < d_k; c++) {
            out[i * stride + c] = 0.0F;
        }
        for (int j = 0; j < seen; j++) {
            for (int c = 0; c < d_k; c++) {
                out[i * stride + c] += row[j] * v[j * stride + c];
            }
        }
    }
}

// q, k, v, out: [heads, n, d_k]; scratch: n floats.
void loop_attention(const float *q, const float *k, const float *v, float *out, float *scratch,
                    int heads, int n, int d_k, int causal) {
    for (int h = 0; h < heads; h++) {
        int at = h * n * d_k;
        attend(q + at, k + at, v + at, out + at, scratch, n, d_k, d_k, causal);
    }
}

// out = x · w, with w as [in, out], so that the inner loop runs along its rows.
static void project(const float *x, const float *w, float *out, int n, int d) {
    for (int i = 0; i < n; i++) {
        for (int o = 0; o < d; o++) {
            out[i * d + o] = 0.0F;
        }
        for (int c = 0; c < d; c++) {
            for (int o = 0; o < d; o++) {
                out[i * d + o] += x[i * d + c] * w[c * d + o];
            }
        }
    }
}

// weights: query, key, value, output, each [d, d] as [in, out]; scratch: 4·n·d + n floats.
void loop_block(const float *x, const float *weights, float *out, float *scratch, int heads, int n,
                int d) {
    int size = n * d;
    int d_k = d / heads;
    float *joined = scratch + 3 * size;
    for (int m = 0; m < 3; m++) {
        project(x, weights + m * d * d, scratch + m * size, n, d);
    }
    for (int h = 0; h < heads; h++) {
        int at = h * d_k;
        attend(scratch + at, scratch + size + at, scratch + 2 * size + at, joined + at,
               scratch + 4 * size, n, d_k, d, 0);
    }
    project(joined, weights + 3 * d * d, out, n, d);
}

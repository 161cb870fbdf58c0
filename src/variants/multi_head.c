// Multi-head attention as one block: see multi_head.h.
#include "variants/multi_head.h"

#include "kernels/panel.h"

#include <math.h>

// Rows of x that are taken through all matrices before the next, so that they stay near.
enum { ROWS = 60 };

static int d_k_of(const MultiHead *block) {
    return block->d_model / block->heads;
}

// Outputs that are packed together: a head's, because that is where one stretch of Q, K, V ends.
static int group_of(const MultiHead *block, int matrix) {
    return matrix == MULTI_HEAD_OUTPUT ? block->d_model : d_k_of(block);
}

size_t multi_head_packed_floats(const MultiHead *block, int matrix) {
    int group = group_of(block, matrix);
    return packed_floats(group, block->d_model) * (size_t)(block->d_model / group);
}

void multi_head_pack(const MultiHead *block, int matrix, const float *w) {
    int group = group_of(block, matrix), d = block->d_model;
    for (int first = 0; first < d; first += group)
        packed_pack(block->packed[matrix] + (size_t)(first / group) * packed_floats(group, d),
                    w + (size_t)first * d, group, d);
}

static Attention attention_of(const MultiHead *block, Pattern pattern) {
    int d_k = d_k_of(block);
    return (Attention){
        .heads = block->heads, .d_k = d_k, .d_v = d_k, .pattern = pattern, .scale = 1 / sqrt(d_k)};
}

double multi_head_size(const MultiHead *block, int n) {
    Attention attention = attention_of(block, (Pattern){.n_queries = n, .n_keys = n});
    return 4 * arena_size((double)n * block->d_model * sizeof(float)) +
           attention_flash_size(&attention);
}

// Rows first … first + count − 1 of Q, K and V, laid out [H,n,d_k].
static void project_heads(float *const to[3], const MultiHead *block, const float *x, int n,
                          int first, int count) {
    int d = block->d_model, d_k = d_k_of(block);
    size_t packed = packed_floats(d_k, d);
    for (int matrix = 0; matrix < MULTI_HEAD_OUTPUT; matrix++)
        for (int head = 0; head < block->heads; head++)
            packed_project(to[matrix] + ((size_t)head * n + first) * d_k, (size_t)d_k,
                           x + (size_t)first * d, (size_t)d, block->packed[matrix] + head * packed,
                           block->bias[matrix] + head * d_k, count, d_k, d);
}

void multi_head_run(float *output, const MultiHead *block, const float *x, Pattern pattern,
                    const uint8_t *hidden, Arena scratch) {
    int n = pattern.n_keys, d = block->d_model, d_k = d_k_of(block);
    size_t cells = (size_t)n * d;
    float *heads[3], *concat; // [H,n,d_k], [n,d]
    for (int matrix = 0; matrix < MULTI_HEAD_OUTPUT; matrix++)
        heads[matrix] = arena_alloc(&scratch, cells * sizeof(float));
    concat = arena_alloc(&scratch, cells * sizeof(float));

    for (int row = 0; row < n; row += ROWS)
        project_heads(heads, block, x, n, row, n - row < ROWS ? n - row : ROWS);

    Attention attention = attention_of(block, pattern);
    size_t head = (size_t)n * d_k, width = (size_t)d_k;
    attention.query = (Heads){heads[MULTI_HEAD_QUERY], head, width};
    attention.key = (Heads){heads[MULTI_HEAD_KEY], head, width};
    attention.value = (Heads){heads[MULTI_HEAD_VALUE], head, width};
    attention.hidden = hidden;
    attention.output = concat;
    attention.output_head = width;
    attention.output_row = (size_t)d;
    attention_flash(&attention, scratch);

    for (int row = 0; row < n; row += ROWS)
        packed_project(output + (size_t)row * d, (size_t)d, concat + (size_t)row * d, (size_t)d,
                       block->packed[MULTI_HEAD_OUTPUT], block->bias[MULTI_HEAD_OUTPUT],
                       n - row < ROWS ? n - row : ROWS, d, d);
}

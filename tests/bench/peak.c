// How fast this machine can multiply and add at all, in the same build: loops whose accumulators
// stay in registers. The shapes are those that attention could use: `chain`, eight sums of a vector
// with itself, with no load at all; and `outer`, the step of a matrix product, so many numbers of
// one side by so many vectors of the other, read from memory that stays in the first cache.

#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name))) extern __typeof__(name) name;

float peak_chain_8(int turns);
float peak_outer_4x2(int turns);
float peak_outer_2x4(int turns);
int peak_flops_per_turn(void);

EXPORT(peak_chain_8)
EXPORT(peak_outer_4x2)
EXPORT(peak_outer_2x4)
EXPORT(peak_flops_per_turn)

enum { DEPTH = 64, LANES = 4 };

#ifdef __wasm_relaxed_simd__
#define MADD(a, b, sum) wasm_f32x4_relaxed_madd(a, b, sum)
#else
#define MADD(a, b, sum) wasm_f32x4_add(wasm_f32x4_mul(a, b), sum)
#endif

// Not static: the compiler would see that nobody writes them and multiply by constants.
extern float left[DEPTH * 4];
extern float right[DEPTH * 4 * LANES];
float left[DEPTH * 4];
float right[DEPTH * 4 * LANES];

// All sums are kept, or the compiler leaves the work out.
static float total(const v128_t *sums, int count) {
    v128_t all = sums[0];
    for (int i = 1; i < count; i++) {
        all = wasm_f32x4_add(all, sums[i]);
    }
    return wasm_f32x4_extract_lane(all, 0) + wasm_f32x4_extract_lane(all, 3);
}

// A turn is DEPTH steps of 8 vector multiply-adds in every shape.
float peak_chain_8(int turns) {
    v128_t sums[8];
    for (int i = 0; i < 8; i++) {
        sums[i] = wasm_f32x4_splat((float)i);
    }
    v128_t a = wasm_f32x4_splat(0.5F + (float)turns * 1e-9F);
    v128_t b = wasm_f32x4_splat(0.25F + (float)turns * 1e-9F);
#pragma clang loop unroll(disable)
    for (int step = 0; step < turns * DEPTH; step++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 8; i++) {
            sums[i] = MADD(sums[i], a, b);
        }
    }
    return total(sums, 8);
}

#define OUTER(NAME, NUMBERS, VECTORS)                                                              \
    float NAME(int turns) {                                                                        \
        v128_t sums[8];                                                                            \
        for (int i = 0; i < 8; i++) {                                                              \
            sums[i] = wasm_f32x4_splat((float)turns);                                              \
        }                                                                                          \
        for (int turn = 0; turn < turns; turn++) {                                                 \
            _Pragma("clang loop unroll(disable)") for (int step = 0; step < DEPTH; step++) {       \
                _Pragma("clang loop unroll(full)") for (int i = 0; i < NUMBERS; i++) {             \
                    v128_t number = wasm_v128_load32_splat(left + step * NUMBERS + i);             \
                    _Pragma("clang loop unroll(full)") for (int j = 0; j < VECTORS; j++) {         \
                        v128_t vector = wasm_v128_load(right + (step * VECTORS + j) * LANES);      \
                        sums[i * VECTORS + j] = MADD(number, vector, sums[i * VECTORS + j]);       \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        return total(sums, 8);                                                                     \
    }

OUTER(peak_outer_4x2, 4, 2)
OUTER(peak_outer_2x4, 2, 4)

int peak_flops_per_turn(void) {
    return DEPTH * 8 * LANES * 2;
}

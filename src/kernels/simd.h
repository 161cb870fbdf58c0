// The SIMD vocabulary: about a dozen verbs, each with three bodies. The kernels are written once
// on top of it, and no other file names an instruction.
//
//   relaxed   4 lanes, multiply-add in one instruction (fused or not, as the machine likes)
//   simd      4 lanes, WebAssembly SIMD 128 (natively by SIMDe, for the sanitizers)
//   scalar    1 lane, plain C
//
// A tail that does not fill a Vec goes through vec_load_part and vec_store_part, and so through
// the very same arithmetic as the rest.
#ifndef KERNELS_SIMD_H
#define KERNELS_SIMD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__wasm_simd128__) || defined(ATTN_SIMDE)

#ifdef ATTN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#else
#include <wasm_simd128.h>
#endif

typedef v128_t Vec;
enum { VEC_LANES = 4 };

static inline Vec vec_load(const float *from) {
    return wasm_v128_load(from);
}

static inline void vec_store(float *to, Vec a) {
    wasm_v128_store(to, a);
}

static inline Vec vec_splat(float x) {
    return wasm_f32x4_splat(x);
}

// The number at `from` in every lane.
static inline Vec vec_load_splat(const float *from) {
    return wasm_v128_load32_splat(from);
}

static inline Vec vec_add(Vec a, Vec b) {
    return wasm_f32x4_add(a, b);
}

static inline Vec vec_sub(Vec a, Vec b) {
    return wasm_f32x4_sub(a, b);
}

static inline Vec vec_mul(Vec a, Vec b) {
    return wasm_f32x4_mul(a, b);
}

// VEC_FUSES: whether a multiply-add needs no register for the product.
#ifdef __wasm_relaxed_simd__
#define SIMD_BUILD "relaxed"
enum { VEC_FUSES = 1 };
static inline Vec vec_mul_add(Vec a, Vec b, Vec c) {
    return wasm_f32x4_relaxed_madd(a, b, c);
}
#else
#define SIMD_BUILD "simd"
enum { VEC_FUSES = 0 };
static inline Vec vec_mul_add(Vec a, Vec b, Vec c) {
    return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}
#endif

// The larger of each pair; a NaN in `a` stays.
static inline Vec vec_max(Vec a, Vec b) {
    return wasm_f32x4_pmax(a, b);
}

static inline Vec vec_round(Vec a) {
    return wasm_f32x4_nearest(a);
}

// 2^a for whole a in −126…127: the exponent field of a float, written directly.
static inline Vec vec_power_of_two(Vec a) {
    Vec exponent = wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(a), wasm_i32x4_splat(127));
    return wasm_i32x4_shl(exponent, 23);
}

// The float whose exponent, and sign, are the lowest 9 bits of each lane; its other bits are 0.
static inline Vec vec_from_exponent(Vec a) {
    return wasm_i32x4_shl(a, 23);
}

// Whether a < b in every lane; false where either is NaN.
static inline bool vec_all_less(Vec a, Vec b) {
    return wasm_i32x4_all_true(wasm_f32x4_lt(a, b));
}

// Whether a and b are the same numbers in every lane.
static inline bool vec_all_equal(Vec a, Vec b) {
    return wasm_i32x4_all_true(wasm_f32x4_eq(a, b));
}

// a in the lanes whose bit is 1, minus infinity in the others.
static inline Vec vec_keep_lanes(Vec a, unsigned bits) {
    Vec lane = wasm_i32x4_const(1, 2, 4, 8);
    Vec kept = wasm_i32x4_eq(wasm_v128_and(wasm_i32x4_splat((int)bits), lane), lane);
    return wasm_v128_bitselect(a, wasm_f32x4_splat(-INFINITY), kept);
}

// Four rows of four become their own columns.
static inline void vec_transpose(Vec rows[4]) {
    Vec low01 = wasm_i32x4_shuffle(rows[0], rows[1], 0, 4, 1, 5);
    Vec high01 = wasm_i32x4_shuffle(rows[0], rows[1], 2, 6, 3, 7);
    Vec low23 = wasm_i32x4_shuffle(rows[2], rows[3], 0, 4, 1, 5);
    Vec high23 = wasm_i32x4_shuffle(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = wasm_i32x4_shuffle(low01, low23, 0, 1, 4, 5);
    rows[1] = wasm_i32x4_shuffle(low01, low23, 2, 3, 6, 7);
    rows[2] = wasm_i32x4_shuffle(high01, high23, 0, 1, 4, 5);
    rows[3] = wasm_i32x4_shuffle(high01, high23, 2, 3, 6, 7);
}

static inline float vec_sum(Vec a) {
    Vec pairs = vec_add(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
    return wasm_f32x4_extract_lane(pairs, 0) + wasm_f32x4_extract_lane(pairs, 1);
}

// to[0…3] = the sums of a, b, c and d, each added up in the order of vec_sum.
static inline void vec_store_sums(float *to, Vec a, Vec b, Vec c, Vec d) {
    Vec pairs_ab =
        vec_add(wasm_i32x4_shuffle(a, b, 0, 1, 4, 5), wasm_i32x4_shuffle(a, b, 2, 3, 6, 7));
    Vec pairs_cd =
        vec_add(wasm_i32x4_shuffle(c, d, 0, 1, 4, 5), wasm_i32x4_shuffle(c, d, 2, 3, 6, 7));
    vec_store(to, vec_add(wasm_i32x4_shuffle(pairs_ab, pairs_cd, 0, 2, 4, 6),
                          wasm_i32x4_shuffle(pairs_ab, pairs_cd, 1, 3, 5, 7)));
}

static inline float vec_highest(Vec a) {
    Vec pairs = vec_max(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
    return wasm_f32x4_extract_lane(vec_max(pairs, wasm_i32x4_shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
}

#else

#define SIMD_BUILD "scalar"
typedef float Vec;
enum { VEC_LANES = 1, VEC_FUSES = 0 };

static inline Vec vec_load(const float *from) {
    return *from;
}

static inline void vec_store(float *to, Vec a) {
    *to = a;
}

static inline Vec vec_splat(float x) {
    return x;
}

static inline Vec vec_load_splat(const float *from) {
    return *from;
}

static inline Vec vec_add(Vec a, Vec b) {
    return a + b;
}

static inline Vec vec_sub(Vec a, Vec b) {
    return a - b;
}

static inline Vec vec_mul(Vec a, Vec b) {
    return a * b;
}

static inline Vec vec_mul_add(Vec a, Vec b, Vec c) {
    return a * b + c;
}

static inline Vec vec_max(Vec a, Vec b) {
    return a < b ? b : a;
}

static inline Vec vec_round(Vec a) {
    return rintf(a);
}

static inline Vec vec_power_of_two(Vec a) {
    uint32_t bits = isnan(a) ? 0 : (uint32_t)((int32_t)a + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static inline Vec vec_from_exponent(Vec a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits <<= 23;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline bool vec_all_less(Vec a, Vec b) {
    return a < b;
}

static inline bool vec_all_equal(Vec a, Vec b) {
    return a == b;
}

static inline Vec vec_keep_lanes(Vec a, unsigned bits) {
    return bits & 1 ? a : -INFINITY;
}

static inline void vec_transpose(Vec rows[1]) {
    (void)rows;
}

static inline float vec_sum(Vec a) {
    return a;
}

static inline void vec_store_sums(float *to, Vec a, Vec b, Vec c, Vec d) {
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

static inline float vec_highest(Vec a) {
    return a;
}

#endif

// `count` numbers, fewer than VEC_LANES, in the first lanes and `filler` in the others.
static inline Vec vec_load_part(const float *from, int count, float filler) {
    float lanes[VEC_LANES];
    for (int i = 0; i < VEC_LANES; i++)
        lanes[i] = i < count ? from[i] : filler;
    return vec_load(lanes);
}

// Only the first `count` lanes, fewer than VEC_LANES.
static inline void vec_store_part(float *to, Vec a, int count) {
    float lanes[VEC_LANES];
    vec_store(lanes, a);
    for (int i = 0; i < count; i++)
        to[i] = lanes[i];
}

#endif

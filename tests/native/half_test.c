// Halves: every one of the 65,536, and float32 numbers of every kind, against the compiler's own
// 16-bit type, where it has one, and against what the format promises of any.
#include "check.h"

#include "train/half.h"

#include <math.h>
#include <string.h>

enum { HALVES = 65536, STRIDE = 977 }; // a prime: over the years every pattern of low bits

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool same(float a, float b) {
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

#ifdef __FLT16_MANT_DIG__
__extension__ typedef _Float16 Peer;

static void test_peer(void) {
    for (uint32_t half = 0; half < HALVES; half++) {
        uint16_t bits = (uint16_t)half;
        Peer peer;
        memcpy(&peer, &bits, sizeof peer);
        if (!same(half_value(bits), (float)peer)) {
            expect(false, "half 0x%04x to be %g", half, (double)(float)peer);
            return;
        }
    }
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += STRIDE) {
        float value = float_of((uint32_t)bits);
        if (!same(half_value(half_from(value)), (float)(Peer)value)) {
            expect(false, "%a as a half to be %a", (double)value, (double)(float)(Peer)value);
            return;
        }
    }
    expect(true, "the compiler's halves");
}
#else
static void test_peer(void) {
}
#endif

// A half stays itself; halfway between two neighbours the even one is taken, and next to the middle
// the nearer one.
static void test_neighbours(void) {
    int wrong = 0;
    for (uint32_t half = 0; half < 0x7bff; half++) {
        double low = half_value((uint16_t)half), high = half_value((uint16_t)(half + 1));
        float middle = (float)((low + high) / 2); // has one more bit than a half: exact
        wrong += half_from((float)low) != half || half_from((float)-low) != (0x8000 | half);
        wrong += half_from(middle) != half + (half & 1);
        wrong += half_from(nextafterf(middle, 0)) != half;
        wrong += half_from(nextafterf(middle, INFINITY)) != half + 1;
    }
    expect(wrong == 0, "every half and every middle to be rounded right, not %d wrong", wrong);
}

static void test_ends(void) {
    expect(half_value(0x3c00) == 1 && half_value(0xc000) == -2, "1 and -2");
    expect(half_value(0x7bff) == 65504, "the largest");
    expect(half_from(65519.996f) == 0x7bff, "the largest from what is nearest to it");
    expect(half_from(65520) == 0x7c00 && half_from(-1e30f) == 0xfc00, "infinity beyond it");
    expect(isnan(half_value(half_from(NAN))), "NaN to stay NaN");
    expect(isnan(half_value(half_from(float_of(0x7f800001)))), "NaN of a low payload too");
}

void test_half(void) {
    test_peer();
    test_neighbours();
    test_ends();
}

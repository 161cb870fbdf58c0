// Half: see half.h.
#include "train/half.h"

#include <string.h>

static const uint32_t SIGN = 0x8000, INFINITE = 0x7c00, FRACTION = 0x3ff, QUIET = 0x200;
enum { LOST = 13 };             // fraction bits that a half does not have
enum { BIAS_APART = 127 - 15 }; // between the exponents of the same number
enum { LEAST_NORMAL = 127 - 14, FIRST_INFINITE = 127 + 16 }; // as exponents of a float32

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// `bits` without its lowest `lost` bits, rounded to the nearest and among equals to the even one.
static uint32_t round_off(uint32_t bits, int lost) {
    uint32_t half = 1u << (lost - 1);
    return (bits + half - 1 + ((bits >> lost) & 1)) >> lost;
}

uint16_t half_from(float value) {
    uint32_t bits = bits_of(value), sign = bits >> 16 & SIGN;
    uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    if (exponent == 0xff && fraction)
        return (uint16_t)(sign | INFINITE | QUIET);
    if (exponent >= FIRST_INFINITE)
        return (uint16_t)(sign | INFINITE);
    if (exponent >= LEAST_NORMAL) // a carry out of the fraction raises the exponent, as it should
        return (uint16_t)(sign | round_off((exponent - BIAS_APART) << 23 | fraction, LOST));
    int lost = LOST + LEAST_NORMAL - (int)exponent;
    if (lost > 24)
        return (uint16_t)sign; // below half of the least subnormal
    return (uint16_t)(sign | round_off(0x800000 | fraction, lost));
}

float half_value(uint16_t half) {
    uint32_t sign = (half & SIGN) << 16, rest = half & ~SIGN;
    float value;
    if (rest < 0x400) { // zero and subnormals: multiples of 2^-24
        value = (float)rest * 0x1p-24f;
        return sign ? -value : value;
    }
    uint32_t exponent = rest >= INFINITE ? 0xff : (rest >> 10) + BIAS_APART;
    uint32_t bits = sign | exponent << 23 | (rest & FRACTION) << LOST;
    memcpy(&value, &bits, sizeof value);
    return value;
}

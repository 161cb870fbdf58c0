// Elementary functions: see elementary.h.
//
// Arguments are brought near 0 after Cody and Waite, "Software Manual for the Elementary
// Functions" (1980): the constant comes off in parts of so few bits that a multiple of the first
// is exact. What is left goes through a Taylor series, whose coefficients nobody has to trust.
#include "kernels/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double LN2_HIGH = 0x1.62e42feep-1; // the first 32 bits of ln 2
static const double LN2_LOW = 0x1.a39ef35793c76p-33;
static const double HALF_PI_1 = 0x1.921fb544p+0; // π / 2 in three parts of 33 bits
static const double HALF_PI_2 = 0x1.0b4611a6p-34;
static const double HALF_PI_3 = 0x1.3198a2e037073p-69;
static const double PER_HALF_PI = 0x1.45f306dc9c883p-1;

// 2^k for k in −1022…1023.
static double power_of_two(int k) {
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double real_exp(double x) {
    if (!(x > -708))
        return x == x ? 0 : x;
    if (x > 709)
        return INFINITY;
    double k = floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double series = 1;
    for (int i = 14; i >= 1; i--)
        series = 1 + r / i * series;
    int half = (int)k / 2; // two factors: 2^1024 is no double
    return series * power_of_two(half) * power_of_two((int)k - half);
}

double real_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int k = (int)(bits >> 52) - 1023;
    double m = x * power_of_two(-k); // 1…2
    if (m > 1.41421356) {
        m *= 0.5;
        k++;
    }
    // ln m = 2 artanh s, with |s| below 0.172
    double s = (m - 1) / (m + 1), square = s * s;
    double series = 0;
    for (int i = 23; i >= 1; i -= 2)
        series = series * square + 1.0 / i;
    return k * LN2_HIGH + (2 * s * series + k * LN2_LOW);
}

double real_power(double base, double exponent) {
    return real_exp(exponent * real_log(base));
}

// x − x³/3! + x⁵/5! − …, and 1 − x²/2! + x⁴/4! − …, for |x| ≤ π / 4.
static double sine_series(double x) {
    double series = 1;
    for (int i = 18; i >= 2; i -= 2)
        series = 1 - x * x / (i * (i + 1)) * series;
    return x * series;
}

static double cosine_series(double x) {
    double series = 1;
    for (int i = 17; i >= 1; i -= 2)
        series = 1 - x * x / (i * (i + 1)) * series;
    return series;
}

void sine_cosine(double *sine, double *cosine, double x) {
    double quarters = floor(x * PER_HALF_PI + 0.5);
    // In two parts of 12 bits, whose products with the 33 bits of HALF_PI_1 are exact.
    double high = floor(quarters / 4096) * 4096, low = quarters - high;
    double near = (x - high * HALF_PI_1) - low * HALF_PI_1;
    double r = (near - quarters * HALF_PI_2) - quarters * HALF_PI_3;
    double s = sine_series(r), c = cosine_series(r);
    switch ((int)quarters & 3) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
    }
}

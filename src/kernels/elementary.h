// Elementary functions in double, by additions, multiplications and divisions alone.
//
// The C library's own differ in the last bit from one library, version and processor to another.
// Where such a bit would decide a stored byte (a trained weight), these are used: IEEE 754 fixes
// every one of their roundings. A few units in the last place from the true value.
#ifndef KERNELS_ELEMENTARY_H
#define KERNELS_ELEMENTARY_H

// e^x; 0 below −708 and infinity above 709.
double real_exp(double x);

// Natural logarithm of a normal x > 0.
double real_log(double x);

// base^exponent for base > 0.
double real_power(double base, double exponent);

// Sine and cosine of |x| up to 2^24, the farthest angle of a position (core/fields.h), to 4e-16.
void sine_cosine(double *sine, double *cosine, double x);

// A square root comes from the C library: IEEE 754 fixes its rounding too.

#endif

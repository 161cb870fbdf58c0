// Prng: seeded numbers that are the same on every machine, by integer arithmetic alone.
//
// PCG-XSH-RR 64/32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation", 2014).
#ifndef CORE_PRNG_H
#define CORE_PRNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Prng {
    uint64_t state, stream;
} Prng;

// A generator; two with the same seed but another stream have nothing to do with each other.
Prng prng_open(uint64_t seed, uint64_t stream);

// 32 random bits.
uint32_t prng_next(Prng *prng);

// A whole number in 0…count − 1.
int prng_below(Prng *prng, int count);

// A number in 0…1, 1 excluded: 32 random bits behind the point.
double prng_unit(Prng *prng);

// True with the given probability.
bool prng_chance(Prng *prng, double probability);

// A number of mean 0 and variance 1: twelve uniform numbers, whose sum is nearly normal and,
// other than the usual logarithms and sines, exact.
double prng_normal(Prng *prng);

// An index in 0…count − 1, each as likely as its weight says.
int prng_pick(Prng *prng, const double *weights /* [count] */, int count);

#endif

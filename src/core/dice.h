// Dice: seeded numbers that are the same on every machine, by integer arithmetic alone.
//
// PCG-XSH-RR 64/32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation", 2014).
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Dice {
    uint64_t state, stream;
} Dice;

// A generator; two with the same seed but another stream have nothing to do with each other.
Dice dice_open(uint64_t seed, uint64_t stream);

// 32 random bits.
uint32_t dice_next(Dice *dice);

// A whole number in 0…count − 1.
int dice_below(Dice *dice, int count);

// A number in 0…1, 1 excluded: 32 random bits behind the point.
double dice_unit(Dice *dice);

// True with the given probability.
bool dice_chance(Dice *dice, double probability);

// A number of mean 0 and variance 1: twelve uniform numbers, whose sum is nearly normal and,
// other than the usual logarithms and sines, exact.
double dice_normal(Dice *dice);

// An index in 0…count − 1, each as likely as its weight says.
int dice_pick(Dice *dice, const double *weights /* [count] */, int count);

#endif

// Prng: see prng.h.
#include "core/prng.h"

Prng prng_open(uint64_t seed, uint64_t stream) {
    Prng prng = {.state = 0, .stream = (stream << 1) | 1};
    prng_next(&prng);
    prng.state += seed;
    prng_next(&prng);
    return prng;
}

uint32_t prng_next(Prng *prng) {
    uint64_t before = prng->state;
    prng->state = before * 6364136223846793005u + prng->stream;
    uint32_t mixed = (uint32_t)(((before >> 18) ^ before) >> 27);
    uint32_t turn = (uint32_t)(before >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

int prng_below(Prng *prng, int count) {
    return (int)(((uint64_t)prng_next(prng) * (uint64_t)count) >> 32);
}

double prng_unit(Prng *prng) {
    return prng_next(prng) / 4294967296.0;
}

bool prng_chance(Prng *prng, double probability) {
    return prng_unit(prng) < probability;
}

double prng_normal(Prng *prng) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += prng_unit(prng);
    return sum;
}

int prng_pick(Prng *prng, const double *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    double at = prng_unit(prng) * sum;
    for (int i = 0; i < count - 1; i++) {
        if (at < weights[i])
            return i;
        at -= weights[i];
    }
    return count - 1;
}

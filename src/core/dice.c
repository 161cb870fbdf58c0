// Dice: see dice.h.
#include "core/dice.h"

Dice dice_open(uint64_t seed, uint64_t stream) {
    Dice dice = {.state = 0, .stream = (stream << 1) | 1};
    dice_next(&dice);
    dice.state += seed;
    dice_next(&dice);
    return dice;
}

uint32_t dice_next(Dice *dice) {
    uint64_t before = dice->state;
    dice->state = before * 6364136223846793005u + dice->stream;
    uint32_t mixed = (uint32_t)(((before >> 18) ^ before) >> 27);
    uint32_t turn = (uint32_t)(before >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

int dice_below(Dice *dice, int count) {
    return (int)(((uint64_t)dice_next(dice) * (uint64_t)count) >> 32);
}

double dice_unit(Dice *dice) {
    return dice_next(dice) / 4294967296.0;
}

bool dice_chance(Dice *dice, double probability) {
    return dice_unit(dice) < probability;
}

double dice_normal(Dice *dice) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += dice_unit(dice);
    return sum;
}

int dice_pick(Dice *dice, const double *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    double at = dice_unit(dice) * sum;
    for (int i = 0; i < count - 1; i++) {
        if (at < weights[i])
            return i;
        at -= weights[i];
    }
    return count - 1;
}

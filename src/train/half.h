// Half: numbers of 16 bits (IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits), as which
// shipped weights travel. Whole-number arithmetic, so that the same bits come out everywhere.
#ifndef TRAIN_HALF_H
#define TRAIN_HALF_H

#include <stdint.h>

// The nearest half; of two as near the even one. Infinite from 65520 on; a NaN stays one.
uint16_t half_from(float value);

// The same number as a float32: every half is one.
float half_value(uint16_t half);

#endif

// Safetensors: a model's weights as the bytes of a .safetensors file (Hugging Face's format): eight
// bytes that say how long the header is, the header as JSON, the numbers little-endian.
#ifndef TRAIN_SAFETENSORS_H
#define TRAIN_SAFETENSORS_H

#include "steps/steps.h"

// float32 as they are, or halves, which are half as many bytes.
typedef enum NumberType { TYPE_F32, TYPE_F16 } NumberType;

// How many bytes the file has.
size_t safetensors_size(const Flow *flow, NumberType type);

// Writes them. The same weights give the same bytes.
void safetensors_write(const Flow *flow, NumberType type, uint8_t *bytes /* [safetensors_size] */);

// Makes every weight the nearest that F16 can hold, so that what is measured afterwards is what the
// file holds. not_finite, with some weights rounded, if one is too large for that or no number.
Status safetensors_round(const Flow *flow, Problem *problem);

#endif

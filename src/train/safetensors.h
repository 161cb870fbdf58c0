// Safetensors: a model's weights as the bytes of a .safetensors file (Hugging Face's format): eight
// bytes that say how long the header is, the header as JSON, the numbers as little-endian float32.
#ifndef TRAIN_SAFETENSORS_H
#define TRAIN_SAFETENSORS_H

#include "steps/steps.h"

// How many bytes the file has.
size_t safetensors_size(const Flow *flow);

// Writes them. The same weights give the same bytes.
void safetensors_write(const Flow *flow, uint8_t *bytes /* [safetensors_size] */);

#endif

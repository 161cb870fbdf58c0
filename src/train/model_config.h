// What a trained model says of itself: the config.json beside its weights.
#ifndef TRAIN_MODEL_CONFIG_H
#define TRAIN_MODEL_CONFIG_H

#include "train/trainer.h"

// Writes config.json, as web/model/config.js reads it.
void model_config_write(Text *json, const Trainer *trainer);

#endif

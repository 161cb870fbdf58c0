// Recipes: the training runs that this project ships, and the one that a reader runs.
#ifndef TRAIN_RECIPES_H
#define TRAIN_RECIPES_H

#include "train/recipe.h"

typedef enum RecipeId {
    RECIPE_ENCODER,      // sinusoidal; one supervised head points at the antecedent
    RECIPE_ENCODER_ROPE, // RoPE; no head is supervised
    RECIPE_DECODER,      // RoPE; a language model that answers, and can go on by itself
    RECIPE_LIVE,         // small and quick: pointer head and masked words only
    RECIPE_COUNT,
} RecipeId;

extern const char *const RECIPE_NAMES[RECIPE_COUNT];

Recipe recipe_of(RecipeId id, int seed);

#endif

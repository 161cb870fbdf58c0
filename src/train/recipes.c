// Recipes: see recipes.h. Numbers were found by experiments on held-out sentences of the grammar,
// never by looking at the article's sentence; each model's card says how it was picked.
#include "train/recipes.h"

#include "train/example.h"
#include "train/words.h"

const char *const RECIPE_NAMES[RECIPE_COUNT] = {"encoder", "encoder-rope", "decoder", "live"};

// What all recipes share.
static Recipe common(int d, int layers, int f, Position position, int seed) {
    return (Recipe){
        .config = {.sizes = {.V = WORD_COUNT, .D = d, .H = 4, .L = layers, .F = f},
                   .settings = {.activation = ACTIVATION_RELU,
                                .position = position,
                                .position_amplitude = position == POSITION_SINUSOIDAL ? 2 : 1,
                                .rope_base = 10000,
                                .embedding_scale = EMBEDDING_SCALE_SQRT_D,
                                .norm_epsilon = 1e-5},
                   .max_length = EXAMPLE_WORDS_MOST},
        .pointer_layer = layers - 1,
        .pointer_head = 0,
        .masked_words = 0.15,
        .rate = 5e-3,
        .last_rate = 0.05,
        .warm_up = 100,
        .decay = 0.01,
        .clip = 1,
        .varied = 0.6,
        .focus = 0.6,
        .draws = 16,
        .seed = seed,
    };
}

Recipe recipe_of(RecipeId id, int seed) {
    Recipe recipe = id == RECIPE_LIVE      ? common(32, 2, 64, POSITION_ROPE, seed)
                    : id == RECIPE_ENCODER ? common(48, 3, 88, POSITION_SINUSOIDAL, seed)
                                           : common(48, 3, 88, POSITION_ROPE, seed);
    recipe.batch = 32;
    recipe.steps = 1200;
    if (id != RECIPE_LIVE) { // time enough for small differences: the noun of a state, its sign
        recipe.steps = id == RECIPE_ENCODER ? 8000 : 10000;
        recipe.varied = recipe.focus = 0.8;
        recipe.draws = 64;
        recipe.last_rate = 0.01;
    }
    recipe.masked_sentences = id == RECIPE_DECODER ? 0 : 0.5;
    switch (id) {
    case RECIPE_ENCODER:
        recipe.objective =
            (Objective){.pointer = 1, .restoration = 1, .masking = 0.3, .matching = 1.5};
        break;
    case RECIPE_ENCODER_ROPE:
        recipe.objective = (Objective){.restoration = 1, .masking = 0.3, .matching = 1.5};
        break;
    case RECIPE_DECODER:
        recipe.causal = true;
        recipe.objective =
            (Objective){.pointer = 0.2, .matching = 1.5, .language = 1, .answer = 10};
        break;
    default:
        recipe.objective = (Objective){.pointer = 1, .masking = 0.3};
        break;
    }
    return recipe;
}

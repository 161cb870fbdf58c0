// Model config: see model_config.h.
#include "train/model_config.h"

#include "train/words.h"

static void write_sizes(Text *json, const Sizes *sizes) {
    text_add(json, "  \"vocab_size\": %d,\n  \"d_model\": %d,\n", sizes->V, sizes->D);
    text_add(json, "  \"n_heads\": %d,\n  \"n_layers\": %d,\n", sizes->H, sizes->L);
    text_add(json, "  \"d_ff\": %d,\n", sizes->F);
}

static void write_settings(Text *json, const Settings *settings) {
    text_add(json, "  \"activation\": \"%s\",\n", choice_name("activation", settings->activation));
    text_add(json, "  \"norm\": \"pre\",\n  \"norm_epsilon\": %.5f,\n", settings->norm_epsilon);
    text_add(json, "  \"position\": \"%s\",\n", choice_name("position", settings->position));
    if (settings->position == POSITION_ROPE)
        text_add(json, "  \"rope_base\": %g,\n", settings->rope_base);
    if (settings->position == POSITION_SINUSOIDAL)
        text_add(json, "  \"position_amplitude\": %.9g,\n", settings->position_amplitude);
    text_add(json, "  \"embedding_scale\": \"%s\",\n",
             choice_name("embedding_scale", settings->embedding_scale));
}

void model_config_write(Text *json, const Trainer *trainer) {
    const Config *config = &trainer->model.config;
    const Recipe *recipe = &trainer->recipe;
    text_add(json, "{\n  \"architecture\": \"%s\",\n", recipe->causal ? "decoder" : "encoder");
    write_sizes(json, &config->sizes);
    write_settings(json, &config->settings);
    text_add(json, "  \"tied_prediction\": true,\n");
    text_add(json, "  \"pad_token\": \"%s\",\n", WORDS[WORD_PADDING]);
    text_add(json, "  \"mask_token\": \"%s\",\n", WORDS[WORD_MASK]);
    text_add(json, "  \"max_length\": %d,\n", config->max_length);
    text_add(json, "  \"pronoun_id\": %d,\n", WORD_PRONOUN);
    if (recipe->objective.pointer > 0)
        text_add(json, "  \"supervised_head\": { \"layer\": %d, \"head\": %d },\n",
                 recipe->pointer_layer, recipe->pointer_head);
    text_add(json, "  \"entity_ids\": [");
    for (int i = 0; i < ENTITY_COUNT; i++)
        text_add(json, "%s%d", i ? ", " : "", ENTITY_FIRST + i);
    text_add(json, "]\n}\n");
}

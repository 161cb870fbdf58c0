// Example: see example.h.
#include "train/example.h"

#include "kernels/elementary.h"
#include "train/words.h"

void scene_draw_from(Scene *scene, bool held_out, Prng *prng) {
    do {
        scene_draw(scene, prng);
    } while (scene_is_held_out(scene) != held_out);
}

static void go_on(Example *example, Prng *prng) {
    int32_t answer = prng_chance(prng, example->share) ? example->agent : example->patient;
    example->reading = example->length + 1;
    int32_t *end = example->ids + example->length;
    end[0] = WORD_PRONOUN;
    end[1] = WORD_REFERS;
    end[2] = answer;
    end[3] = WORD_STOP;
    for (int t = 0; t < ANSWER_WORDS; t++)
        example->mention[example->length + t] = MENTION_NOBODY;
    example->length += ANSWER_WORDS;
    for (int t = 0; t + 1 < example->length; t++)
        example->wanted[t] = example->ids[t + 1];
}

static int32_t same_or_other(bool same) {
    return same ? WORD_THIS : WORD_OTHER;
}

// An encoder is asked at the noun of each state sentence whether the reason is about it too. A
// decoder has not read the reason there: it is asked at the reason's noun, which comes later.
static void match(Example *example, const Scene *scene, const Places *places, bool causal) {
    bool any = false;
    for (int i = 0; i < scene->n_states; i++) {
        bool same = scene->states[i].noun == scene->noun;
        any |= same;
        if (!causal)
            example->matched[places->nouns[i]] = same_or_other(same);
    }
    if (causal && scene->n_states > 0 && scene->noun >= 0)
        example->matched[places->reason_noun] = same_or_other(any);
}

void example_make(Example *example, const Scene *scene, const Recipe *recipe, Prng *prng) {
    Places places = scene_write(scene, example->ids);
    example->length = places.count;
    example->reading = places.pronoun;
    example->agent = ENTITY_FIRST + scene->entity[ABOUT_X];
    example->patient = ENTITY_FIRST + scene->entity[ABOUT_Y];
    example->truth = 1 / (1 + real_exp(-scene_log_odds(scene)));
    int named = 0;
    for (int i = 0; i < recipe->draws; i++)
        named += prng_chance(prng, example->truth);
    example->share = recipe->draws > 0 ? (double)named / recipe->draws : example->truth;
    for (int t = 0; t < EXAMPLE_WORDS_MOST; t++)
        example->wanted[t] = example->matched[t] = NO_WORD;
    for (int t = 0; t < example->length; t++)
        example->mention[t] = example->ids[t] == example->agent     ? MENTION_AGENT
                              : example->ids[t] == example->patient ? MENTION_PATIENT
                                                                    : MENTION_NOBODY;
    if (recipe->causal)
        go_on(example, prng);
    if (recipe->objective.matching > 0)
        match(example, scene, &places, recipe->causal);
}

void example_mask(Example *example, double share, Prng *prng) {
    for (int t = 0; t < example->length; t++) {
        if (example->ids[t] == WORD_PRONOUN || example->matched[t] != NO_WORD ||
            !prng_chance(prng, share))
            continue;
        example->wanted[t] = example->ids[t];
        example->ids[t] = WORD_MASK;
    }
}

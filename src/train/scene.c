// Scene: see scene.h. The grammar and its weights are the probe's (our own, not linguistics).
#include "train/scene.h"

#include "train/phrases.h"
#include "train/words.h"

#include <stdio.h>
#include <string.h>

static const double TEMPLATE_WEIGHTS[TEMPLATE_COUNT] = {4, 1.5, 1.5, 2, 1};
static const double REASON_WEIGHTS[REASON_COUNT] = {4, 1.5, 2, 1.5};
static const double STATE_COUNT_WEIGHTS[STATES_MOST + 1] = {4, 4.5, 1.5};
static const double ABOUT_WEIGHTS[ABOUT_COUNT] = {4, 4, 1.2};
enum { USUAL_FILLERS = 3 };
static const double SAME_NOUN = 0.75, BAD_NEWS = 0.7, OPENING = 0.1;

// The rule, in log-odds for X.
static const double REASON_ODDS[REASON_COUNT] = {0.6, -3.0, -1.0, 3.0};
static const double PUSH_ODDS = -1.2;
static const double LACKING_SAME = 3.0, LACKING_OTHER = 0.8, FINE_SAME = 1.5, FINE_OTHER = 0.4;

static bool is_push(const Scene *scene) {
    return scene->verb >= PULL_COUNT;
}

static bool is_evidence(const Scene *scene) {
    return scene->reason == REASON_NEED || scene->reason == REASON_PROBLEM;
}

static void draw_reason(Scene *scene, Prng *prng) {
    double weights[REASON_COUNT];
    memcpy(weights, REASON_WEIGHTS, sizeof weights);
    if (is_push(scene))
        weights[REASON_PROVIDE] = 0; // nobody is restarted because it has something to give
    scene->reason = (Reason)prng_pick(prng, weights, REASON_COUNT);
    scene->phrase = prng_below(prng, reason_phrases(scene->reason).count);
    int health = NOUN_COUNT - RESOURCE_COUNT;
    scene->noun = scene->reason == REASON_PROBLEM ? RESOURCE_COUNT + prng_below(prng, health)
                                                  : prng_below(prng, RESOURCE_COUNT);
    if (scene->reason == REASON_DUTY)
        scene->noun = -1;
}

static void draw_entities(Scene *scene, Prng *prng) {
    for (int i = 0; i < 3; i++) {
        bool taken;
        do {
            scene->entity[i] = prng_below(prng, ENTITY_COUNT);
            taken = false;
            for (int j = 0; j < i; j++)
                taken |= scene->entity[i] == scene->entity[j];
        } while (taken);
    }
}

static void draw_wording(State *state, Prng *prng) {
    state->phrase = prng_below(prng, state_phrases(state->fine, state->noun).count);
}

// The state sentence at `index`, about somebody the earlier ones are not about.
static void draw_state(Scene *scene, int index, Prng *prng) {
    double weights[ABOUT_COUNT];
    memcpy(weights, ABOUT_WEIGHTS, sizeof weights);
    for (int i = 0; i < index; i++)
        weights[scene->states[i].about] = 0;
    State *state = &scene->states[index];
    state->about = (About)prng_pick(prng, weights, ABOUT_COUNT);
    state->fine = !prng_chance(prng, BAD_NEWS);
    bool same = scene->noun >= 0 && prng_chance(prng, SAME_NOUN);
    state->noun = same ? scene->noun : prng_below(prng, NOUN_COUNT);
    draw_wording(state, prng);
}

void scene_draw(Scene *scene, Prng *prng) {
    *scene = (Scene){.opening = -1};
    scene->template = (Template)prng_pick(prng, TEMPLATE_WEIGHTS, TEMPLATE_COUNT);
    bool push = prng_chance(prng, 0.5);
    scene->verb = (push ? PULL_COUNT : 0) + prng_below(prng, PULL_COUNT);
    draw_reason(scene, prng);
    draw_entities(scene, prng);
    scene->n_states = prng_pick(prng, STATE_COUNT_WEIGHTS, STATES_MOST + 1);
    for (int i = 0; i < scene->n_states; i++)
        draw_state(scene, i, prng);
    if (prng_chance(prng, OPENING))
        scene->opening = prng_below(prng, FILLERS.count);
    if (scene->template == T4)
        scene->n_fillers = 1 + prng_below(prng, USUAL_FILLERS);
    for (int i = 0; i < scene->n_fillers; i++)
        scene->fillers[i] = prng_below(prng, FILLERS.count);
    scene->time = prng_below(prng, TIMES.count);
}

void scene_draw_far(Scene *scene, int fillers, Prng *prng) {
    do {
        scene_draw(scene, prng);
    } while (is_evidence(scene));
    scene->template = T4;
    scene->n_states = 0;
    scene->opening = -1;
    scene->n_fillers = fillers;
    for (int i = 0; i < fillers; i++)
        scene->fillers[i] = prng_below(prng, FILLERS.count);
}

void scene_vary(Scene *scene, Prng *prng) {
    if (scene->n_states == 0) {
        scene->n_states = 1;
        draw_state(scene, 0, prng);
        return;
    }
    State *state = &scene->states[prng_below(prng, scene->n_states)];
    int what = prng_below(prng, 6); // the noun half of the time
    if (what == 0) {                // the sign
        state->fine = !state->fine;
        draw_wording(state, prng);
    } else if (what == 1 && scene->n_states == 1) { // the person
        state->about = state->about == ABOUT_X ? ABOUT_Y : ABOUT_X;
    } else if (what == 2 && scene->n_states == 1) { // no state at all
        scene->n_states = 0;
    } else { // the noun: to the reason's, or away from it
        int noun = scene->noun;
        if (noun < 0 || state->noun == noun)
            noun = (state->noun + 1 + prng_below(prng, NOUN_COUNT - 1)) % NOUN_COUNT;
        state->noun = noun;
        draw_wording(state, prng);
    }
}

bool scene_has_evidence(const Scene *scene) {
    return is_evidence(scene) && scene->n_states > 0;
}

double scene_log_odds(const Scene *scene) {
    double odds = REASON_ODDS[scene->reason];
    if (!is_evidence(scene))
        return odds;
    if (is_push(scene))
        odds += PUSH_ODDS;
    for (int i = 0; i < scene->n_states; i++) {
        const State *state = &scene->states[i];
        bool same = state->noun == scene->noun;
        double evidence =
            state->fine ? -(same ? FINE_SAME : FINE_OTHER) : (same ? LACKING_SAME : LACKING_OTHER);
        if (state->about == ABOUT_X)
            odds += evidence;
        if (state->about == ABOUT_Y)
            odds -= evidence;
    }
    return odds;
}

// 32-bit FNV-1a (Fowler, Noll and Vo).
static uint32_t hash_text(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

// 调用 with 需要获取最新配置, the article's own, is held out whatever the template.
static bool is_the_articles(const Scene *scene) {
    return scene->verb == 0 && scene->reason == REASON_NEED && scene->phrase == 0 &&
           scene->noun == 0;
}

bool scene_is_held_out(const Scene *scene) {
    char name[SCENE_NAME_MOST];
    scene_name(scene, name);
    return is_the_articles(scene) || hash_text(name) % 8 == 0;
}

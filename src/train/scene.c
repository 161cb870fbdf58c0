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

static void draw_reason(Scene *scene, Dice *dice) {
    double weights[REASON_COUNT];
    memcpy(weights, REASON_WEIGHTS, sizeof weights);
    if (is_push(scene))
        weights[REASON_PROVIDE] = 0; // nobody is restarted because it has something to give
    scene->reason = (Reason)dice_pick(dice, weights, REASON_COUNT);
    scene->phrase = dice_below(dice, reason_phrases(scene->reason).count);
    int health = NOUN_COUNT - RESOURCE_COUNT;
    scene->noun = scene->reason == REASON_PROBLEM ? RESOURCE_COUNT + dice_below(dice, health)
                                                  : dice_below(dice, RESOURCE_COUNT);
    if (scene->reason == REASON_DUTY)
        scene->noun = -1;
}

static void draw_entities(Scene *scene, Dice *dice) {
    for (int i = 0; i < 3; i++) {
        bool taken;
        do {
            scene->entity[i] = dice_below(dice, ENTITY_COUNT);
            taken = false;
            for (int j = 0; j < i; j++)
                taken |= scene->entity[i] == scene->entity[j];
        } while (taken);
    }
}

static void draw_wording(State *state, Dice *dice) {
    state->phrase = dice_below(dice, state_phrases(state->fine, state->noun).count);
}

// The state sentence at `index`, about somebody the earlier ones are not about.
static void draw_state(Scene *scene, int index, Dice *dice) {
    double weights[ABOUT_COUNT];
    memcpy(weights, ABOUT_WEIGHTS, sizeof weights);
    for (int i = 0; i < index; i++)
        weights[scene->states[i].about] = 0;
    State *state = &scene->states[index];
    state->about = (About)dice_pick(dice, weights, ABOUT_COUNT);
    state->fine = !dice_chance(dice, BAD_NEWS);
    bool same = scene->noun >= 0 && dice_chance(dice, SAME_NOUN);
    state->noun = same ? scene->noun : dice_below(dice, NOUN_COUNT);
    draw_wording(state, dice);
}

void scene_draw(Scene *scene, Dice *dice) {
    *scene = (Scene){.opening = -1};
    scene->template = (Template)dice_pick(dice, TEMPLATE_WEIGHTS, TEMPLATE_COUNT);
    bool push = dice_chance(dice, 0.5);
    scene->verb = (push ? PULL_COUNT : 0) + dice_below(dice, PULL_COUNT);
    draw_reason(scene, dice);
    draw_entities(scene, dice);
    scene->n_states = dice_pick(dice, STATE_COUNT_WEIGHTS, STATES_MOST + 1);
    for (int i = 0; i < scene->n_states; i++)
        draw_state(scene, i, dice);
    if (dice_chance(dice, OPENING))
        scene->opening = dice_below(dice, FILLERS.count);
    if (scene->template == T4)
        scene->n_fillers = 1 + dice_below(dice, USUAL_FILLERS);
    for (int i = 0; i < scene->n_fillers; i++)
        scene->fillers[i] = dice_below(dice, FILLERS.count);
    scene->time = dice_below(dice, TIMES.count);
}

void scene_draw_far(Scene *scene, int fillers, Dice *dice) {
    do {
        scene_draw(scene, dice);
    } while (is_evidence(scene));
    scene->template = T4;
    scene->n_states = 0;
    scene->opening = -1;
    scene->n_fillers = fillers;
    for (int i = 0; i < fillers; i++)
        scene->fillers[i] = dice_below(dice, FILLERS.count);
}

void scene_vary(Scene *scene, Dice *dice) {
    if (scene->n_states == 0) {
        scene->n_states = 1;
        draw_state(scene, 0, dice);
        return;
    }
    State *state = &scene->states[dice_below(dice, scene->n_states)];
    int what = dice_below(dice, 6); // the noun half of the time
    if (what == 0) {                // the sign
        state->fine = !state->fine;
        draw_wording(state, dice);
    } else if (what == 1 && scene->n_states == 1) { // the person
        state->about = state->about == ABOUT_X ? ABOUT_Y : ABOUT_X;
    } else if (what == 2 && scene->n_states == 1) { // no state at all
        scene->n_states = 0;
    } else { // the noun: to the reason's, or away from it
        int noun = scene->noun;
        if (noun < 0 || state->noun == noun)
            noun = (state->noun + 1 + dice_below(dice, NOUN_COUNT - 1)) % NOUN_COUNT;
        state->noun = noun;
        draw_wording(state, dice);
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

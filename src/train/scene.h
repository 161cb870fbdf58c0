// Scene: one drawn situation of the grammar, before it becomes words. Its fields decide the
// sentence, the true probability of its pronoun, and whether it is held out.
//
// X is the agent (who does it), Y the patient (to whom), Z a bystander.
#ifndef TRAIN_SCENE_H
#define TRAIN_SCENE_H

#include "core/prng.h"

#include <stdint.h>

// Shapes of the main clause; T5 has its reason, and so the pronoun, first.
typedef enum Template { T1, T2, T3, T4, T5, TEMPLATE_COUNT } Template;

// What the reason says about 它.
typedef enum Reason {
    REASON_NEED,
    REASON_PROVIDE,
    REASON_PROBLEM,
    REASON_DUTY,
    REASON_COUNT
} Reason;

typedef enum About { ABOUT_X, ABOUT_Y, ABOUT_Z, ABOUT_COUNT } About;

// A sentence before the main clause: about whom, good news or bad, which noun, which phrase.
typedef struct State {
    About about;
    bool fine;
    int noun;   // 0…6
    int phrase; // index among the phrases of its kind
} State;
enum { STATES_MOST = 2, FILLERS_MOST = 12 }; // the grammar draws at most 3 fillers

typedef struct Scene {
    Template template;
    Reason reason;
    int verb;      // 0…9; from PULL_COUNT on it is push
    int phrase;    // of the reason
    int noun;      // of the reason; −1 where its phrase has none
    int entity[3]; // X, Y, Z: 0…31, all different
    int n_states;
    State states[STATES_MOST];
    int opening;   // filler after the states, −1 for none
    int n_fillers; // T4 only
    int fillers[FILLERS_MOST];
    int time; // T3 only
} Scene;

// Draws a scene of the grammar, any combination of template, verb and reason included.
void scene_draw(Scene *scene, Prng *prng);

// Draws a scene without states whose reason alone decides, with `fillers` sentences between 它 and
// who it is: the question is only how far back the answer lies.
void scene_draw_far(Scene *scene, int fillers, Prng *prng);

// Draws another state sentence's noun, sign or person, or takes one away or adds one, and leaves
// all else: the other half of a minimal pair.
void scene_vary(Scene *scene, Prng *prng);

// Log-odds that 它 is X, by the rule.
double scene_log_odds(const Scene *scene);

// Whether state sentences count in it, and it has some.
bool scene_has_evidence(const Scene *scene);

// Whether its combination is kept for testing and never trained on.
bool scene_is_held_out(const Scene *scene);

// Where what stands in a written scene.
typedef struct Places {
    int count;              // words in all
    int pronoun;            // 它
    int nouns[STATES_MOST]; // the noun of each state sentence
    int reason_noun;        // and that of the reason, where it has one
} Places;

// Writes the words.
enum { SCENE_WORDS_MOST = 92 };
Places scene_write(const Scene *scene, int32_t *ids /* [SCENE_WORDS_MOST] */);

// A scene's template, verb and reason as text, which the hold-out hashes:
// "T1|调用|需要获取最新配置".
enum { SCENE_NAME_MOST = 128 };
void scene_name(const Scene *scene, char *name /* [SCENE_NAME_MOST] */);

#endif

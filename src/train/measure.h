// Measure: how good a model is on sentences it never saw, against the rule's true probabilities.
#ifndef TRAIN_MEASURE_H
#define TRAIN_MEASURE_H

#include "train/trainer.h"

typedef struct Measures {
    double accuracy;    // of the preferred name against a drawn label
    double bayes;       // the same for the rule itself: nobody can be better
    double unambiguous; // agreement with the rule where its probability is above 0.9 or below 0.1
    double apart;       // mean |P(X) − true P(X)|
    double pointer, pointer_apart; // unambiguous and apart of the pointer head's shares
    double leak;                   // mean probability of all other words
    double calibration;            // expected calibration error, ten bins
} Measures;

// Over `count` sentences drawn with `seed` from the held-out combinations, or from the others.
Status measure(Measures *measures, Trainer *trainer, int count, uint64_t seed, bool held_out,
               Problem *problem);

// P(X) of one scene, and the pointer head's share of X among both names.
typedef struct Belief {
    double agent, leak, pointer, truth;
} Belief;
Status believe(Belief *belief, Trainer *trainer, const Scene *scene, Problem *problem);

// The article's sentence, without and with the two context sentences.
enum { ARTICLE_CASES = 3 };
void article_scene(Scene *scene, int index);

// The probe's five kinds of edit: none, X lacks N, Y's N has expired, X lost another noun, X's N
// is the newest. A random scene of kind `edit`.
enum { EDITS = 5 };
extern const char *const EDIT_NAMES[EDITS];
void edit_scene(Scene *scene, int edit, Prng *prng);

#endif

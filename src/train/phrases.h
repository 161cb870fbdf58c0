// Phrases: the wording of the grammar, words parted by spaces, N where a noun goes.
#ifndef TRAIN_PHRASES_H
#define TRAIN_PHRASES_H

#include "train/scene.h"

typedef struct Phrases {
    int count;
    const char *const *text;
} Phrases;

// How a reason goes on after 它.
Phrases reason_phrases(Reason reason);

// How a state sentence goes on after the name of its entity.
Phrases state_phrases(bool fine, int noun);

// Sentences that say nothing about anybody, and times of an action.
extern const Phrases FILLERS, TIMES;

// Whether the phrase has a place for a noun.
bool phrase_has_noun(const char *phrase);

#endif

// Recipe: everything that decides a training run, and so every byte of its weights.
#ifndef TRAIN_RECIPE_H
#define TRAIN_RECIPE_H

#include "model/config.h"

// What the loss is made of; each term is a mean, times its weight. 0 leaves a term out.
typedef struct Objective {
    double pointer;     // −log of one head's attention from the reading row to the antecedent
    double restoration; // encoder: the antecedent's name at 它
    double masking;     // encoder: the words that were masked
    double matching;    // whether the noun of a state and of the reason are the same (match.h)
    double language;    // decoder: every next word, the answer `answer` times
    double answer;
} Objective;

typedef struct Recipe {
    Config config;
    bool causal; // a decoder: reads 它 指 … 。 at the end
    Objective objective;
    int pointer_layer, pointer_head;
    double masked_sentences, masked_words; // shares: of a batch's sentences, of their words
    int steps, batch;
    // Both shares grow from 0 over the first half of the run:
    double varied;          // of sentences that are a variation of the one before (scene_vary)
    double focus;           // of drawn scenes that are drawn until state sentences count in them
    int far_fillers;        // above 0: far scenes only, with up to so many fillers (scene_draw_far)
    int draws;              // labels drawn for each sentence
    double rate, last_rate; // learning rate at its height; its end, as a share
    int warm_up;            // steps
    double decay, clip;
    int seed;
} Recipe;

#endif

// Example: a sentence with its labels, ready to be trained on or tested.
#ifndef TRAIN_EXAMPLE_H
#define TRAIN_EXAMPLE_H

#include "train/recipe.h"
#include "train/scene.h"

enum { ANSWER_WORDS = 4, EXAMPLE_WORDS_MOST = SCENE_WORDS_MOST + ANSWER_WORDS, NO_WORD = -1 };

typedef enum Mention { MENTION_NOBODY, MENTION_AGENT, MENTION_PATIENT } Mention;

typedef struct Example {
    int length;
    int32_t ids[EXAMPLE_WORDS_MOST];     // what the model reads
    int32_t wanted[EXAMPLE_WORDS_MOST];  // the word to name at a row, NO_WORD at most rows
    int32_t matched[EXAMPLE_WORDS_MOST]; // at a noun, whether it is the same: see match.h
    Mention mention[EXAMPLE_WORDS_MOST]; // whose name stands there, masked or not
    int reading;                         // the row that must know the antecedent: 它, or 指
    int32_t agent, patient;              // words of X and Y
    double truth;                        // P(它 = X) by the rule
    double share;                        // of the drawn labels that named X
} Example;

// Writes the scene's sentence and draws its labels. A decoder's goes on with 它 指 ANSWER 。, the
// answer a draw of its own, and wants every next word.
void example_make(Example *example, const Scene *scene, const Recipe *recipe, Prng *prng);

// Hides words at random behind [MASK] and wants them back.
void example_mask(Example *example, double share, Prng *prng);

// A scene that is (or is not) held out.
void scene_draw_from(Scene *scene, bool held_out, Prng *prng);

#endif

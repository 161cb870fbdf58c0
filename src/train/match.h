// Match: a second task, asked before the last layer, so that the last layer can use what it taught.
//
// To know how much a state sentence counts, 它 must know whether its noun is the reason's. Rows of
// nouns are asked so, in words that nobody reads: 这 (this noun) or 其他 (another). The question is
// put to the stream that enters the last layer, through the final norm and the table of words as if
// the walk ended there ("deep supervision": Lee et al., "Deeply-Supervised Nets", 2015). Put to the
// end of the walk, an answer that only the last layer finds would please it, and come too late.
#ifndef TRAIN_MATCH_H
#define TRAIN_MATCH_H

#include "train/loss.h"

// Asks at every row that has an answer in example->matched, adds to the loss, to the gradients of
// the weights that it took, and to those of the stream that enters the last layer. Uses FINAL,
// LOGITS and PROBABILITIES for a moment, so the walk must not have come to its final norm; their
// gradients are 0 before and after.
void match_learn(const Flow *flow, const Flow *gradients, const Example *example,
                 const Recipe *recipe, const Shares *shares, Loss *loss);

#endif

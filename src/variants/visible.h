// Visible: which queries see a key, by all rules together: pattern, padding, cuts.
//
// Hidden pairs are as if they were not there. A number of a key or a value counts if a query of its
// head sees that key; a number of a query counts if that query sees a key. What does not count is
// never read into a result, whatever it holds: NaN and infinities change no bit of it.
#ifndef VARIANTS_VISIBLE_H
#define VARIANTS_VISIBLE_H

#include "variants/attention.h"

// Whether neither a rule nor padding nor a cut hides the pair.
bool attention_sees(const Attention *attention, int head, int query, int key);

// Whether any query of the head sees the key, and whether the query sees any key. Time in
// proportion to n_queries or n_keys, times n_cuts: for what seldom happens.
bool attention_key_counts(const Attention *attention, int head, int key);
bool attention_query_counts(const Attention *attention, int head, int query);

// Which of up to 16 queries see each of up to VISIBLE_KEYS_MOST keys.
enum { VISIBLE_KEYS_MOST = 192 };
typedef struct Visible {
    Range keys, queries;
    Range clear;                       // keys that all of the queries see
    bool gaps;                         // whether a key is seen by none of them
    uint16_t lanes[VISIBLE_KEYS_MOST]; // of the keys outside of clear: bit i is queries.first + i
} Visible;

// Fills in what the queries see of a run of keys; all of them see `clear` by the pattern.
void visible_find(Visible *visible, const Attention *attention, int head, Range queries, Range keys,
                  Range clear);

// The bits of the queries that see keys.first + i.
unsigned visible_lanes(const Visible *visible, int i);

#endif

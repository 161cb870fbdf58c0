// Pattern: which keys a query may see, as a rule that needs no matrix.
//
//   causal       no key after the query. With fewer queries than keys the queries are the last
//                ones, as when a decoder goes on from cached keys: query q stands at key
//                q + n_keys − n_queries.
//   window w     only keys less than w places away, itself included (Beltagy, Peters and Cohan,
//                "Longformer", 2020); causal: itself and the w − 1 before (Child et al.,
//                "Generating Long Sequences with Sparse Transformers", 2019, section 4.2).
//   block b, stride s   the sequence is cut into blocks of b: a query sees its own block, and every
//                s-th block, the ones that end a stretch of s (the "fixed" pattern of Child et
//                al., section 4.3, with whole blocks in place of single keys).
//
// They combine: a key is seen if every rule that is on lets it be seen.
//
// Whatever the rules, the queries that see one key are a range, and so are the lanes of a panel.
#ifndef VARIANTS_PATTERN_H
#define VARIANTS_PATTERN_H

#include <stdbool.h>

typedef struct Pattern {
    int n_queries, n_keys;
    bool causal;
    int window;        // 0: none
    int block, stride; // 0: none
} Pattern;

typedef struct Range {
    int first, end; // end is not in it
} Range;

// What is in both; empty is first ≥ end.
Range range_both(Range a, Range b);

// The queries in `queries` that see the key; empty is first ≥ end.
Range pattern_queries(const Pattern *pattern, int key, Range queries);

// The next run of keys, all of them in `keys`, that each are seen by a query in `queries`; it is
// empty when there is none. `clear` becomes a stretch of the run that every query sees; keys of the
// run outside of it may be hidden from some.
Range pattern_keys(const Pattern *pattern, Range queries, Range keys, Range *clear);

#endif

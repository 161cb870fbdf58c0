// Pattern: see pattern.h.
#include "variants/pattern.h"

enum { FAR = 1 << 29 }; // beyond every place

static int least(int a, int b) {
    return a < b ? a : b;
}

static int most(int a, int b) {
    return a > b ? a : b;
}

Range range_both(Range a, Range b) {
    return (Range){most(a.first, b.first), least(a.end, b.end)};
}

// Where a query stands among the keys.
static int place_of(const Pattern *pattern, int query) {
    return query + pattern->n_keys - pattern->n_queries;
}

static int query_at(const Pattern *pattern, int place) {
    return place - pattern->n_keys + pattern->n_queries;
}

static bool is_shared_block(const Pattern *pattern, int block) {
    return block % pattern->stride == pattern->stride - 1;
}

// The places that see a key, by each rule.
static Range places_of(const Pattern *pattern, int key) {
    Range places = {-FAR, FAR};
    if (pattern->causal)
        places.first = key;
    if (pattern->window > 0)
        places = range_both(places, (Range){key - pattern->window + 1, key + pattern->window});
    if (pattern->block > 0 && !is_shared_block(pattern, key / pattern->block)) {
        int first = key / pattern->block * pattern->block;
        places = range_both(places, (Range){first, first + pattern->block});
    }
    return places;
}

Range pattern_queries(const Pattern *pattern, int key, Range queries) {
    Range places = places_of(pattern, key);
    return range_both(queries,
                      (Range){query_at(pattern, places.first), query_at(pattern, places.end)});
}

// The keys that the causal rule and the window let places between `first` and `last` see: any of
// them with first ≤ last, all of them with the two the other way round.
static Range near_keys(const Pattern *pattern, int first, int last) {
    Range keys = {0, pattern->n_keys};
    if (pattern->causal)
        keys.end = least(keys.end, last + 1);
    if (pattern->window > 0)
        keys = range_both(keys, (Range){first - pattern->window + 1, last + pattern->window});
    return keys;
}

// The blocks that the queries themselves stand in.
static Range own_blocks(const Pattern *pattern, Range queries) {
    return (Range){place_of(pattern, queries.first) / pattern->block,
                   place_of(pattern, queries.end - 1) / pattern->block + 1};
}

// The first run of wanted blocks in `keys`: the queries' own and the shared ones are wanted.
static Range block_run(const Pattern *pattern, Range own, Range keys) {
    int first = keys.end, key = keys.first;
    while (key < keys.end) {
        int block = key / pattern->block;
        bool wanted = (block >= own.first && block < own.end) || is_shared_block(pattern, block);
        if (wanted && first == keys.end)
            first = key;
        if (!wanted && first < keys.end)
            break;
        key = (block + 1) * pattern->block;
    }
    return (Range){first, least(key, keys.end)};
}

Range pattern_keys(const Pattern *pattern, Range queries, Range keys, Range *clear) {
    int first = place_of(pattern, queries.first), last = place_of(pattern, queries.end - 1);
    keys = range_both(keys, near_keys(pattern, first, last));
    *clear = near_keys(pattern, last, first);
    if (pattern->block > 0) {
        Range own = own_blocks(pattern, queries);
        keys = block_run(pattern, own, keys);
        if (own.end - own.first > 1) // what one of them sees, another may not
            clear->end = clear->first;
    }
    *clear = range_both(*clear, keys);
    return keys;
}

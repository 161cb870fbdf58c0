// Visible: see visible.h.
#include "variants/visible.h"

static bool cuts_head(const Edge *cut, int head) {
    return cut->head < 0 || cut->head == head;
}

static bool is_padding(const Attention *attention, int key) {
    return attention->hidden && attention->hidden[key];
}

bool attention_sees(const Attention *attention, int head, int query, int key) {
    if (is_padding(attention, key))
        return false;
    for (int i = 0; i < attention->n_cuts; i++) {
        const Edge *cut = &attention->cuts[i];
        if (cuts_head(cut, head) && cut->query == query && cut->key == key)
            return false;
    }
    Range seen = pattern_queries(&attention->pattern, key, (Range){query, query + 1});
    return seen.first < seen.end;
}

bool attention_key_counts(const Attention *attention, int head, int key) {
    int n = attention->pattern.n_queries;
    Range seen = pattern_queries(&attention->pattern, key, (Range){0, n});
    for (int query = seen.first; query < seen.end; query++)
        if (attention_sees(attention, head, query, key))
            return true;
    return false;
}

bool attention_query_counts(const Attention *attention, int head, int query) {
    for (int key = 0; key < attention->pattern.n_keys; key++)
        if (attention_sees(attention, head, query, key))
            return true;
    return false;
}

// The bits 0 … count − 1.
static unsigned low_bits(int count) {
    return (1u << count) - 1;
}

unsigned visible_lanes(const Visible *visible, int i) {
    int key = visible->keys.first + i;
    return key >= visible->clear.first && key < visible->clear.end
               ? low_bits(visible->queries.end - visible->queries.first)
               : visible->lanes[i];
}

static bool has_padding(const Attention *attention, Range keys) {
    for (int key = keys.first; attention->hidden && key < keys.end; key++)
        if (attention->hidden[key])
            return true;
    return false;
}

// The next cut, from the one at *next on, of a pair of these; NULL when there is none.
static const Edge *next_cut(int *next, const Attention *attention, int head, Range queries,
                            Range keys) {
    while (*next < attention->n_cuts) {
        const Edge *cut = &attention->cuts[(*next)++];
        if (cuts_head(cut, head) && cut->query >= queries.first && cut->query < queries.end &&
            cut->key >= keys.first && cut->key < keys.end)
            return cut;
    }
    return NULL;
}

// Padding and pattern, of the keys first … end − 1.
static void find_lanes(Visible *visible, const Attention *attention, int first, int end) {
    Range queries = visible->queries;
    for (int key = first; key < end; key++) {
        Range seen = pattern_queries(&attention->pattern, key, queries);
        bool hidden = seen.first >= seen.end || is_padding(attention, key);
        visible->lanes[key - visible->keys.first] =
            hidden ? 0
                   : (uint16_t)(low_bits(seen.end - queries.first) &
                                ~low_bits(seen.first - queries.first));
        visible->gaps = visible->gaps || hidden;
    }
}

void visible_find(Visible *visible, const Attention *attention, int head, Range queries, Range keys,
                  Range clear) {
    int next = 0;
    const Edge *cut = next_cut(&next, attention, head, queries, keys);
    if (clear.first >= clear.end || cut || has_padding(attention, keys))
        clear = (Range){keys.end, keys.end};
    visible->keys = keys;
    visible->queries = queries;
    visible->clear = clear;
    visible->gaps = false;
    find_lanes(visible, attention, keys.first, clear.first);
    find_lanes(visible, attention, clear.end, keys.end);
    for (; cut; cut = next_cut(&next, attention, head, queries, keys)) {
        uint16_t *lanes = &visible->lanes[cut->key - keys.first];
        *lanes &= (uint16_t)~(1u << (cut->query - queries.first));
        visible->gaps = visible->gaps || !*lanes;
    }
}

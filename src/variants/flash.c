// Attention in tiles: see attention.h.
//
// The scores of a row are never all there. Keys are taken KEYS at a time; each lane keeps the
// largest score so far and the sum of powers below it, and what was summed under a smaller maximum
// is lowered when a larger one comes (Milakov and Gimelshein, "Online normalizer calculation for
// softmax", 2018; Dao et al., "FlashAttention", 2022, algorithm 1). The quotient is taken once, at
// the end.
//
//                     KEYS keys                       A tile is up to four panels of queries, which
//               ┌──────────────────┐                  share every block of keys and values while it
//      panel 0  │ scores → powers  │ · values         is near. Scores carry log2(e), so that powers
//      panel 1  │                  │                  are powers of two.
//         ⋮     └──────────────────┘
#include "variants/attention.h"

#include "kernels/panel.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { KEYS = 96, PANELS = 4 }; // KEYS is a multiple of every height of a block

static const double LOG2_E = 1.4426950408889634;

typedef struct Panel {
    Range queries;
    int vecs;
    bool fresh;         // no key seen yet
    float *query, *mix; // [d_k,lanes], [d_v,lanes]
    float *top, *sum;   // [lanes]
} Panel;

typedef struct Tile {
    Panel panels[PANELS];
    int n_panels;
    float *scores; // [KEYS,lanes]
} Tile;

static double room_of(double floats) {
    return arena_room(floats * sizeof(float));
}

double attention_flash_room(const Attention *attention) {
    double rows = attention->d_k + attention->d_v + 2;
    return PANELS * room_of(PANEL_LANES_MOST * rows) + room_of(KEYS * PANEL_LANES_MOST);
}

static float *take(Arena *scratch, int floats) {
    return arena_take(scratch, (size_t)floats * sizeof(float));
}

static void tile_place(Tile *tile, const Attention *attention, Arena *scratch) {
    for (int p = 0; p < PANELS; p++) {
        Panel *panel = &tile->panels[p];
        panel->query = take(scratch, PANEL_LANES_MOST * (attention->d_k + attention->d_v + 2));
        panel->mix = panel->query + PANEL_LANES_MOST * attention->d_k;
        panel->top = panel->mix + PANEL_LANES_MOST * attention->d_v;
        panel->sum = panel->top + PANEL_LANES_MOST;
    }
    tile->scores = take(scratch, KEYS * PANEL_LANES_MOST);
}

// −FLT_MAX and not −∞: what is lowered from it is multiplied by 2^(−FLT_MAX − top) = 0, where
// −∞ − (−∞) would be no number.
static void panel_begin(Panel *panel, const Attention *attention, int head, int query) {
    int rest = attention->pattern.n_queries - query;
    panel->vecs = panel_vecs(rest);
    int lanes = panel_lanes(panel->vecs);
    panel->queries = (Range){query, query + (rest < lanes ? rest : lanes)};
    panel->fresh = true;
    const Heads *from = &attention->query;
    panel_pack(panel->query, from->at + head * from->head + query * from->row, from->row,
               panel->queries.end - query, attention->d_k, (float)(attention->scale * LOG2_E),
               panel->vecs);
    for (int lane = 0; lane < lanes; lane++) {
        panel->top[lane] = -FLT_MAX;
        panel->sum[lane] = 0;
    }
}

// Whether an edge cuts a pair of these, and if so where its score is.
static float *cut_score(float *scores, const Edge *edge, const Panel *panel, int head, Range keys) {
    if ((edge->head >= 0 && edge->head != head) || edge->query < panel->queries.first ||
        edge->query >= panel->queries.end || edge->key < keys.first || edge->key >= keys.end)
        return NULL;
    return scores + (edge->key - keys.first) * panel_lanes(panel->vecs) +
           (edge->query - panel->queries.first);
}

// −∞ in the scores of the keys first … end − 1 of a run where a rule or padding hides the pair.
static void hide_keys(float *scores, const Attention *attention, const Panel *panel, Range keys,
                      int first, int end) {
    int lanes = panel_lanes(panel->vecs), start = panel->queries.first;
    for (int key = first; key < end; key++) {
        Range seen = pattern_queries(&attention->pattern, key, panel->queries);
        if (attention->hidden && attention->hidden[key])
            seen.end = seen.first;
        if (seen.first > start || seen.end < panel->queries.end)
            panel_keep_lanes(scores + (key - keys.first) * lanes, seen.first - start,
                             seen.end - start, panel->vecs);
    }
}

// −∞ where a pair is hidden. Returns whether any may be.
static bool hide(float *scores, const Attention *attention, const Panel *panel, int head,
                 Range keys, Range clear) {
    bool padded = attention->hidden &&
                  memchr(attention->hidden + keys.first, 1, (size_t)(keys.end - keys.first));
    bool hidden = padded || clear.first > keys.first || clear.end < keys.end;
    if (padded || clear.first >= clear.end)
        clear = (Range){keys.end, keys.end};
    hide_keys(scores, attention, panel, keys, keys.first, clear.first);
    hide_keys(scores, attention, panel, keys, clear.end, keys.end);
    for (int i = 0; i < attention->n_cuts; i++) {
        float *score = cut_score(scores, &attention->cuts[i], panel, head, keys);
        if (score)
            *score = -INFINITY;
        hidden = hidden || score;
    }
    return hidden;
}

// Takes in a run of at most KEYS keys.
static void panel_visit(Panel *panel, float *scores, const Attention *attention, int head,
                        Range keys, Range clear) {
    float old[PANEL_LANES_MOST];
    int lanes = panel_lanes(panel->vecs), count = keys.end - keys.first;
    const Heads *key = &attention->key, *value = &attention->value;
    memcpy(old, panel->top, (size_t)lanes * sizeof(float));
    panel_products(scores, panel->top, key->at + head * key->head + keys.first * key->row, key->row,
                   panel->query, count, attention->d_k, panel->vecs);
    if (hide(scores, attention, panel, head, keys, clear)) {
        memcpy(panel->top, old, (size_t)lanes * sizeof(float));
        panel_raise_top(panel->top, scores, count, panel->vecs);
    }
    if (!panel->fresh)
        panel_lower(panel->mix, panel->sum, old, panel->top, attention->d_v, panel->vecs);
    panel_powers(scores, panel->sum, panel->top, count, panel->vecs);
    panel_mix(panel->mix, value->at + head * value->head + keys.first * value->row, value->row,
              scores, count, attention->d_v, panel->fresh, panel->vecs);
    panel->fresh = false;
}

// What a mix is multiplied by when no power went into it: 0 where the query sees no key, otherwise
// its scores are no floats and the result is no number.
static float factor_of_nothing(const Attention *attention, int head, int query) {
    for (int key = 0; key < attention->pattern.n_keys; key++)
        if (attention_sees(attention, head, query, key))
            return NAN;
    return 0;
}

// The mix over its sum; zeros where no key was seen.
static void panel_end(const Panel *panel, const Attention *attention, int head) {
    float per_sum[PANEL_LANES_MOST];
    int lanes = panel_lanes(panel->vecs), count = panel->queries.end - panel->queries.first;
    for (int lane = 0; lane < lanes; lane++)
        per_sum[lane] = lane >= count || panel->sum[lane] != 0
                            ? 1 / panel->sum[lane]
                            : factor_of_nothing(attention, head, panel->queries.first + lane);
    if (panel->fresh)
        memset(panel->mix, 0, (size_t)(attention->d_v * lanes) * sizeof(float));
    panel_unpack(attention->output + head * attention->output_head +
                     panel->queries.first * attention->output_row,
                 attention->output_row, count, panel->mix, attention->d_v, per_sum, panel->vecs);
}

// A run of keys without the padding at its ends, which is most of what padding there is.
static Range without_padding(Range keys, const uint8_t *hidden) {
    while (hidden && keys.first < keys.end && hidden[keys.first])
        keys.first++;
    while (hidden && keys.first < keys.end && hidden[keys.end - 1])
        keys.end--;
    return keys;
}

// Lets a panel take in all it may see of a block of keys; returns the pairs that were computed.
static double panel_read(Panel *panel, float *scores, const Attention *attention, int head,
                         Range block) {
    double pairs = 0;
    while (block.first < block.end) {
        Range clear;
        Range run = pattern_keys(&attention->pattern, panel->queries, block, &clear);
        Range keys = without_padding(run, attention->hidden);
        if (keys.first < keys.end) {
            panel_visit(panel, scores, attention, head, keys, range_both(clear, keys));
            pairs += (double)(keys.end - keys.first) * panel_lanes(panel->vecs);
        }
        block.first = run.first < run.end ? run.end : block.end;
    }
    return pairs;
}

static int tile_begin(Tile *tile, const Attention *attention, int head, int query) {
    tile->n_panels = 0;
    while (tile->n_panels < PANELS && query < attention->pattern.n_queries) {
        Panel *panel = &tile->panels[tile->n_panels++];
        panel_begin(panel, attention, head, query);
        query = panel->queries.end;
    }
    return query;
}

double attention_flash(const Attention *attention, Arena scratch) {
    Tile tile;
    double pairs = 0;
    int n_queries = attention->pattern.n_queries, n_keys = attention->pattern.n_keys;
    tile_place(&tile, attention, &scratch);
    for (int head = 0; head < attention->heads; head++)
        for (int query = 0; query < n_queries;) {
            query = tile_begin(&tile, attention, head, query);
            for (int key = 0; key < n_keys; key += KEYS) {
                Range block = {key, key + KEYS < n_keys ? key + KEYS : n_keys};
                for (int p = 0; p < tile.n_panels; p++)
                    pairs += panel_read(&tile.panels[p], tile.scores, attention, head, block);
            }
            for (int p = 0; p < tile.n_panels; p++)
                panel_end(&tile.panels[p], attention, head);
        }
    return pairs;
}

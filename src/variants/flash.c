// Attention in tiles: see attention.h.
//
// The scores of a row are never all there. Keys are taken KEYS at a time; each lane keeps the
// largest score so far and the sum of powers below it, and what was summed under a smaller maximum
// is lowered when a larger one comes (Milakov and Gimelshein, "Online normalizer calculation for
// softmax", 2018; Dao et al., "FlashAttention", 2022, algorithm 1). The quotient is taken once, at
// the end.
//
//                     KEYS keys                       A block of queries is up to four panels,
//               ┌──────────────────┐                  which share every block of keys and values
//      panel 0  │ scores → powers  │ · values         while it is near.
//      panel 1  │                  │
//         ⋮     └──────────────────┘
//
// Each block of keys is summed from zero, and then carried over to the sum of all with what
// rounding takes from it (tile_carry): the error of a long sum is that of one block.
#include "variants/attention.h"

#include "kernels/panel.h"
#include "variants/visible.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { KEYS = VISIBLE_KEYS_MOST, PANELS = 4 }; // KEYS is a multiple of every height of a tile

typedef struct Panel {
    Range queries;
    int vecs;
    int n_mixes;                // how many mixes went into `mix`
    float *query, *top;         // [d_k,lanes], [lanes]
    float *sum, *mix;           // [lanes], [d_v,lanes]
    float *sum_lost, *mix_lost; // what rounding took from them
} Panel;

typedef struct QueryBlock {
    Panel panels[PANELS];
    int n_panels;
    float *scores;   // [KEYS,lanes]
    Visible visible; // of the panel and run at hand
} QueryBlock;

static double room_of(double floats) {
    return arena_size(floats * sizeof(float));
}

static double panel_floats(const Attention *attention) {
    return PANEL_LANES_MOST * (attention->d_k + 1 + 2 * (1.0 + attention->d_v));
}

double attention_flash_size(const Attention *attention) {
    return PANELS * room_of(panel_floats(attention)) + room_of(KEYS * PANEL_LANES_MOST);
}

static float *take(Arena *scratch, double floats) {
    return arena_alloc(scratch, (size_t)floats * sizeof(float));
}

static void block_place(QueryBlock *block, const Attention *attention, Arena *scratch) {
    for (int p = 0; p < PANELS; p++)
        block->panels[p].query = take(scratch, panel_floats(attention));
    block->scores = take(scratch, KEYS * PANEL_LANES_MOST);
}

// −FLT_MAX and not −∞: what is lowered from it is multiplied by 2^(−FLT_MAX − top) = 0, where
// −∞ − (−∞) would be no number.
static void panel_begin(Panel *panel, const Attention *attention, int head, int query) {
    int rest = attention->pattern.n_queries - query;
    panel->vecs = panel_vecs(rest);
    int lanes = panel_lanes(panel->vecs);
    panel->queries = (Range){query, query + (rest < lanes ? rest : lanes)};
    panel->n_mixes = 0;
    panel->top = panel->query + attention->d_k * lanes;
    panel->sum = panel->top + lanes;
    panel->sum_lost = panel->sum + lanes;
    panel->mix = panel->sum_lost + lanes;
    panel->mix_lost = panel->mix + attention->d_v * lanes;
    const Heads *from = &attention->query;
    panel_pack(panel->query, from->at + head * from->head + query * from->row, from->row,
               panel->queries.end - query, attention->d_k, (float)attention->scale, panel->vecs);
    for (int lane = 0; lane < lanes; lane++) {
        panel->top[lane] = -FLT_MAX;
        panel->sum[lane] = panel->sum_lost[lane] = 0;
    }
}

// −∞ where a pair is hidden; only outside of the stretch that is clear.
static void hide(float *scores, const Visible *visible, int vecs) {
    int first = visible->keys.first, lanes = panel_lanes(vecs);
    for (int key = first; key < visible->keys.end; key++) {
        if (key == visible->clear.first)
            key = visible->clear.end;
        if (key < visible->keys.end)
            panel_keep_lanes(scores + (key - first) * lanes, visible->lanes[key - first], vecs);
    }
}

// Takes in the values of `count` keys in the amounts of their powers.
static void panel_add(Panel *panel, const float *powers, const float *values, size_t stride,
                      int count, int d_v) {
    float *lost = panel->n_mixes > 0 ? panel->mix_lost : NULL;
    if (panel->n_mixes == 1)
        memset(lost, 0, (size_t)(d_v * panel_lanes(panel->vecs)) * sizeof(float));
    panel_mix(panel->mix, lost, values, stride, powers, count, d_v, panel->vecs);
    panel->n_mixes++;
}

// The same, but values that no query of the panel sees are passed over: 0 times them may be no
// number.
static void panel_add_visible(Panel *panel, const float *powers, const Visible *visible,
                              const float *values, size_t stride, int d_v) {
    int count = visible->keys.end - visible->keys.first;
    for (int first = 0, end; first < count; first = end) {
        end = first + 1;
        if (!visible_lanes(visible, first))
            continue;
        while (end < count && visible_lanes(visible, end))
            end++;
        panel_add(panel, powers + first * panel_lanes(panel->vecs), values + first * stride, stride,
                  end - first, d_v);
    }
}

// Sums under the maximum `old` become sums under the one that is now.
static void panel_rescale(Panel *panel, const float *old, int d_v) {
    int rows_of_mix = panel->n_mixes == 1 ? d_v : 2 * d_v; // then with what it lost
    if (panel->n_mixes > 0)
        panel_lower(panel->sum, old, panel->top, 2 + rows_of_mix, panel->vecs);
}

// Takes in a run of at most KEYS keys, of which all queries of the panel see `clear`.
static void panel_visit(Panel *panel, float *scores, Visible *visible, const Attention *attention,
                        int head, Range keys, Range clear) {
    float old[PANEL_LANES_MOST];
    int vecs = panel->vecs, count = keys.end - keys.first, d_v = attention->d_v;
    size_t bytes = (size_t)panel_lanes(vecs) * sizeof(float);
    const Heads *key = &attention->key, *value = &attention->value;
    const float *values = value->at + head * value->head + keys.first * value->row;
    memcpy(old, panel->top, bytes);
    panel_products(scores, panel->top, key->at + head * key->head + keys.first * key->row, key->row,
                   panel->query, count, attention->d_k, vecs);
    visible_find(visible, attention, head, panel->queries, keys, clear);
    if (visible->clear.first > keys.first || visible->clear.end < keys.end) {
        hide(scores, visible, vecs);
        memcpy(panel->top, old, bytes);
        panel_raise_top(panel->top, scores, count, vecs);
    }
    panel_rescale(panel, old, d_v);
    panel_powers(scores, panel->sum, panel->sum_lost, panel->top, count, vecs);
    if (visible->gaps)
        panel_add_visible(panel, scores, visible, values, value->row, d_v);
    else
        panel_add(panel, scores, values, value->row, count, d_v);
}

// What a mix is multiplied by when no power went into it: 0 where the query sees no key, otherwise
// its scores are no floats and the result is no number.
static float factor_of_nothing(const Attention *attention, int head, int query) {
    return attention_query_counts(attention, head, query) ? NAN : 0;
}

// The mix over its sum; zeros where no key was seen.
static void panel_end(const Panel *panel, const Attention *attention, int head) {
    float per_sum[PANEL_LANES_MOST];
    int lanes = panel_lanes(panel->vecs), count = panel->queries.end - panel->queries.first;
    for (int lane = 0; lane < lanes; lane++)
        per_sum[lane] = lane >= count || panel->sum[lane] != 0
                            ? 1 / panel->sum[lane]
                            : factor_of_nothing(attention, head, panel->queries.first + lane);
    if (panel->n_mixes == 0)
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
static double panel_read(QueryBlock *queries, int p, const Attention *attention, int head,
                         Range block) {
    Panel *panel = &queries->panels[p];
    double pairs = 0;
    while (block.first < block.end) {
        Range clear;
        Range run = pattern_keys(&attention->pattern, panel->queries, block, &clear);
        Range keys = without_padding(run, attention->hidden);
        if (keys.first < keys.end) {
            panel_visit(panel, queries->scores, &queries->visible, attention, head, keys,
                        range_both(clear, keys));
            pairs += (double)(keys.end - keys.first) * panel_lanes(panel->vecs);
        }
        block.first = run.first < run.end ? run.end : block.end;
    }
    return pairs;
}

static int block_begin(QueryBlock *block, const Attention *attention, int head, int query) {
    block->n_panels = 0;
    while (block->n_panels < PANELS && query < attention->pattern.n_queries) {
        Panel *panel = &block->panels[block->n_panels++];
        panel_begin(panel, attention, head, query);
        query = panel->queries.end;
    }
    return query;
}

double attention_flash(const Attention *attention, Arena scratch) {
    QueryBlock block;
    double pairs = 0;
    int n_queries = attention->pattern.n_queries, n_keys = attention->pattern.n_keys;
    block_place(&block, attention, &scratch);
    for (int head = 0; head < attention->heads; head++)
        for (int query = 0; query < n_queries;) {
            query = block_begin(&block, attention, head, query);
            for (int key = 0; key < n_keys; key += KEYS) {
                Range keys = {key, key + KEYS < n_keys ? key + KEYS : n_keys};
                for (int p = 0; p < block.n_panels; p++)
                    pairs += panel_read(&block, p, attention, head, keys);
            }
            for (int p = 0; p < block.n_panels; p++)
                panel_end(&block.panels[p], attention, head);
        }
    return pairs;
}

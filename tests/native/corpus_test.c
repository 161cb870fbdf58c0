// The grammar against what the feasibility study wrote down about it, and the arithmetic that has
// to be the same on every machine against the C library's.
#include "check.h"

#include "kernels/elementary.h"
#include "train/example.h"
#include "train/measure.h"
#include "train/phrases.h"
#include "train/words.h"

#include <math.h>
#include <string.h>

enum { SENTENCES = 20000 };

// 服务 A 调用 了 配置中心 B ， 因为 它 需要 获取 最新 配置 。 by tokenizer.json of the first
// shipped model.
static const int32_t ARTICLE[] = {11, 43, 9, 24, 3, 5, 4, 68, 64, 69, 53, 2};

static void test_article(void) {
    static const double truths[ARTICLE_CASES] = {0.646, 0.973, 0.083}; // issue 3
    for (int i = 0; i < ARTICLE_CASES; i++) {
        Scene scene;
        int32_t ids[SCENE_WORDS_MOST];
        article_scene(&scene, i);
        Places places = scene_write(&scene, ids);
        int count = places.count;
        double truth = 1 / (1 + exp(-scene_log_odds(&scene)));
        expect(fabs(truth - truths[i]) < 5e-4, "case %d to be %.3f, not %.4f", i, truths[i], truth);
        int own = (int)(sizeof ARTICLE / sizeof ARTICLE[0]);
        expect(count >= own && memcmp(ids + count - own, ARTICLE, sizeof ARTICLE) == 0,
               "case %d to end in the article's sentence", i);
        expect(ids[places.pronoun] == WORD_PRONOUN, "the pronoun where it is said to be");
        expect(scene_is_held_out(&scene), "the article's sentence to be held out");
    }
}

// 5 templates, 10 verbs, 38 reasons: 1,900 combinations, an eighth of which is to be kept.
static void test_hold_out(void) {
    int combinations = 0, held = 0;
    Scene scene = {0};
    for (int template = 0; template <TEMPLATE_COUNT; template ++)
        for (scene.verb = 0; scene.verb < VERB_COUNT; scene.verb++)
            for (int reason = 0; reason < REASON_COUNT; reason++)
                for (scene.phrase = 0; scene.phrase < reason_phrases((Reason)reason).count;
                     scene.phrase++) {
                    int first = reason == REASON_PROBLEM ? RESOURCE_COUNT : 0;
                    int last = reason == REASON_PROBLEM ? NOUN_COUNT : RESOURCE_COUNT;
                    if (reason == REASON_DUTY)
                        last = 1;
                    for (scene.noun = first; scene.noun < last; scene.noun++) {
                        scene.template = (Template) template;
                        scene.reason = (Reason)reason;
                        combinations++;
                        held += scene_is_held_out(&scene);
                    }
                }
    expect(combinations == 1900, "1900 combinations, not %d", combinations);
    expect(held > 180 && held < 300, "about an eighth to be held out, not %d", held);
}

static uint32_t hash(uint32_t so_far, int32_t number) {
    for (int i = 0; i < 4; i++)
        so_far = (so_far ^ ((uint32_t)number >> (8 * i) & 255)) * 16777619u;
    return so_far;
}

static void test_sentences(void) {
    Prng prng = prng_open(0, 1);
    int words = 0, longest = 0, ambiguous = 0, articles = 0;
    double bayes = 0;
    uint32_t sum = 2166136261u;
    for (int i = 0; i < SENTENCES; i++) {
        Scene scene;
        int32_t ids[SCENE_WORDS_MOST];
        scene_draw_from(&scene, false, &prng);
        Places places = scene_write(&scene, ids);
        int count = places.count;
        double truth = 1 / (1 + real_exp(-scene_log_odds(&scene)));
        words += count;
        longest = count > longest ? count : longest;
        ambiguous += truth > 0.1 && truth < 0.9;
        bayes += fmax(truth, 1 - truth) / SENTENCES;
        articles += scene.verb == 0 && memcmp(ids + places.pronoun + 1, ARTICLE + 7, 16) == 0;
        for (int t = 0; t < count; t++)
            sum = hash(sum, ids[t]);
    }
    // The study's own counts over 60,000 sentences; it does not say how a filler was drawn, hence
    // the room for words.
    expect(fabs((double)words / SENTENCES - 18.8) < 0.5, "18.8 words in the mean, not %.2f",
           (double)words / SENTENCES);
    expect(longest <= 48, "at most 48 words, not %d", longest);
    expect(fabs((double)ambiguous / SENTENCES - 0.47) < 0.02, "47 %% ambiguous, not %.3f",
           (double)ambiguous / SENTENCES);
    expect(fabs(bayes - 0.827) < 0.01, "a best accuracy of 0.827, not %.4f", bayes);
    expect(articles == 0, "the article's verb and reason never to be trained on");
    expect(sum == 0x42a0bb11u, "the same sentences as everywhere: 0x%08x", sum); // recorded
}

static void test_variation(void) {
    Prng prng = prng_open(4, 4);
    int changed = 0;
    for (int i = 0; i < 2000; i++) {
        Scene scene, other;
        scene_draw(&scene, &prng);
        other = scene;
        scene_vary(&other, &prng);
        changed += other.n_states != scene.n_states ||
                   memcmp(other.states, scene.states, sizeof scene.states) != 0;
        expect(other.verb == scene.verb && other.reason == scene.reason &&
                   other.phrase == scene.phrase && other.noun == scene.noun &&
                   other.n_states <= STATES_MOST,
               "a minimal pair to differ in its state sentences alone");
        for (int s = 0; s < other.n_states; s++)
            expect(other.states[s].phrase <
                       state_phrases(other.states[s].fine, other.states[s].noun).count,
                   "a phrase that exists");
    }
    expect(changed == 2000, "every variation to change something, not only %d", changed);
}

static void test_elementary(void) {
    Random random = {.state = 5};
    for (int i = 0; i < 20000; i++) {
        double x = random_number(&random) * 700, turn = random_number(&random) * 1e5;
        double sine, cosine, positive = exp(x / 10);
        sine_cosine(&sine, &cosine, turn);
        expect(fabs(real_exp(x) / exp(x) - 1) < 4e-15, "e to the %.17g", x);
        expect(fabs(real_log(positive) - log(positive)) <= 4e-16 * (1 + fabs(x)), "ln %.17g",
               positive);
        expect(fabs(sine - sin(turn)) < 1e-15 && fabs(cosine - cos(turn)) < 1e-15, "turn %.17g",
               turn);
        double power = pow(10000, x / 700);
        expect(fabs(real_power(10000, x / 700) / power - 1) < 1e-14, "10000 to the %.17g", x / 700);
    }
    expect(real_exp(-INFINITY) == 0 && real_exp(0) == 1 && real_exp(1000) == INFINITY &&
               isnan(real_exp(NAN)) && real_log(1) == 0,
           "the ends of the elementary functions");
}

void test_corpus(void) {
    test_article();
    test_hold_out();
    test_sentences();
    test_variation();
    test_elementary();
}

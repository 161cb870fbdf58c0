// Loss: see loss.h.
//
//   restoration   −Σ_i y_i · log p(name_i)   at the row of 它, y the shares of the drawn labels
//   masking       −log p(word)               at each masked word
//   matching      −log p(这 or 其他)         at nouns, before the last layer: match.c
//   language      −log p(next word)          at every word of a decoder; its answer has y as above
//   pointer       −Σ_i y_i · log a_i         a_i the attention, in one head, from the reading row
//                                            to all mentions of name i together
//
// Cross-entropy through softmax has the slope p − y with respect to the logits.
#include "train/loss.h"

#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/words.h"

static const double SMALLEST = 1e-30; // keeps the logarithm of nothing finite

Shares shares_of(const Example *examples, int count, const Recipe *recipe) {
    double words = 0, masked = 0, matched = 0;
    for (int i = 0; i < count; i++)
        for (int t = 0; t < examples[i].length; t++) {
            matched += examples[i].matched[t] != NO_WORD;
            if (examples[i].wanted[t] == NO_WORD)
                continue;
            words += t == examples[i].reading ? recipe->objective.answer : 1;
            masked++;
        }
    return (Shares){.sentence = 1.0 / count,
                    .masked = masked > 0 ? 1 / masked : 0,
                    .matched = matched > 0 ? 1 / matched : 0,
                    .word = words > 0 ? 1 / words : 0};
}

static double log_of(double probability) {
    return real_log(probability > SMALLEST ? probability : SMALLEST);
}

// Adds weight · (p − y) to the slopes of a row that should have named `word`, or, with a share
// below 1, named `other` the rest of the time. Returns the cross-entropy.
static double name_word(const Flow *flow, const Flow *slopes, int row, int32_t word, int32_t other,
                        double share, double weight) {
    int v = flow->sizes.V;
    const float *p = model_tensor(flow, PROBABILITIES) + (size_t)row * v; // [V]
    float *slope = model_tensor(slopes, LOGITS) + (size_t)row * v;        // [V]
    for (int i = 0; i < v; i++)
        slope[i] += (float)weight * p[i];
    slope[word] -= (float)(weight * share);
    slope[other] -= (float)(weight * (1 - share));
    return -share * log_of(p[word]) - (1 - share) * log_of(p[other]);
}

static double attention_to(const float *weights /* [T] */, const Example *example, Mention who) {
    double sum = 0;
    for (int t = 0; t < example->length; t++)
        if (example->mention[t] == who)
            sum += weights[t];
    return sum;
}

static void pull_attention(float *slope /* [T] */, const Example *example, Mention who,
                           double amount) {
    for (int t = 0; t < example->length; t++)
        if (example->mention[t] == who)
            slope[t] -= (float)amount;
}

static double point(const Flow *flow, const Flow *slopes, const Example *example,
                    const Recipe *recipe, double weight) {
    size_t row = (size_t)example->reading * flow->sizes.T;
    const float *weights =
        head_tensor(flow, WEIGHTS, recipe->pointer_layer, recipe->pointer_head) + row; // [T]
    float *slope =
        head_tensor(slopes, WEIGHTS, recipe->pointer_layer, recipe->pointer_head) + row; // [T]
    double agent = attention_to(weights, example, MENTION_AGENT);
    double patient = attention_to(weights, example, MENTION_PATIENT);
    double y = example->share;
    pull_attention(slope, example, MENTION_AGENT, weight * y / (agent > 1e-6 ? agent : 1e-6));
    pull_attention(slope, example, MENTION_PATIENT,
                   weight * (1 - y) / (patient > 1e-6 ? patient : 1e-6));
    return -y * log_of(agent) - (1 - y) * log_of(patient);
}

static void read_words(const Flow *flow, const Flow *slopes, const Example *example,
                       const Recipe *recipe, const Shares *shares, Loss *loss) {
    for (int t = 0; t < example->length; t++) {
        if (example->wanted[t] == NO_WORD)
            continue;
        int32_t word = example->wanted[t];
        if (!recipe->causal) {
            loss->masking += shares->masked * name_word(flow, slopes, t, word, word, 1,
                                                        recipe->objective.masking * shares->masked);
            continue;
        }
        bool answer = t == example->reading;
        double share = shares->word * (answer ? recipe->objective.answer : 1);
        double weight = recipe->objective.language * share;
        loss->language += share * (answer ? name_word(flow, slopes, t, example->agent,
                                                      example->patient, example->share, weight)
                                          : name_word(flow, slopes, t, word, word, 1, weight));
    }
}

static bool restores(const Recipe *recipe) {
    return recipe->objective.restoration > 0 && !recipe->causal;
}

void loss_rows(bool *active, const Example *example, const Recipe *recipe) {
    for (int t = 0; t < example->length; t++)
        active[t] = example->wanted[t] != NO_WORD;
    if (restores(recipe))
        active[example->reading] = true;
}

void loss_read(const Flow *flow, const Flow *slopes, const Example *example, const Recipe *recipe,
               const Shares *shares, Loss *loss) {
    const Objective *objective = &recipe->objective;
    read_words(flow, slopes, example, recipe, shares, loss);
    if (restores(recipe)) {
        loss->restoration +=
            shares->sentence * name_word(flow, slopes, example->reading, example->agent,
                                         example->patient, example->share,
                                         objective->restoration * shares->sentence);
    }
    if (objective->pointer > 0)
        loss->pointer += shares->sentence * point(flow, slopes, example, recipe,
                                                  objective->pointer * shares->sentence);
}

double loss_total(const Loss *loss, const Objective *objective) {
    return objective->pointer * loss->pointer + objective->restoration * loss->restoration +
           objective->masking * loss->masking + objective->matching * loss->matching +
           objective->language * loss->language;
}

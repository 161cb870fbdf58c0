// Loss: see loss.h.
//
//   restoration   −Σ_i y_i · log p(name_i)   at the row of 它, y the shares of the drawn labels
//   masking       −log p(word)               at each masked word
//   matching      −log p(这 or 其他)         at nouns, before the last layer: match.c
//   language      −log p(next word)          at every word of a decoder; its answer has y as above
//   pointer       −Σ_i y_i · log a_i         a_i the attention, in one head, from the reading row
//                                            to all mentions of name i together
//
// Cross-entropy through softmax has the gradient p − y with respect to the logits.
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

double cross_entropy(const Flow *flow, const Flow *gradients, int t, Target target, double weight) {
    size_t v = (size_t)flow->sizes.V;
    const float *p = model_tensor(flow, PROBABILITIES) + t * v; // [V]
    float *gradient = model_tensor(gradients, LOGITS) + t * v;  // [V]
    for (size_t i = 0; i < v; i++)
        gradient[i] += (float)weight * p[i];
    gradient[target.word] -= (float)(weight * target.share);
    gradient[target.other] -= (float)(weight * (1 - target.share));
    return -target.share * log_of(p[target.word]) - (1 - target.share) * log_of(p[target.other]);
}

static Target target_word(int32_t word) {
    return (Target){word, word, 1};
}

static Target target_answer(const Example *example) {
    return (Target){example->agent, example->patient, example->share};
}

static double attention_to(const float *weights /* [T] */, const Example *example, Mention who) {
    double sum = 0;
    for (int t = 0; t < example->length; t++)
        if (example->mention[t] == who)
            sum += weights[t];
    return sum;
}

static void pull_attention(float *gradient /* [T] */, const Example *example, Mention who,
                           double amount) {
    for (int t = 0; t < example->length; t++)
        if (example->mention[t] == who)
            gradient[t] -= (float)amount;
}

static double point(const Flow *flow, const Flow *gradients, const Example *example,
                    const Recipe *recipe, double weight) {
    int layer = recipe->pointer_layer, head = recipe->pointer_head;
    size_t row = (size_t)example->reading * flow->sizes.T;
    const float *weights = head_tensor(flow, WEIGHTS, layer, head) + row; // [T]
    float *gradient = head_tensor(gradients, WEIGHTS, layer, head) + row; // [T]
    double agent = attention_to(weights, example, MENTION_AGENT);
    double patient = attention_to(weights, example, MENTION_PATIENT);
    double y = example->share;
    pull_attention(gradient, example, MENTION_AGENT, weight * y / (agent > 1e-6 ? agent : 1e-6));
    pull_attention(gradient, example, MENTION_PATIENT,
                   weight * (1 - y) / (patient > 1e-6 ? patient : 1e-6));
    return -y * log_of(agent) - (1 - y) * log_of(patient);
}

static void read_words(const Flow *flow, const Flow *gradients, const Example *example,
                       const Recipe *recipe, const Shares *shares, Loss *loss) {
    for (int t = 0; t < example->length; t++) {
        if (example->wanted[t] == NO_WORD)
            continue;
        Target word = target_word(example->wanted[t]);
        if (!recipe->causal) {
            double weight = recipe->objective.masking * shares->masked;
            loss->masking += shares->masked * cross_entropy(flow, gradients, t, word, weight);
            continue;
        }
        bool answer = t == example->reading;
        double share = shares->word * (answer ? recipe->objective.answer : 1);
        double weight = recipe->objective.language * share;
        Target target = answer ? target_answer(example) : word;
        loss->language += share * cross_entropy(flow, gradients, t, target, weight);
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

void loss_read(const Flow *flow, const Flow *gradients, const Example *example,
               const Recipe *recipe, const Shares *shares, Loss *loss) {
    const Objective *objective = &recipe->objective;
    read_words(flow, gradients, example, recipe, shares, loss);
    if (restores(recipe))
        loss->restoration +=
            shares->sentence * cross_entropy(flow, gradients, example->reading,
                                             target_answer(example),
                                             objective->restoration * shares->sentence);
    if (objective->pointer > 0)
        loss->pointer += shares->sentence * point(flow, gradients, example, recipe,
                                                  objective->pointer * shares->sentence);
}

double loss_total(const Loss *loss, const Objective *objective) {
    return objective->pointer * loss->pointer + objective->restoration * loss->restoration +
           objective->masking * loss->masking + objective->matching * loss->matching +
           objective->language * loss->language;
}

// See double_loss.h. Shape letters as in core/tensor.h.
#include "double_loss.h"

#include "train/words.h"

#include <math.h>

enum { T_MOST = EXAMPLE_WORDS_MOST, D_MOST = 16, F_MOST = 32, V_MOST = WORD_COUNT };

typedef struct Walk {
    const Flow *flow;
    double *const *weights;
    const Recipe *recipe;
    int pointer_row;
    double x[T_MOST][D_MOST];
    double pointer[T_MOST]; // the pointer head's attention from pointer_row
} Walk;

static const double *weight(const Walk *walk, TensorId id, int layer) {
    return walk->weights[trace_row(&walk->flow->trace, &walk->flow->sizes, id, layer, 0)];
}

static void product(double *out, const double *x, const double *w, const double *bias, int n,
                    int k) {
    for (int c = 0; c < n; c++) {
        out[c] = bias[c];
        for (int i = 0; i < k; i++)
            out[c] += x[i] * w[c * k + i];
    }
}

static void norm(const Walk *walk, double *out, const double *x, TensorId gain, int layer) {
    int d = walk->flow->sizes.D;
    const double *weights = weight(walk, gain, layer), *bias = weight(walk, gain + 1, layer);
    double mean = 0, square = 0;
    for (int i = 0; i < d; i++)
        mean += x[i] / d;
    for (int i = 0; i < d; i++)
        square += (x[i] - mean) * (x[i] - mean) / d;
    for (int i = 0; i < d; i++)
        out[i] =
            (x[i] - mean) / sqrt(square + walk->flow->settings.norm_epsilon) * weights[i] + bias[i];
}

static void rotate(const Walk *walk, double *x /* [D] */, int t) {
    Sizes s = walk->flow->sizes;
    if (walk->flow->request.position != POSITION_ROPE)
        return;
    for (int i = 0; i < s.D; i += 2) {
        double angle = t * pow(walk->flow->settings.rope_base, -(i % s.K) / (double)s.K);
        double first = x[i], second = x[i + 1];
        x[i] = first * cos(angle) - second * sin(angle);
        x[i + 1] = first * sin(angle) + second * cos(angle);
    }
}

static bool hidden(const Walk *walk, int query, int key) {
    const Request *request = &walk->flow->request;
    return (request->causal && key > query) || request->ids[key] == request->padding_id;
}

static void attend(Walk *walk, double q[][D_MOST], double k[][D_MOST], double v[][D_MOST],
                   int layer, int t, double *concat /* [D] */) {
    Sizes s = walk->flow->sizes;
    for (int head = 0; head < s.H; head++) {
        double power[T_MOST], sum = 0;
        for (int key = 0; key < s.T; key++) {
            double score = 0;
            for (int i = head * s.K; i < (head + 1) * s.K; i++)
                score += q[t][i] * k[key][i];
            power[key] = hidden(walk, t, key) ? 0 : exp(score / sqrt(s.K));
            sum += power[key];
        }
        for (int i = head * s.K; i < (head + 1) * s.K; i++) {
            concat[i] = 0;
            for (int key = 0; key < s.T && sum > 0; key++)
                concat[i] += power[key] / sum * v[key][i];
        }
        if (layer == walk->recipe->pointer_layer && head == walk->recipe->pointer_head &&
            t == walk->pointer_row)
            for (int key = 0; key < s.T; key++)
                walk->pointer[key] = power[key] / sum;
    }
}

static double activated(const Walk *walk, double x) {
    if (walk->flow->settings.activation == ACTIVATION_GELU)
        return x / 2 * erfc(-x / sqrt(2));
    return fmax(x, 0);
}

static void walk_layer(Walk *walk, int layer) {
    Sizes s = walk->flow->sizes;
    double normed[T_MOST][D_MOST], q[T_MOST][D_MOST], k[T_MOST][D_MOST], v[T_MOST][D_MOST];
    for (int t = 0; t < s.T; t++) {
        norm(walk, normed[t], walk->x[t], ATTENTION_NORM_WEIGHT, layer);
        product(q[t], normed[t], weight(walk, ATTENTION_QUERY_WEIGHT, layer),
                weight(walk, ATTENTION_QUERY_BIAS, layer), s.D, s.D);
        product(k[t], normed[t], weight(walk, ATTENTION_KEY_WEIGHT, layer),
                weight(walk, ATTENTION_KEY_BIAS, layer), s.D, s.D);
        product(v[t], normed[t], weight(walk, ATTENTION_VALUE_WEIGHT, layer),
                weight(walk, ATTENTION_VALUE_BIAS, layer), s.D, s.D);
        rotate(walk, q[t], t);
        rotate(walk, k[t], t);
    }
    for (int t = 0; t < s.T; t++) {
        double concat[D_MOST], out[D_MOST], up[F_MOST], again[D_MOST];
        attend(walk, q, k, v, layer, t, concat);
        product(out, concat, weight(walk, ATTENTION_OUTPUT_WEIGHT, layer),
                weight(walk, ATTENTION_OUTPUT_BIAS, layer), s.D, s.D);
        for (int i = 0; i < s.D; i++)
            walk->x[t][i] += out[i];
        norm(walk, again, walk->x[t], FEED_FORWARD_NORM_WEIGHT, layer);
        product(up, again, weight(walk, FEED_FORWARD_UP_WEIGHT, layer),
                weight(walk, FEED_FORWARD_UP_BIAS, layer), s.F, s.D);
        for (int i = 0; i < s.F; i++)
            up[i] = activated(walk, up[i]);
        product(out, up, weight(walk, FEED_FORWARD_DOWN_WEIGHT, layer),
                weight(walk, FEED_FORWARD_DOWN_BIAS, layer), s.D, s.F);
        for (int i = 0; i < s.D; i++)
            walk->x[t][i] += out[i];
    }
}

static void embed(Walk *walk) {
    Sizes s = walk->flow->sizes;
    for (int t = 0; t < s.T; t++)
        for (int i = 0; i < s.D; i++) {
            double angle = t / pow(10000, (double)(i - i % 2) / s.D);
            double wave =
                walk->flow->settings.position_amplitude * (i % 2 ? cos(angle) : sin(angle));
            double word =
                weight(walk, TOKEN_EMBEDDING_WEIGHT, 0)[walk->flow->request.ids[t] * s.D + i];
            bool sinusoidal = walk->flow->request.position == POSITION_SINUSOIDAL;
            walk->x[t][i] = word * sqrt(s.D) + (sinusoidal ? wave : 0);
        }
}

static double log_probability(const Walk *walk, int row, int word) {
    Sizes s = walk->flow->sizes;
    double normed[D_MOST], logits[V_MOST], sum = 0;
    norm(walk, normed, walk->x[row], FINAL_NORM_WEIGHT, 0);
    product(logits, normed, weight(walk, TOKEN_EMBEDDING_WEIGHT, 0),
            weight(walk, PREDICTION_BIAS, 0), s.V, s.D);
    for (int i = 0; i < s.V; i++)
        sum += exp(logits[i]);
    return logits[word] - log(sum);
}

double double_loss(const Flow *flow, double *const *weights, const Example *example,
                   const Recipe *recipe, const Shares *shares) {
    static Walk walk;
    walk =
        (Walk){.flow = flow, .weights = weights, .recipe = recipe, .pointer_row = example->reading};
    const Objective *o = &recipe->objective;
    double y = example->share, loss = 0, agent = 0, patient = 0;
    embed(&walk);
    for (int layer = 0; layer < flow->sizes.L; layer++) {
        for (int t = 0; layer == flow->sizes.L - 1 && t < example->length; t++)
            if (example->matched[t] != NO_WORD)
                loss -=
                    o->matching * shares->matched * log_probability(&walk, t, example->matched[t]);
        walk_layer(&walk, layer);
    }
    for (int t = 0; t < example->length; t++) {
        agent += example->mention[t] == MENTION_AGENT ? walk.pointer[t] : 0;
        patient += example->mention[t] == MENTION_PATIENT ? walk.pointer[t] : 0;
        if (example->wanted[t] == NO_WORD || (recipe->causal && t == example->reading))
            continue;
        double part = recipe->causal ? o->language * shares->word : o->masking * shares->masked;
        loss -= part * log_probability(&walk, t, example->wanted[t]);
    }
    double name =
        recipe->causal ? o->language * o->answer * shares->word : o->restoration * shares->sentence;
    loss -= name * (y * log_probability(&walk, example->reading, example->agent) +
                    (1 - y) * log_probability(&walk, example->reading, example->patient));
    return loss - o->pointer * shares->sentence * (y * log(agent) + (1 - y) * log(patient));
}

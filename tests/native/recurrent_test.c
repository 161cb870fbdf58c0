// The recurrent nets against a double reference written from their formulas: loss, gradients of
// every number that is learned, and the reach of a word, all by central differences.
#include "check.h"

#include "train/recurrent.h"

#include <math.h>
#include <stdlib.h>

enum { V = 9, D = 6, T = 8, ANSWER = 4 };
static const double STEP = 1e-5;

static Example example_for(void) {
    Example example = {.length = T,
                       .ids = {3, 5, 2, 7, 4, 5, 8, 1},
                       .reading = 6,
                       .agent = 3,
                       .patient = 5,
                       .share = 0.7};
    for (int t = 0; t < T; t++)
        example.wanted[t] = t + 1 < T ? example.ids[t + 1] : NO_WORD;
    return example;
}

static double sum_of(const double *w, const double *x, const double *bias, int row) {
    double sum = bias[row];
    for (int i = 0; i < D; i++)
        sum += w[row * D + i] * x[i];
    return sum;
}

// Runs the example; h [T + 1,D]. `moved` is added to the word vector at `at`, in cell `cell`.
static void run(const Recurrent *net, const double *w, const Example *example, double h[][D],
                int at, int cell, double moved) {
    int g = net->gates;
    const double *bias = w + V * D, *input = bias + V, *input_bias = input + g * D;
    const double *state = input_bias + g, *state_bias = state + g * D;
    for (int i = 0; i < D; i++)
        h[0][i] = 0;
    for (int t = 0; t < example->length; t++) {
        double x[D];
        for (int i = 0; i < D; i++)
            x[i] = sqrt(D) * w[example->ids[t] * D + i] + (t == at && i == cell ? moved : 0);
        for (int i = 0; i < D; i++) {
            double a = sum_of(input, x, input_bias, i) + sum_of(state, h[t], state_bias, i);
            if (net->cell == CELL_TANH) {
                h[t + 1][i] = tanh(a);
                continue;
            }
            double z = 1 / (1 + exp(-a));
            double r = 1 / (1 + exp(-sum_of(input, x, input_bias, D + i) -
                                    sum_of(state, h[t], state_bias, D + i)));
            double n = tanh(sum_of(input, x, input_bias, 2 * D + i) +
                            r * sum_of(state, h[t], state_bias, 2 * D + i));
            h[t + 1][i] = (1 - z) * n + z * h[t][i];
        }
    }
}

static double reference_loss(const Recurrent *net, const double *w, const Example *example) {
    double h[T + 1][D], loss = 0;
    run(net, w, example, h, -1, 0, 0);
    for (int t = 0; t < T - 1; t++) {
        double sum = 0, logits[V];
        for (int i = 0; i < V; i++)
            sum += exp(logits[i] = sum_of(w, h[t + 1], w + V * D, i));
        double named = t == example->reading ? example->share * logits[example->agent] +
                                                   (1 - example->share) * logits[example->patient]
                                             : logits[example->wanted[t]];
        loss += (t == example->reading ? ANSWER : 1) * (log(sum) - named);
    }
    return loss / (T - 1 + ANSWER - 1);
}

static void check_gradients(Recurrent *net, double *w, const Example *example) {
    double loss = recurrent_learn(net, example, ANSWER, 1);
    expect(fabs(loss - reference_loss(net, w, example)) < 1e-5, "the loss to be %.7g",
           reference_loss(net, w, example));
    double worst = 0;
    for (int i = 0; i < net->count; i++) {
        double kept = w[i];
        w[i] = kept + STEP;
        double above = reference_loss(net, w, example);
        w[i] = kept - STEP;
        double below = reference_loss(net, w, example);
        w[i] = kept;
        worst = fmax(worst, fabs((above - below) / (2 * STEP) - net->gradients[i]));
    }
    expect(worst < 3e-6, "gradients of the %s net to agree, not %.3g apart",
           net->cell == CELL_GRU ? "gated" : "plain", worst);
}

static void check_reach(Recurrent *net, const double *w, const Example *example) {
    double squares = 0, h[T + 1][D];
    for (int cell = 0; cell < D; cell++) {
        double ends[2];
        for (int side = 0; side < 2; side++) {
            run(net, w, example, h, 0, cell, side ? STEP : -STEP);
            ends[side] = sum_of(w, h[example->reading + 1], w + V * D, example->agent);
        }
        squares += pow((ends[1] - ends[0]) / (2 * STEP), 2);
    }
    double reach = recurrent_reach(net, example, example->reading, example->agent, 0);
    expect(fabs(reach / sqrt(squares) - 1) < 1e-3, "a reach of %.6g, not %.6g", sqrt(squares),
           reach);
}

void test_recurrent(void) {
    Random random = {.state = 21};
    Example example = example_for();
    for (int cell = CELL_TANH; cell <= CELL_GRU; cell++) {
        Recurrent net;
        Problem problem = problem_none();
        if (!expect(recurrent_open(&net, (Cell)cell, V, D, 1, &problem) == STATUS_OK, "%s",
                    problem.message))
            continue;
        double *w = malloc((size_t)net.count * sizeof *w);
        for (int i = 0; i < net.count; i++)
            w[i] = net.weights[i] += (float)(0.2 * random_number(&random));
        check_gradients(&net, w, &example);
        check_reach(&net, w, &example);
        free(w);
        recurrent_close(&net);
    }
}

// Measure: see measure.h.
#include "train/measure.h"

#include "train/words.h"

#include <math.h>

enum { BINS = 10 };
static const uint64_t TEST_STREAM = 77;

Status believe(Belief *belief, Trainer *trainer, const Scene *scene, Problem *problem) {
    Example example;
    Prng prng = prng_open(0, TEST_STREAM); // its labels are not used
    example_make(&example, scene, &trainer->recipe, &prng);
    Status status = trainer_read(trainer, &example, problem);
    if (status != STATUS_OK)
        return status;
    const Flow *flow = &trainer->model.flow;
    const Recipe *recipe = &trainer->recipe;
    const float *shares = model_tensor(flow, BELIEF) + (size_t)example.reading * flow->sizes.C;
    const float *weights = head_tensor(flow, WEIGHTS, recipe->pointer_layer, recipe->pointer_head) +
                           (size_t)example.reading * flow->sizes.T;
    double agent = 0, patient = 0;
    for (int t = 0; t < example.length; t++) {
        agent += example.mention[t] == MENTION_AGENT ? weights[t] : 0;
        patient += example.mention[t] == MENTION_PATIENT ? weights[t] : 0;
    }
    *belief = (Belief){.agent = shares[0],
                       .leak = shares[2],
                       .pointer = agent / (agent + patient + 1e-30),
                       .truth = example.truth};
    return STATUS_OK;
}

Status measure(Measures *measures, Trainer *trainer, int count, uint64_t seed, bool held_out,
               Problem *problem) {
    Prng prng = prng_open(seed, TEST_STREAM);
    double bin_count[BINS] = {0}, bin_sure[BINS] = {0}, bin_right[BINS] = {0};
    int clear = 0;
    *measures = (Measures){0};
    for (int i = 0; i < count; i++) {
        Scene scene;
        Belief belief;
        scene_draw_from(&scene, held_out, &prng);
        Status status = believe(&belief, trainer, &scene, problem);
        if (status != STATUS_OK)
            return status;
        bool label = prng_chance(&prng, belief.truth), agent = belief.agent > 0.5;
        measures->accuracy += agent == label;
        measures->bayes += fmax(belief.truth, 1 - belief.truth);
        measures->apart += fabs(belief.agent - belief.truth);
        measures->pointer_apart += fabs(belief.pointer - belief.truth);
        measures->leak += belief.leak;
        if (belief.truth > 0.9 || belief.truth < 0.1) {
            clear++;
            measures->unambiguous += agent == (belief.truth > 0.5);
            measures->pointer += (belief.pointer > 0.5) == (belief.truth > 0.5);
        }
        double sure = fmax(belief.agent, 1 - belief.agent);
        int bin = (int)fmin(BINS - 1, floor(sure * BINS));
        bin_count[bin]++;
        bin_sure[bin] += sure;
        bin_right[bin] += agent == label;
    }
    for (int bin = 0; bin < BINS; bin++)
        measures->calibration += fabs(bin_sure[bin] - bin_right[bin]) / count;
    measures->accuracy /= count;
    measures->bayes /= count;
    measures->apart /= count;
    measures->pointer_apart /= count;
    measures->leak /= count;
    measures->unambiguous /= clear ? clear : 1;
    measures->pointer /= clear ? clear : 1;
    return STATUS_OK;
}

// 服务 A 调用了配置中心 B，因为它需要获取最新配置。
void article_scene(Scene *scene, int index) {
    *scene = (Scene){.template = T1, .reason = REASON_NEED, .entity = {0, 13, 5}, .opening = -1};
    if (index == 0)
        return;
    scene->n_states = 1;
    scene->states[0] = index == 1 ? (State){.about = ABOUT_X, .phrase = 0}  // 启动后没有本地配置
                                  : (State){.about = ABOUT_Y, .phrase = 1}; // 的配置已过期
}

const char *const EDIT_NAMES[EDITS] = {"none", "X lacks N", "Y's N expired", "X lost another noun",
                                       "X's N is the newest"};

void edit_scene(Scene *scene, int edit, Prng *prng) {
    do {
        scene_draw(scene, prng);
    } while (scene->template != T1 || scene->reason != REASON_NEED || scene->verb >= PULL_COUNT);
    scene->opening = -1;
    scene->n_states = edit > 0;
    State *state = &scene->states[0];
    *state = (State){.about = edit == 2 ? ABOUT_Y : ABOUT_X, .noun = scene->noun};
    state->fine = edit == 4;
    state->phrase = edit == 2 ? 1 : edit == 3 ? 2 : 0;
    if (edit == 3)
        state->noun = (scene->noun + 1 + prng_below(prng, RESOURCE_COUNT - 1)) % RESOURCE_COUNT;
}

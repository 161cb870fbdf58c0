// Trainer: see trainer.h.
#include "train/trainer.h"

#include "core/heap.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "train/adamw.h"
#include "train/backward.h"
#include "train/match.h"

#include <math.h>

static const double PI = 3.141592653589793;
enum { NO_PADDING = -1 };

static void fill_normal(float *cells /* [n] */, int n, double deviation, Prng *prng) {
    for (int i = 0; i < n; i++)
        cells[i] = (float)(deviation * prng_normal(prng));
}

// Standard deviation that a weight begins with; 0 for biases. What writes into the residual
// stream begins smaller, by the number of writers (Radford et al., GPT-2, 2019, section 2.3).
static double deviation_of(TensorId id, const Sizes *sizes) {
    double writers = 2.0 * sizes->L;
    switch (id) {
    case TOKEN_EMBEDDING_WEIGHT:
    case ATTENTION_QUERY_WEIGHT:
    case ATTENTION_KEY_WEIGHT:
    case ATTENTION_VALUE_WEIGHT:
    case FEED_FORWARD_UP_WEIGHT:
        return 1 / sqrt(sizes->D);
    case ATTENTION_OUTPUT_WEIGHT:
        return 1 / sqrt(writers * sizes->D);
    case FEED_FORWARD_DOWN_WEIGHT:
        return 1 / sqrt(writers * sizes->F);
    default:
        return 0;
    }
}

static bool is_gain(TensorId id) {
    return id == ATTENTION_NORM_WEIGHT || id == FEED_FORWARD_NORM_WEIGHT || id == FINAL_NORM_WEIGHT;
}

static void begin_weights(Model *model, Prng *prng) {
    Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows; row++) {
        const TraceRow *at = &trace->rows[row];
        int cells = at->size0 * at->size1;
        TensorId id = (TensorId)at->tensor;
        if (is_gain(id))
            for (int i = 0; i < cells; i++)
                trace->data[row][i] = 1;
        else
            fill_normal(trace->data[row], cells, deviation_of(id, &model->flow.sizes), prng);
    }
}

Status trainer_open(Trainer *trainer, const Recipe *recipe, Problem *problem) {
    *trainer = (Trainer){.recipe = *recipe, .prng = prng_open((uint64_t)recipe->seed, 1)};
    Model *models[] = {&trainer->model, &trainer->gradients, &trainer->first, &trainer->second};
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < 4; i++)
        status = model_open(models[i], &recipe->config, problem);
    if (status == STATUS_OK) {
        trainer->examples = heap_alloc((size_t)recipe->batch * sizeof(Example));
        if (!trainer->examples)
            status = problem_say(problem, STATUS_NO_MEMORY, "There is no room for a batch of %d.",
                                 recipe->batch);
    }
    if (status != STATUS_OK) {
        trainer_close(trainer);
        return status;
    }
    Prng weights = prng_open((uint64_t)recipe->seed, 0);
    begin_weights(&trainer->model, &weights);
    return STATUS_OK;
}

void trainer_close(Trainer *trainer) {
    model_close(&trainer->model);
    model_close(&trainer->gradients);
    model_close(&trainer->first);
    model_close(&trainer->second);
    heap_free(trainer->examples);
    *trainer = (Trainer){0};
}

// Variations and focus grow over the first half: who does what comes first, and only then
// what was said about them (Bengio et al., "Curriculum Learning", 2009).
static double grown_at(const Recipe *recipe, int step) {
    double grown = 2.0 * step / recipe->steps;
    return grown < 1 ? grown : 1;
}

static void draw_batch(Trainer *trainer) {
    const Recipe *recipe = &trainer->recipe;
    Prng *prng = &trainer->prng;
    double grown = grown_at(recipe, trainer->step);
    Scene scene = {0};
    for (int i = 0; i < recipe->batch; i++) {
        if (recipe->far_fillers > 0) {
            scene_draw_far(&scene, prng_below(prng, recipe->far_fillers + 1), prng);
        } else if (i > 0 && prng_chance(prng, recipe->varied * grown)) {
            scene_vary(&scene, prng);
        } else {
            bool focus = prng_chance(prng, recipe->focus * grown);
            do {
                scene_draw_from(&scene, false, prng);
            } while (focus && !scene_has_evidence(&scene));
        }
        example_make(&trainer->examples[i], &scene, recipe, &trainer->prng);
        if (prng_chance(&trainer->prng, recipe->masked_sentences))
            example_mask(&trainer->examples[i], recipe->masked_words, &trainer->prng);
    }
}

// Begins a run of one example in `model`, with its two names as candidates.
static Status begin(const Trainer *trainer, Model *model, const Example *example, int padding,
                    Problem *problem) {
    const int32_t names[] = {example->agent, example->patient};
    const Request request = {
        .ids = example->ids,
        .n_tokens = example->length,
        .candidates = names,
        .n_candidates = 2,
        .causal = trainer->recipe.causal,
        .padding_id = padding,
        .position = trainer->recipe.config.settings.position,
        .scale = SCALE_SQRT_K,
        .fault = FAULT_NONE,
        .lean = true,
    };
    return model_begin(model, &request, problem);
}

static Status begin_both(Trainer *trainer, const Example *example, int padding, Problem *problem) {
    Status status = begin(trainer, &trainer->model, example, padding, problem);
    if (status == STATUS_OK)
        status = begin(trainer, &trainer->gradients, example, padding, problem);
    return status;
}

// Predicts at the rows that are asked for.
static void predict_rows(const Flow *flow, const bool *active /* [T] */) {
    for (Rows rows = {0, 0}; rows_next(&rows, active, flow->sizes.T);) {
        Flow at = flow_at(flow, rows);
        step_final_norm(&at, -1);
        step_predict(&at, -1);
    }
}

Status trainer_read(Trainer *trainer, const Example *example, Problem *problem) {
    Status status = begin(trainer, &trainer->model, example, NO_PADDING, problem);
    if (status != STATUS_OK)
        return status;
    const Flow *flow = &trainer->model.flow;
    bool active[EXAMPLE_WORDS_MOST] = {false};
    active[example->reading] = true;
    walk_until(flow, STEP_FINAL_NORM);
    predict_rows(flow, active);
    return STATUS_OK;
}

Status trainer_learn(Trainer *trainer, const Example *example, const Shares *shares, int padding,
                     Problem *problem) {
    const Recipe *recipe = &trainer->recipe;
    const Flow *flow = &trainer->model.flow, *gradients = &trainer->gradients.flow;
    Status status = begin_both(trainer, example, padding, problem);
    if (status != STATUS_OK)
        return status;
    bool active[EXAMPLE_WORDS_MOST];
    loss_rows(active, example, recipe);
    walk_until(flow, STEP_FINAL_NORM);
    if (recipe->objective.matching > 0)
        match_learn(flow, gradients, example, recipe, shares, &trainer->loss);
    predict_rows(flow, active);
    loss_read(flow, gradients, example, recipe, shares, &trainer->loss);
    backward_run(flow, gradients, active);
    return STATUS_OK;
}

Status trainer_reach(Trainer *trainer, const Example *example, int word, Problem *problem) {
    const Flow *flow = &trainer->model.flow, *gradients = &trainer->gradients.flow;
    Status status = begin_both(trainer, example, NO_PADDING, problem);
    if (status != STATUS_OK)
        return status;
    bool active[EXAMPLE_WORDS_MOST] = {false};
    active[example->reading] = true;
    walk_until(flow, STEP_FINAL_NORM);
    predict_rows(flow, active);
    model_tensor(gradients, LOGITS)[(size_t)example->reading * flow->sizes.V + word] = 1;
    backward_run(flow, gradients, active);
    adamw_clear(gradients);
    return STATUS_OK;
}

// Up in a straight line, then down half a cosine (Loshchilov and Hutter, "SGDR", 2017).
double trainer_rate(const Recipe *recipe, int step) {
    if (step < recipe->warm_up)
        return recipe->rate * (step + 1) / recipe->warm_up;
    double span = recipe->steps - recipe->warm_up;
    double sine, cosine;
    sine_cosine(&sine, &cosine, PI * (step - recipe->warm_up) / (span > 0 ? span : 1));
    return recipe->rate * (recipe->last_rate + (1 - recipe->last_rate) * 0.5 * (1 + cosine));
}

static Status take_step(Trainer *trainer, Problem *problem) {
    const Recipe *recipe = &trainer->recipe;
    draw_batch(trainer);
    Shares shares = shares_of(trainer->examples, recipe->batch, recipe);
    trainer->loss = (Loss){0};
    for (int i = 0; i < recipe->batch; i++) {
        Status status = trainer_learn(trainer, &trainer->examples[i], &shares, NO_PADDING, problem);
        if (status != STATUS_OK)
            return status;
    }
    if (!isfinite(loss_total(&trainer->loss, &recipe->objective)))
        return problem_say(problem, STATUS_NOT_FINITE,
                           "The loss is no longer a number after %d steps; "
                           "start again with a lower learning rate.",
                           trainer->step);
    AdamW adamw = {.rate = trainer_rate(recipe, trainer->step),
                   .first = 0.9,
                   .second = 0.98,
                   .decay = recipe->decay,
                   .clip = recipe->clip,
                   .step = trainer->step + 1};
    trainer->length = adamw_step(&adamw, &trainer->model.flow, &trainer->gradients.flow,
                                 &trainer->first.flow, &trainer->second.flow);
    trainer->step++;
    return STATUS_OK;
}

Status trainer_advance(Trainer *trainer, int steps, Problem *problem) {
    Status status = STATUS_OK;
    while (status == STATUS_OK && steps-- > 0 && trainer->step < trainer->recipe.steps)
        status = take_step(trainer, problem);
    return status;
}

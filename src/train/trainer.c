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

static void fill_normal(float *cells /* [n] */, int n, double deviation, Dice *dice) {
    for (int i = 0; i < n; i++)
        cells[i] = (float)(deviation * dice_normal(dice));
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

static void begin_weights(Model *model, Dice *dice) {
    Trace *trace = &model->flow.trace;
    for (int row = 0; row < trace->n_rows; row++) {
        const TraceRow *at = &trace->rows[row];
        int cells = at->size0 * at->size1;
        TensorId id = (TensorId)at->tensor;
        if (is_gain(id))
            for (int i = 0; i < cells; i++)
                trace->data[row][i] = 1;
        else
            fill_normal(trace->data[row], cells, deviation_of(id, &model->flow.sizes), dice);
    }
}

Status trainer_open(Trainer *trainer, const Recipe *recipe, Problem *problem) {
    *trainer = (Trainer){.recipe = *recipe, .dice = dice_open((uint64_t)recipe->seed, 1)};
    Model *models[] = {&trainer->model, &trainer->slopes, &trainer->first, &trainer->second};
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < 4; i++)
        status = model_open(models[i], &recipe->config, problem);
    if (status == STATUS_OK) {
        trainer->examples = heap_take((size_t)recipe->batch * sizeof(Example));
        if (!trainer->examples)
            status = problem_say(problem, STATUS_NO_MEMORY, "There is no room for a batch of %d.",
                                 recipe->batch);
    }
    if (status != STATUS_OK) {
        trainer_close(trainer);
        return status;
    }
    Dice weights = dice_open((uint64_t)recipe->seed, 0);
    begin_weights(&trainer->model, &weights);
    return STATUS_OK;
}

void trainer_close(Trainer *trainer) {
    model_close(&trainer->model);
    model_close(&trainer->slopes);
    model_close(&trainer->first);
    model_close(&trainer->second);
    heap_give(trainer->examples);
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
    Dice *dice = &trainer->dice;
    double grown = grown_at(recipe, trainer->step);
    Scene scene = {0};
    for (int i = 0; i < recipe->batch; i++) {
        if (recipe->far_fillers > 0) {
            scene_draw_far(&scene, dice_below(dice, recipe->far_fillers + 1), dice);
        } else if (i > 0 && dice_chance(dice, recipe->varied * grown)) {
            scene_vary(&scene, dice);
        } else {
            bool focus = dice_chance(dice, recipe->focus * grown);
            do {
                scene_draw_from(&scene, false, dice);
            } while (focus && !scene_has_evidence(&scene));
        }
        example_make(&trainer->examples[i], &scene, recipe, &trainer->dice);
        if (dice_chance(&trainer->dice, recipe->masked_sentences))
            example_mask(&trainer->examples[i], recipe->masked_words, &trainer->dice);
    }
}

// What a run of the example asks for; its lists are those of the example.
static Request request_of(const Trainer *trainer, const Example *example, int padding) {
    return (Request){
        .ids = example->ids,
        .n_tokens = example->length,
        .causal = trainer->recipe.causal,
        .padding_id = padding,
        .position = trainer->recipe.config.settings.position,
        .scale = SCALE_SQRT_K,
        .fault = FAULT_NONE,
    };
}

// Mix and merge without what they make only to be looked at: sums, means and shares of the heads.
static void mix_and_merge(const Flow *flow, int layer) {
    int t = flow->sizes.T, d = flow->sizes.D, k = flow->sizes.K;
    for (int head = 0; head < flow->sizes.H; head++) {
        rows_mix(head_tensor(flow, HEAD_OUTPUT, layer, head),
                 head_tensor(flow, WEIGHTS, layer, head), head_tensor(flow, VALUE, layer, head), t,
                 k, t);
        place_head(layer_tensor(flow, CONCAT, layer) + (size_t)head * k, d, flow, layer, head);
    }
    project_concat(flow, layer);
}

// Forwards up to the final norm.
static void walk_to_norm(const Flow *flow) {
    for (int step = 0; step < STEP_COUNT; step++)
        if (STEPS[step].section == SECTION_BEFORE)
            STEPS[step].run(flow, -1);
    for (int layer = 0; layer < flow->sizes.L; layer++)
        for (int step = 0; step < STEP_COUNT; step++)
            if (step == STEP_MIX)
                mix_and_merge(flow, layer);
            else if (STEPS[step].section == SECTION_LAYER && step != STEP_MERGE)
                STEPS[step].run(flow, layer);
    step_final_norm(flow, -1);
}

// Predicts at the rows that are asked for, as step_predict does at all of them; rows that stand
// together are projected together.
static void predict_rows(const Flow *flow, const bool *active /* [T] */) {
    int v = flow->sizes.V, d = flow->sizes.D, t_count = flow->sizes.T;
    float *logits = model_tensor(flow, LOGITS);               // [T,V]
    float *probabilities = model_tensor(flow, PROBABILITIES); // [T,V]
    for (int first = 0, count; first < t_count; first += count + 1) {
        for (count = 0; first + count < t_count && active[first + count];)
            count++;
        rows_project(logits + (size_t)first * v, model_tensor(flow, FINAL) + (size_t)first * d,
                     model_tensor(flow, TOKEN_EMBEDDING_WEIGHT),
                     model_tensor(flow, PREDICTION_BIAS), count, v, d);
        for (int t = first; t < first + count; t++) {
            float *row = logits + (size_t)t * v, *shares = probabilities + (size_t)t * v;
            float sum = row_exp(shares, row, row_max(row, v), v);
            row_scale(shares, shares, 1 / sum, v);
        }
    }
}

Status trainer_read(Trainer *trainer, const Example *example, Problem *problem) {
    const int32_t names[] = {example->agent, example->patient};
    Request request = request_of(trainer, example, NO_PADDING);
    request.candidates = names;
    request.n_candidates = 2;
    Status status = model_begin(&trainer->model, &request, problem);
    if (status == STATUS_OK) {
        walk_to_norm(&trainer->model.flow);
        step_predict(&trainer->model.flow, -1);
    }
    return status;
}

Status trainer_learn(Trainer *trainer, const Example *example, const Shares *shares, int padding,
                     Problem *problem) {
    bool active[EXAMPLE_WORDS_MOST];
    Request request = request_of(trainer, example, padding);
    Status status = model_begin(&trainer->model, &request, problem);
    if (status == STATUS_OK)
        status = model_begin(&trainer->slopes, &request, problem);
    if (status != STATUS_OK)
        return status;
    const Flow *flow = &trainer->model.flow, *slopes = &trainer->slopes.flow;
    walk_to_norm(flow);
    loss_rows(active, example, &trainer->recipe);
    predict_rows(flow, active);
    loss_read(flow, slopes, example, &trainer->recipe, shares, &trainer->loss);
    if (trainer->recipe.objective.matching > 0)
        match_read(flow, slopes, example, &trainer->recipe, shares, &trainer->loss);
    backward_run(flow, slopes, active);
    return STATUS_OK;
}

Status trainer_reach(Trainer *trainer, const Example *example, int word, Problem *problem) {
    bool active[EXAMPLE_WORDS_MOST] = {false};
    Request request = request_of(trainer, example, NO_PADDING);
    Status status = model_begin(&trainer->model, &request, problem);
    if (status == STATUS_OK)
        status = model_begin(&trainer->slopes, &request, problem);
    if (status != STATUS_OK)
        return status;
    const Flow *flow = &trainer->model.flow, *slopes = &trainer->slopes.flow;
    walk_to_norm(flow);
    active[example->reading] = true;
    predict_rows(flow, active);
    model_tensor(slopes, LOGITS)[(size_t)example->reading * flow->sizes.V + word] = 1;
    backward_run(flow, slopes, active);
    adamw_clear(slopes);
    return STATUS_OK;
}

// Up in a straight line, then down half a cosine (Loshchilov and Hutter, "SGDR", 2017).
double trainer_rate(const Recipe *recipe, int step) {
    if (step < recipe->warm_up)
        return recipe->rate * (step + 1) / recipe->warm_up;
    double span = recipe->steps - recipe->warm_up;
    double sine, cosine;
    real_turn(&sine, &cosine, PI * (step - recipe->warm_up) / (span > 0 ? span : 1));
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
    trainer->length = adamw_step(&adamw, &trainer->model.flow, &trainer->slopes.flow,
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

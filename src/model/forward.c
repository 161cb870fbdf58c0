// Forward: see forward.h.
#include "model/forward.h"

#include "model/finite.h"

static int steps_in(Section section) {
    int count = 0;
    for (int step = 0; step < STEP_COUNT; step++)
        count += STEPS[step].section == section;
    return count;
}

int forward_step_count(const Sizes *sizes) {
    return steps_in(SECTION_BEFORE) + sizes->L * steps_in(SECTION_LAYER) + steps_in(SECTION_AFTER);
}

// The step and the layer (−1 outside the layers) at a flattened index.
static StepId step_at(const Sizes *sizes, int index, int *layer) {
    int before = steps_in(SECTION_BEFORE), each = steps_in(SECTION_LAYER);
    int in_layers = index - before, after = in_layers - sizes->L * each;
    *layer = -1;
    if (in_layers < 0)
        return (StepId)index;
    if (after >= 0)
        return (StepId)(before + each + after);
    *layer = in_layers / each;
    return (StepId)(before + in_layers % each);
}

static Status check_span(const Model *model, int from, int to, Problem *problem) {
    int count = forward_step_count(&model->flow.sizes);
    if (!model->begun)
        return problem_say(problem, STATUS_BAD_STEP, "There is no input yet; begin a run first.");
    if (from < 0 || to < from || to >= count)
        return problem_say(problem, STATUS_BAD_STEP,
                           "Steps %d to %d are not a span of the walk, which goes from 0 to %d.",
                           from, to, count - 1);
    if (from > model->n_done)
        return problem_say(problem, STATUS_BAD_STEP,
                           "Step %d needs the results of step %d, which has not run; start there.",
                           from, model->n_done);
    return STATUS_OK;
}

Status forward_run(Model *model, int from, int to, Problem *problem) {
    Status status = check_span(model, from, to, problem);
    for (int index = from; status == STATUS_OK && index <= to; index++) {
        int layer;
        StepId step = step_at(&model->flow.sizes, index, &layer);
        STEPS[step].run(&model->flow, layer);
        status = finite_check(&model->flow, step, layer, problem);

        // The results of a step that failed are no ground to go on from.
        if (status != STATUS_OK)
            model->n_done = index;
        else if (model->n_done < index + 1)
            model->n_done = index + 1;
    }
    return status;
}

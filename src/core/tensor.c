// Tensor: see tensor.h.
#include "core/tensor.h"

const char *scope_name(Scope scope) {
    static const char *const names[SCOPE_COUNT] = {"model", "layer", "head"};
    return names[scope];
}

static const struct {
    const char *name;
    char letter;
} AXES[AXIS_COUNT] = {
    [AXIS_TOKEN] = {"token", 'T'},
    [AXIS_KEY] = {"key", 'T'},
    [AXIS_WORD] = {"word", 'V'},
    [AXIS_CANDIDATE] = {"candidate", 'C'},
    [AXIS_DIMENSION] = {"dimension", 'D'},
    [AXIS_HEAD_DIMENSION] = {"head_dimension", 'K'},
    [AXIS_HIDDEN] = {"hidden", 'F'},
    [AXIS_OUT] = {"out", 'D'},
    [AXIS_IN] = {"in", 'D'},
};

const char *axis_name(Axis axis) {
    return AXES[axis].name;
}

char axis_letter(Axis axis) {
    return AXES[axis].letter;
}

int tensor_rank(const TensorInfo *info) {
    return info->axes[1] == AXIS_NONE ? 1 : 2;
}

int tensor_size(const TensorInfo *info, const Sizes *sizes, int axis) {
    switch (axis_letter(info->axes[axis])) {
    case 'T':
        return sizes->T;
    case 'D':
        return sizes->D;
    case 'K':
        return sizes->K;
    case 'V':
        return sizes->V;
    case 'C':
        return sizes->C;
    case 'F':
        return sizes->F;
    default:
        return 1;
    }
}

double tensor_copies(const TensorInfo *info, const Sizes *sizes) {
    switch (info->scope) {
    case SCOPE_MODEL:
        return 1;
    case SCOPE_LAYER:
        return sizes->L;
    default:
        return (double)sizes->L * sizes->H;
    }
}

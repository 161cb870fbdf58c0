// Tensor: see tensor.h.
#include "core/tensor.h"

#include "core/check.h"

const char *scope_name(Scope scope) {
    static const char *const names[SCOPE_COUNT] = {"model", "layer", "head"};
    return names[scope];
}

static int letter_size(const Sizes *sizes, char letter) {
    switch (letter) {
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
        CHECK(!"a letter that is an axis of some tensor");
        return 0;
    }
}

int tensor_rank(const TensorInfo *info) {
    return info->shape[1] ? 2 : 1;
}

int tensor_size(const TensorInfo *info, const Sizes *sizes, int axis) {
    return axis < tensor_rank(info) ? letter_size(sizes, info->shape[axis]) : 1;
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

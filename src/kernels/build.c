// Which body of simd.h these kernels were compiled with.
#include "kernels/kernels.h"

#include "kernels/simd.h"

const char *kernels_build(void) {
    return SIMD_BUILD;
}

// The engine's C on this machine's own compiler, for the sanitizers: build.mk compiles it twice,
// with the scalar and (through SIMDe) with the SIMD body of simd.h, in hard mode (arena.c).
#include "check.h"

#include "kernels/kernels.h"

#include <stdarg.h>
#include <stdio.h>

static int passed = 0;
static int failed = 0;

bool expect(bool holds, const char *what, ...) {
    if (holds) {
        passed++;
        return true;
    }
    failed++;
    va_list arguments;
    va_start(arguments, what);
    printf("expected: ");
    vprintf(what, arguments);
    printf("\n");
    va_end(arguments);
    return false;
}

// xorshift64* (Vigna, 2016).
static uint32_t random_next(Random *random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (uint32_t)((random->state * 0x2545F4914F6CDD1Du) >> 32);
}

int random_below(Random *random, int n) {
    return (int)(random_next(random) % (uint32_t)n);
}

double random_number(Random *random) {
    return random_next(random) / 2147483648.0 - 1;
}

int main(void) {
    test_walk();
    test_rows();
    test_attention();
    test_entry();
    test_handles();
    test_fuzz();
    test_gradient();
    test_corpus();
    test_recurrent();
    test_learning();
    test_half();
    test_trainer();
    printf("native (%s): %d passed, %d failed\n", kernels_build(), passed, failed);
    return failed > 0;
}

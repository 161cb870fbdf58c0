// What must hold before anything else does: the compiler keeps IEEE arithmetic, and a broken
// promise inside the engine stops at once.
//
// Masked scores are true minus infinity and a NaN in a weight must be found, so a build that
// lets the compiler assume "no infinities, no NaN" would give silently wrong numbers.
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "Build without -ffast-math and -ffinite-math-only: masks are true infinities."
#endif

// For mistakes of this code, never of its caller: callers get a status. A trap needs no library;
// <assert.h> would add imports to the module.
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_trap();                                                                      \
    } while (0)

#endif

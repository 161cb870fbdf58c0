// Arena: see arena.h.
//
// Hard mode (-DATTN_HARD, native tests) makes faults visible that one large block would hide:
// every piece is followed by a gap that the address sanitizer guards, and blocks are never used
// again, so that a pointer kept from an earlier run is a use after free.
#include "core/arena.h"

#include "core/check.h"
#include "core/heap.h"

#include <math.h>
#include <string.h>

static const double GIB = 1073741824;
enum { ALIGN = 16 }; // pieces start at multiples of it, as seen from the block

#ifdef ATTN_HARD
#include <sanitizer/asan_interface.h>
enum { GAP = 32, REUSE = 0 };
static void guard(void *from, size_t bytes) {
    ASAN_POISON_MEMORY_REGION(from, bytes);
}
static void unguard(void *from, size_t bytes) {
    ASAN_UNPOISON_MEMORY_REGION(from, bytes);
}
#else
enum { GAP = 0, REUSE = 1 };
static void guard(void *from, size_t bytes) {
    (void)from, (void)bytes;
}
static void unguard(void *from, size_t bytes) {
    (void)from, (void)bytes;
}
#endif

double arena_size(double bytes) {
    return ceil(bytes / ALIGN) * ALIGN + GAP;
}

Status arena_open(Arena *arena, double bytes, Problem *problem) {
    if (bytes > HEAP_LIMIT)
        return problem_say(problem, STATUS_TOO_LARGE,
                           "These sizes need %.3g GiB, and there can be %.3g GiB in all; "
                           "choose a smaller model or fewer tokens.",
                           bytes / GIB, HEAP_LIMIT / GIB);
    if (REUSE && bytes <= (double)arena->size) {
        memset(arena->block, 0, arena->used);
        arena->used = 0;
        return STATUS_OK;
    }
    char *block = heap_alloc((size_t)bytes);
    if (!block)
        return problem_say(problem, STATUS_NO_MEMORY,
                           "These sizes need %.3g GiB, and of %.3g GiB not so much is left; "
                           "release what is no longer used, or choose fewer tokens.",
                           bytes / GIB, HEAP_LIMIT / GIB);
    arena_close(arena);
    *arena = (Arena){.block = block, .size = (size_t)bytes, .used = 0};
    return STATUS_OK;
}

void *arena_alloc(Arena *arena, size_t bytes) {
    size_t room = (size_t)arena_size((double)bytes);
    CHECK(room <= arena->size - arena->used);
    char *piece = arena->block + arena->used;
    arena->used += room;
    guard(piece + bytes, room - bytes);
    return piece;
}

void arena_close(Arena *arena) {
    if (arena->block)
        unguard(arena->block, arena->size);
    heap_free(arena->block);
    *arena = (Arena){.block = NULL, .size = 0, .used = 0};
}

// Arena: one block of zeros, sized before the work starts, handed out from front to back and
// released as a whole. Nothing inside a run allocates.
#ifndef CORE_ARENA_H
#define CORE_ARENA_H

#include "core/status.h"

#include <stddef.h>

typedef struct Arena {
    char *block;
    size_t size;
    size_t used;
} Arena;

// Bytes that arena_take(…, bytes) uses up. In double, so that absurd sizes add up to a large
// number and not to a small one that wrapped around.
double arena_room(double bytes);

// Makes `arena` an empty arena with room for `bytes` (a sum of arena_room). A block that is large
// enough is used again, otherwise a new one is taken and then the old one released: on failure the
// arena is as it was. too_large if there can never be so much memory, no_memory if there is not
// now.
Status arena_open(Arena *arena, double bytes, Problem *problem);

// The next `bytes`, zeroed and aligned for any number. A copy of an Arena begins where it was
// copied and hands out the same bytes once more, as they then are: scratch for a call, not zeroed.
void *arena_take(Arena *arena, size_t bytes);

// Releases the block. A zeroed Arena is fine.
void arena_close(Arena *arena);

#endif

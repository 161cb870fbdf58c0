// Heap: see heap.h.
#include "core/heap.h"

#include <stdlib.h>

void *heap_alloc(size_t bytes) {
    return calloc(1, bytes);
}

void heap_free(void *block) {
    free(block);
}

#ifdef __wasm__

int32_t heap_offset(const void *pointer) {
    return (int32_t)(uintptr_t)pointer;
}

enum { WASM_PAGE = 65536 };

extern unsigned char __heap_base; // placed by the linker behind data and stack

// Moves the end of the used memory by `change` bytes and returns where it was, or (void *)-1
// when the memory cannot grow so far. malloc is its only caller.
void *sbrk(intptr_t change);
void *sbrk(intptr_t change) {
    static uintptr_t end = 0;
    if (end == 0)
        end = (uintptr_t)&__heap_base;

    uintptr_t before = end;
    uintptr_t after = before + (uintptr_t)change;
    if (change > 0 && after < before)
        return (void *)-1;

    uintptr_t have = __builtin_wasm_memory_size(0) * (uintptr_t)WASM_PAGE;
    if (after > have) {
        uintptr_t pages = (after - have + WASM_PAGE - 1) / WASM_PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (uintptr_t)-1)
            return (void *)-1;
    }
    end = after;
    return (void *)before;
}

#else

int32_t heap_offset(const void *pointer) {
    (void)pointer;
    return 0;
}

#endif

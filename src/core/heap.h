// Heap: where blocks come from. There are few and they are large (two per engine and the io
// area), so the C library's malloc does the work; in WebAssembly this file also provides the
// sbrk that malloc grows by, because Emscripten's own would import a function from JavaScript.
#ifndef CORE_HEAP_H
#define CORE_HEAP_H

#include <stddef.h>
#include <stdint.h>

// All memory that there can be. The build sets it (emsdk-config/common.mk), for the module and for
// its C; a native build keeps to it as well, so that all builds refuse the same sizes.
#ifndef MEMORY_BYTES
#error "Build with -DMEMORY_BYTES=<the bound of the memory>, as emsdk-config/common.mk does."
#endif
#define HEAP_LIMIT ((double)MEMORY_BYTES)

// A block of at least `bytes` zeros, aligned for any number, or NULL if there is no such memory.
void *heap_alloc(size_t bytes);

// Gives a block back. NULL is fine.
void heap_free(void *block);

// Where `pointer` lies in the module's memory, in bytes from its start, as JavaScript counts.
// A native build has no such number and gives 0: its tests hold pointers.
int32_t heap_offset(const void *pointer);

#endif

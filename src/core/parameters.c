// Io: see io.h.
#include "core/parameters.h"

#include "core/heap.h"

enum { IO_LIMIT = MEMORY_BYTES / sizeof(double) };

static double *area = NULL;
static int size = 0;

double *parameters_reserve(int count, Problem *problem) {
    if (count < 1 || count > IO_LIMIT) {
        problem_say(problem, STATUS_BAD_INPUT,
                    "The parameter buffer cannot hold %d numbers; ask for 1 to %d.", count,
                    IO_LIMIT);
        return NULL;
    }
    if (count > size) {
        double *larger = heap_alloc((size_t)count * sizeof(double));
        if (!larger) {
            problem_say(
                problem, STATUS_NO_MEMORY,
                "There is no memory left for an parameter buffer of %d numbers; release what is no "
                "longer used.",
                count);
            return NULL;
        }
        heap_free(area);
        area = larger;
        size = count;
    }
    return area;
}

double *parameters_buffer(void) {
    return area;
}

int parameters_count(void) {
    return size;
}

// Io: see io.h.
#include "core/io.h"

#include "core/heap.h"

enum { IO_LIMIT = 1 << 27 }; // 2^27 float64 are 2^30 bytes

static double *area = NULL;
static int size = 0;

double *io_take(int count, Problem *problem) {
    if (count < 1 || count > IO_LIMIT) {
        problem_say(problem, STATUS_BAD_INPUT,
                    "The io area cannot hold %d numbers; ask for 1 to %d.", count, IO_LIMIT);
        return NULL;
    }
    if (count > size) {
        double *larger = heap_take((size_t)count * sizeof(double));
        if (!larger) {
            problem_say(problem, STATUS_NO_MEMORY,
                        "There is no room for an io area of %d numbers; release an engine.", count);
            return NULL;
        }
        heap_give(area);
        area = larger;
        size = count;
    }
    return area;
}

double *io_area(void) {
    return area;
}

int io_count(void) {
    return size;
}

// Trace: see trace.h.
#include "core/trace.h"

#include "core/check.h"
#include "core/heap.h"

_Static_assert(sizeof(TraceRow) == TRACE_ROW_FIELD_COUNT * sizeof(int32_t),
               "a row is as many int32 as it has field names");

const char *const TRACE_ROW_FIELDS[TRACE_ROW_FIELD_COUNT] = {"tensor", "layer", "head",  "rank",
                                                             "size0",  "size1", "offset"};

static double rows_in_all(const TensorInfo *catalogue, int n_tensors, const Sizes *sizes) {
    double rows = 0;
    for (int i = 0; i < n_tensors; i++)
        rows += tensor_copies(&catalogue[i], sizes);
    return rows;
}

double trace_table_bytes(const TensorInfo *catalogue, int n_tensors, const Sizes *sizes) {
    double rows = rows_in_all(catalogue, n_tensors, sizes);
    return arena_size(n_tensors * (double)sizeof(int)) +
           arena_size(rows * (double)sizeof(TraceRow)) + arena_size(rows * (double)sizeof(float *));
}

double trace_tensor_bytes(const TensorInfo *info, const Sizes *sizes, int size0, int size1) {
    double cells = (double)size0 * size1;
    return tensor_copies(info, sizes) * arena_size(cells * (double)sizeof(float));
}

double trace_data_bytes(const TensorInfo *catalogue, int n_tensors, const Sizes *sizes,
                        bool writable) {
    double bytes = 0;
    for (int i = 0; i < n_tensors; i++) {
        const TensorInfo *info = &catalogue[i];
        if (info->writable == writable)
            bytes += trace_tensor_bytes(info, sizes, tensor_size(info, sizes, 0),
                                        tensor_size(info, sizes, 1));
    }
    return bytes;
}

void trace_open(Trace *trace, Arena *arena, const TensorInfo *catalogue, int n_tensors,
                const Sizes *sizes) {
    size_t rows = (size_t)rows_in_all(catalogue, n_tensors, sizes);
    *trace = (Trace){
        .catalogue = catalogue,
        .n_tensors = n_tensors,
        .n_rows = 0,
        .first = arena_alloc(arena, (size_t)n_tensors * sizeof(int)),
        .rows = arena_alloc(arena, rows * sizeof(TraceRow)),
        .data = arena_alloc(arena, rows * sizeof(float *)),
    };
    int first = 0;
    for (int i = 0; i < n_tensors; i++) {
        trace->first[i] = first;
        first += (int)tensor_copies(&catalogue[i], sizes);
    }
}

void trace_place_tensor(Trace *trace, Arena *arena, const Sizes *sizes, int tensor, int size0,
                        int size1) {
    const TensorInfo *info = &trace->catalogue[tensor];
    int heads = info->scope == SCOPE_HEAD ? sizes->H : 1;
    TraceRow row = {
        .tensor = tensor,
        .rank = tensor_rank(info),
        .size0 = size0,
        .size1 = size1,
    };
    size_t cells = (size_t)row.size0 * (size_t)row.size1;
    int first = trace->first[tensor], copies = (int)tensor_copies(info, sizes);
    for (int copy = 0; copy < copies; copy++) {
        float *data = arena_alloc(arena, cells * sizeof(float));
        row.layer = info->scope == SCOPE_MODEL ? -1 : copy / heads;
        row.head = info->scope == SCOPE_HEAD ? copy % heads : -1;
        row.offset = heap_offset(data);
        trace->rows[first + copy] = row;
        trace->data[first + copy] = data;
    }
    if (trace->n_rows < first + copies)
        trace->n_rows = first + copies;
}

void trace_place(Trace *trace, Arena *arena, const Sizes *sizes, bool writable) {
    for (int tensor = 0; tensor < trace->n_tensors; tensor++) {
        const TensorInfo *info = &trace->catalogue[tensor];
        if (info->writable == writable)
            trace_place_tensor(trace, arena, sizes, tensor, tensor_size(info, sizes, 0),
                               tensor_size(info, sizes, 1));
    }
}

int trace_row(const Trace *trace, const Sizes *sizes, int tensor, int layer, int head) {
    const TensorInfo *info = &trace->catalogue[tensor];
    int copy = 0;
    if (info->scope == SCOPE_LAYER)
        copy = layer;
    if (info->scope == SCOPE_HEAD)
        copy = layer * sizes->H + head;
    int row = trace->first[tensor] + copy;
    CHECK(row < trace->n_rows);
    return row;
}

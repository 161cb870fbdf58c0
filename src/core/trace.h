// Trace: the table of every tensor that exists, weights and intermediates alike, with its place
// in memory. It is the one thing that crosses to JavaScript, and the only way by which a step
// finds its inputs and outputs.
//
// Rows stand in the order of the catalogue (a list of TensorInfo, weights first), then by layer,
// then by head. Weights get their places when the model is made, the others at each run.
#ifndef CORE_TRACE_H
#define CORE_TRACE_H

#include "core/arena.h"
#include "core/tensor.h"

#include <stdint.h>

// What JavaScript reads; TRACE_ROW_FIELDS names the fields in order.
typedef struct TraceRow {
    int32_t tensor;       // index in the catalogue
    int32_t layer, head;  // −1 when the tensor is not per layer, per head
    int32_t rank;         // 1 or 2
    int32_t size0, size1; // size1 is 1 when the rank is 1
    int32_t offset;       // in bytes from the start of the module's memory
} TraceRow;
enum { TRACE_ROW_FIELD_COUNT = 7 };
extern const char *const TRACE_ROW_FIELDS[TRACE_ROW_FIELD_COUNT];

typedef struct Trace {
    const TensorInfo *catalogue; // [n_tensors]
    int n_tensors;
    int n_rows;     // rows that have a place
    int *first;     // [n_tensors] row of each tensor's first copy
    TraceRow *rows; // [all rows]
    float **data;   // [all rows] where each row's numbers are
} Trace;

// Bytes for the table itself, for the weights, and for everything else.
double trace_table_bytes(const TensorInfo *catalogue, int n_tensors, const Sizes *sizes);
double trace_data_bytes(const TensorInfo *catalogue, int n_tensors, const Sizes *sizes,
                        bool writable);

// Makes the empty table in `arena`.
void trace_open(Trace *trace, Arena *arena, const TensorInfo *catalogue, int n_tensors,
                const Sizes *sizes);

// Bytes for all copies of one tensor that is [size0,size1] large.
double trace_tensor_bytes(const TensorInfo *info, const Sizes *sizes, int size0, int size1);

// Gives all copies of one tensor a zeroed place [size0,size1] in `arena`.
void trace_place_tensor(Trace *trace, Arena *arena, const Sizes *sizes, int tensor, int size0,
                        int size1);

// Gives all weights (or, if not `writable`, everything else) a zeroed place in `arena`.
void trace_place(Trace *trace, Arena *arena, const Sizes *sizes, bool writable);

// The row of a tensor; layer and head are ignored where the tensor has none.
int trace_row(const Trace *trace, const Sizes *sizes, int tensor, int layer, int head);

#endif

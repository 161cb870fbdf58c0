// Every step once more, in double and cell by cell, each from the inputs that the engine's own step
// had: a wrong cell is found in the step that made it.
#ifndef NATIVE_REFERENCE_H
#define NATIVE_REFERENCE_H

#include "steps/steps.h"

// Compares all that a finished run has in its trace; counts through expect().
void reference_compare(const Flow *flow);

// Its parts. `terms` is the size of what a cell is the sum of, and rounding a share of that.
void expect_cell(const Flow *flow, TensorId id, int layer, int head, size_t cell, double wanted,
                 double terms);

typedef struct Product {
    TensorId out; // [rows,columns] from `first` on
    size_t first;
    const float *x;    // [rows,inner]
    const float *w;    // [columns,inner]
    const float *bias; // [columns] or NULL
    int rows, columns, inner;
} Product;

void compare_product(const Flow *flow, Product product, int layer, int head);

// From the projections of one head to what it contributes.
void compare_head(const Flow *flow, int layer, int head);

#endif

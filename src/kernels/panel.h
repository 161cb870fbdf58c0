// Panels: up to 12 rows side by side, one in each lane, for products of many rows with the same
// matrix. Rules and naming as in kernels.h; how a panel lies:
//
//             lanes = vecs · VEC_LANES                rows [count,k], count ≤ lanes
//           ┌───────────────────────────┐
//     i = 0 │ row 0  row 1  row 2  …    │             panel[i][lane] = rows[lane][i]
//     i = 1 │ row 0  row 1  row 2  …    │
//           └───────────────────────────┘             lanes without a row hold zeros
//
// With the rows in lanes, the largest number, the sum and the quotient of a row need no step from
// one lane to another: they are the same instructions as for one number.
#ifndef KERNELS_PANEL_H
#define KERNELS_PANEL_H

#include <stdbool.h>
#include <stddef.h>

enum { PANEL_LANES_MOST = 12 };

// Lanes of a panel of so many Vecs, and how many Vecs the next panel of `rows` remaining rows
// takes: 2 or 3, so that as few lanes as may be stay without a row.
int panel_lanes(int vecs);
int panel_vecs(int rows);

// panel = the rows, times factor.                                        (panel_rows.c)
void panel_pack(float *panel /* [k,lanes] */, const float *rows /* [count,k] of [count,stride] */,
                size_t stride, int count, int k, float factor, int vecs);

// rows = the panel's, each times its lane's factor.                      (panel_rows.c)
void panel_unpack(float *rows /* [count,k] of [count,stride] */, size_t stride, int count,
                  const float *panel /* [k,lanes] */, int k, const float *factor /* [lanes] */,
                  int vecs);

// out = rows · panel, and top = max(top, every number of its lane).     (panel.c)
void panel_products(float *out /* [count,lanes] */, float *top /* [lanes] */,
                    const float *rows /* [count,k] of [count,stride] */, size_t stride,
                    const float *panel /* [k,lanes] */, int count, int k, int vecs);

// out = rowsᵀ · panel, or with `lost` (NULL: none) out += rowsᵀ · panel: lane r of out is the mix
// of all rows in the amounts of lane r. `lost` holds what the additions have rounded away so far,
// zeros before the first, so that their number does not add to the error.      (panel.c)
void panel_mix(float *out /* [k,lanes] */, float *lost /* [k,lanes] */,
               const float *rows /* [count,k] of [count,stride] */, size_t stride,
               const float *panel /* [count,lanes] */, int count, int k, int vecs);

// panel = e^(panel − top) for panel ≤ top, and exactly 0 from 87.7 below it on; sum += the panel's,
// with lost as in panel_mix. A NaN in the panel, of whatever bits, ends as a NaN in sum. top is
// finite.                                                                (panel_powers.c)
void panel_powers(float *panel /* [count,lanes] */, float *sum /* [lanes] */,
                  float *lost /* [lanes] */, const float *top /* [lanes] */, int count, int vecs);

// top = max(top, every number of its lane).                              (panel_powers.c)
void panel_raise_top(float *top /* [lanes] */, const float *panel /* [count,lanes] */, int count,
                     int vecs);

// Turns a panel of sums of e^(x − old) into one of sums of e^(x − top), for old ≤ top.
//                                                                        (panel_powers.c)
void panel_lower(float *panel /* [count,lanes] */, const float *old /* [lanes] */,
                 const float *top /* [lanes] */, int count, int vecs);

// Minus infinity in one row of the panel where the bit of a lane is 0.   (panel_powers.c)
void panel_keep_lanes(float *row /* [lanes] */, unsigned bits, int vecs);

// Weights of a linear layer as panels: how many floats they take, and the packing itself.
//                                                                        (packed.c)
size_t packed_floats(int n, int k);
void packed_pack(float *packed, const float *w /* [n,k] */, int n, int k);

// out = x · wᵀ + bias with w packed. bias may be NULL.                   (packed.c)
void packed_project(float *out /* [m,n] of [m,stride] */, size_t stride,
                    const float *x /* [m,k] of [m,x_stride] */, size_t x_stride,
                    const float *packed, const float *bias /* [n] */, int m, int n, int k);

#endif

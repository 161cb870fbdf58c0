// Attention without a model and without a trace, as fast as it goes: for those who have queries,
// keys and values of their own (variants/attention.h), or an input and the weights of one
// multi-head block (variants/multi_head.h).
//
//     double *io = attn_direct_io(14);      write manifest.attention.fields there, then cuts
//     int h = attn_direct_attention();
//     float *q = attn_direct_place(h, 0);   write the queries; keys and values alike
//     attn_direct_run(h);
//     attn_direct_place(h, 3);              the output, which the next run overwrites
//
// Places lie in the module's memory and hold until their handle is destroyed (input and output of
// a block: until the next attn_direct_begin), but JavaScript's views of them are detached when
// memory grows: make views after any call that makes a handle or begins. Whoever fills a place
// directly saves a copy. Shapes and kinds of numbers: model/plan.h, model/block.h.
//
// Integers come back as status, as in attn.h; a call that fails changes nothing but the error text,
// except attn_direct_run with not_finite, whose output is then not to be used.
#ifndef ATTN_DIRECT_H
#define ATTN_DIRECT_H

#include "core/export.h"

#include <stdint.h>

// JSON, NUL-ended; lives as long as the module. model/direct.h says what is in it.
ATTN_EXPORT(attn_direct_manifest) const char *attn_direct_manifest(void);

// 0 when small attentions agree with float64; otherwise this build must not be used here.
ATTN_EXPORT(attn_direct_selftest) int attn_direct_selftest(void);

// A place for at least `count` float64, or NULL if there is no room or count is not in 1…2^27. What
// was written earlier is lost when it has to grow.
ATTN_EXPORT(attn_direct_io) double *attn_direct_io(int count);

// Makes an attention from manifest.attention.fields in the io area and n_cuts cuts (head, query,
// key) after them, and returns its handle. bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_attention) int attn_direct_attention(void);

// Makes a multi-head block, all zeros, from manifest.block.fields in the io area and returns its
// handle. bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_block) int attn_direct_block(void);

// Packs the numbers in a block's weight place as one of manifest.block.matrices. bad_handle,
// bad_input, not_finite.
ATTN_EXPORT(attn_direct_pack) int attn_direct_pack(int handle, int matrix);

// Makes room for a block's input and output, by manifest.block.run in the io area. bad_handle,
// bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_begin) int attn_direct_begin(int handle);

// Where a place of manifest.attention.places or manifest.block.places lies, or NULL if the handle
// has none of that number (yet).
ATTN_EXPORT(attn_direct_place) void *attn_direct_place(int handle, int place);

// Computes the output. bad_handle, bad_input, not_finite.
ATTN_EXPORT(attn_direct_run) int attn_direct_run(int handle);

// Writes manifest.attention.figures of an attention, or the scratch bytes alone of a block, into
// the io area. bad_handle, no_memory.
ATTN_EXPORT(attn_direct_figures) int attn_direct_figures(int handle);

// Writes into the io area how far the output of the latest run is from full softmax attention in
// float64, the largest difference over every step-th query of each head. bad_handle (also: of a
// block), bad_input, no_memory.
ATTN_EXPORT(attn_direct_difference) int attn_direct_difference(int handle, int step);

// Releases a handle and its memory. 0 is fine; bad_handle.
ATTN_EXPORT(attn_direct_destroy) int attn_direct_destroy(int handle);

// What went wrong in the latest call on this handle (with 0, or one that nothing has: without a
// handle or with a bad one), as JSON like attn_error's; "" when nothing did. Valid until the next
// call.
ATTN_EXPORT(attn_direct_error) const char *attn_direct_error(int handle);

#endif

// Attention without a model and without a trace, as fast as it goes: for those who have queries,
// keys and values of their own (variants/attention.h), or an input and the weights of one
// multi-head block (variants/multi_head.h).
//
//     double *request = attn_direct_parameters(14 + 3 n);
//                                           write manifest.attention.fields there, then n cuts
//     int h = attn_direct_attention();
//     float *q = attn_direct_buffer(h, 0);  write the queries; keys and values alike
//     attn_direct_run(h);
//     attn_direct_buffer(h, 3);             the output, which the next run overwrites
//
// Buffers lie in the module's memory and hold until their handle is destroyed (input and output of
// a block: until the next attn_direct_begin), but JavaScript's views of them are detached when
// memory grows: make views after any call that makes a handle or begins. Whoever fills a buffer
// directly saves a copy. Shapes and kinds of numbers: direct/plan.h, direct/multi_head_plan.h.
//
// Hidden pairs are as if they were not there: what no query of its head sees may be NaN or infinite
// and changes no bit; any other number must be finite (variants/visible.h).
//
// Integers come back as status, as in attn.h; a call that fails changes nothing but the error text,
// except attn_direct_run with not_finite, whose output is then not to be used.
#ifndef ATTN_DIRECT_H
#define ATTN_DIRECT_H

#include "core/export.h"

#include <stdint.h>

// JSON, NUL-ended; lives as long as the module. direct/direct.h says what is in it.
ATTN_EXPORT(attn_direct_manifest) const char *attn_direct_manifest(void);

// 0 when small attentions agree with float64; otherwise this build must not be used here.
ATTN_EXPORT(attn_direct_selftest) int attn_direct_selftest(void);

// A buffer for at least `count` float64, or NULL if there is no room or count is below 1. What
// was written earlier is lost when it has to grow.
ATTN_EXPORT(attn_direct_parameters) double *attn_direct_parameters(int count);

// Makes an attention from manifest.attention.fields in the parameter buffer and n_cuts cuts (head,
// query, key) after them, and returns its handle. bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_attention) int attn_direct_attention(void);

// Makes a multi-head block, all zeros, from manifest.block.fields in the parameter buffer and
// returns its handle. bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_block) int attn_direct_block(void);

// Packs the numbers in a block's weight buffer as one of manifest.block.matrices. bad_handle,
// bad_input, not_finite.
ATTN_EXPORT(attn_direct_pack) int attn_direct_pack(int handle, int matrix);

// Makes room for a block's input and output, by manifest.block.run in the parameter buffer.
// bad_handle, bad_input, too_large, no_memory.
ATTN_EXPORT(attn_direct_begin) int attn_direct_begin(int handle);

// Where a buffer of manifest.attention.buffers or manifest.block.buffers lies, or NULL if the
// handle has none of that number (yet).
ATTN_EXPORT(attn_direct_buffer) void *attn_direct_buffer(int handle, int buffer);

// Computes the output. bad_handle, bad_input, not_finite.
ATTN_EXPORT(attn_direct_run) int attn_direct_run(int handle);

// Writes manifest.attention.statistics of an attention, or the scratch bytes alone of a block, into
// the parameter buffer. bad_handle, no_memory.
ATTN_EXPORT(attn_direct_statistics) int attn_direct_statistics(int handle);

// Writes into the parameter buffer how far the output of the latest run is from full softmax
// attention in float64, the largest difference over every step-th query of each head. bad_handle
// (also: of a block), bad_input, no_memory.
ATTN_EXPORT(attn_direct_difference) int attn_direct_difference(int handle, int step);

// Releases a handle and its memory. 0 is fine; bad_handle.
ATTN_EXPORT(attn_direct_destroy) int attn_direct_destroy(int handle);

// What went wrong in the latest call on this handle (with 0, or one that nothing has: without a
// handle or with a bad one), as JSON like attn_error's; "" when nothing did. Valid until the next
// call.
ATTN_EXPORT(attn_direct_error) const char *attn_direct_error(int handle);

#endif

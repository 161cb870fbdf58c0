// Token Walk's engine: the public face.
//
// A self-attention encoder whose every intermediate can be read. A caller describes a model in
// numbers, writes its weights in place, begins a run, runs its steps, and reads everything out
// of one table, the trace. The manifest says what the numbers and names mean; a caller needs no
// struct of this code and repeats no constant of it.
//
//     double *io = attn_io(12);          write manifest.config's fields there
//     int h = attn_create();             a model of zeros
//     attn_trace(h);                     find each weight's row, write its numbers
//     io = attn_io(6 + n);               write manifest.run's fields and n token ids
//     attn_begin(h);                     lays out the activations
//     attn_run(h, 0, last);              runs the walk
//     attn_trace(h);                     find "weights", layer 1, head 0: [T,T] float32
//
// Numbers go in through the io area as float64. Integers come back as status: 0 is fine,
// negatives are the codes of manifest.status, and attn_error has the words. No call traps on
// anything a caller can pass, and one that fails changes nothing but the error text, except
// attn_run, which stops after the step whose results are not finite.
//
// Memory: an engine has two blocks, its weights and its latest run. The trace's offsets for
// weights hold until attn_destroy; those of activations until the next attn_begin. In
// WebAssembly any call of attn_io, attn_create, attn_begin or attn_saturation may grow the memory,
// which detaches JavaScript's views: make views after the call, and do not keep them.
#ifndef ATTN_H
#define ATTN_H

#include "core/export.h"

#include <stdint.h>

// The version of this interface; it changes when a call or a manifest entry changes its meaning.
ATTN_EXPORT(attn_abi) int attn_abi(void);

// JSON, NUL-ended; lives as long as the module. Keys: abi, build, config and run (field names in
// io order), choices (names behind a field's numbers), steps, tensors, saturation (names of its
// fields and results in io order), status, row.
ATTN_EXPORT(attn_manifest) const char *attn_manifest(void);

// Runs a small encoder with fixed weights, a mask and odd sizes, and compares it with recorded
// numbers. 0 when they agree; otherwise this machine or compiler computes wrongly and the build
// must not be used.
ATTN_EXPORT(attn_selftest) int attn_selftest(void);

// A place for at least `count` float64, shared by all engines, or NULL if there is no room or
// count is not in 1…2^27. What was written earlier is lost when it has to grow.
ATTN_EXPORT(attn_io) double *attn_io(int count);

// Makes an engine from the config fields in the io area, with all weights zero, and returns its
// handle, which is above 0 and never used again. bad_config, too_large, no_memory.
ATTN_EXPORT(attn_create) int attn_create(void);

// Releases an engine and all its memory. 0 is fine; bad_handle.
ATTN_EXPORT(attn_destroy) int attn_destroy(int handle);

// Fills all weights of an engine with seeded random numbers (model/random.h says which); what
// earlier steps computed stays. 0 is fine; bad_handle.
ATTN_EXPORT(attn_random_weights) int attn_random_weights(int handle, uint32_t seed);

// Reads from the io area the run fields, then ids [n_tokens], candidates [n_candidates], cuts
// [n_cuts,4] (layer, head, query, key) and heads off [n_heads_off,2] (layer, head), where −1
// stands for every one, and gives every intermediate a zeroed place. The fields scale and fault
// choose among the names of manifest.choices (variants/faults.h says what a fault does); a head
// that is off keeps its head_output and puts zeros into concat. bad_handle, bad_input, too_long,
// too_large, no_memory.
ATTN_EXPORT(attn_begin) int attn_begin(int handle);

// Runs the flattened steps from…to, both included; step k of layer l has the index
// before.length + l · layer.length + k. Results of other steps stay as they are, so after a
// change only what depends on it has to run again. bad_handle, bad_step, not_finite.
ATTN_EXPORT(attn_run) int attn_run(int handle, int from, int to);

// Decoding: a causal model read one token at a time, its keys and values kept. attn_decode_begin
// forgets all tokens; attn_decode reads one more, puts the logits of the next [V] into the io area
// and returns how many tokens have been read. They are bit for bit those of a causal run of the
// same tokens; the trace is not touched. bad_handle, no_memory, too_large; bad_input, too_long,
// not_finite.
ATTN_EXPORT(attn_decode_begin) int attn_decode_begin(int handle);
ATTN_EXPORT(attn_decode) int attn_decode(int handle, int id);

// The trace: rows of int32 in the field order of manifest.row, and how many there are. Before
// the first attn_begin it holds the weights, afterwards also every intermediate. NULL and
// bad_handle for an unknown handle. The table itself stays where it is until attn_destroy.
ATTN_EXPORT(attn_trace) const int32_t *attn_trace(int handle);
ATTN_EXPORT(attn_trace_rows) int attn_trace_rows(int handle);

// Products of two rows as the engine's floats: the io area holds a[count], then b[count]; they are
// rounded to float32, and the rounded products take the places 0…count − 1, their sum (of floats,
// in order) the place after. Needs no engine.
// 0 is fine; bad_input when count is negative or the area does not hold 2 · count numbers.
ATTN_EXPORT(attn_products) int attn_products(int count);

// Entropies of rows of probabilities that lie in attn_io, one row after the other: −Σ p ln p, in
// nats, where p = 0 adds nothing. They take the places 0…rows − 1. Status: bad_input if so many
// rows of such a width do not fit.
ATTN_EXPORT(attn_entropies) int attn_entropies(int rows, int width);

// Measures what dividing scores by √d_k does, on random vectors: reads manifest.saturation.fields
// from the io area and writes manifest.saturation.results there (model/saturation.h says what they
// are). Needs no engine, and time in proportion to draws · n_keys · (d_k + n_keys). 0 is fine;
// bad_input, too_large, no_memory.
ATTN_EXPORT(attn_saturation) int attn_saturation(void);

// What went wrong in the latest call on this engine, as JSON:
//   {"code":"not_finite","message":"One sentence.","step":"project","tensor":"query","layer":0,
//    "head":2,"row":3,"column":5}
// without the fields that do not apply, or "" when nothing did. With handle 0, or one that no
// engine has: about the latest call without an engine (attn_io, attn_create, attn_products,
// attn_saturation) or with a bad handle. Valid until the next call.
ATTN_EXPORT(attn_error) const char *attn_error(int handle);

#endif

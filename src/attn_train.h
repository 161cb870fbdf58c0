// Token Walk's trainer: the public face of the second module, attn-train.*.wasm.
//
// A model that learns before the reader's eyes, a slice at a time, so that a worker stays free to
// answer between two calls. The module has the engine's C inside, but none of its exports beyond
// attn_io (attn.h): a page that only reads never loads it.
//
//     double *io = attn_io(n);           write manifest.fields there, in their order
//     int h = attn_train_start();        a handle above 0, or a status
//     attn_train_advance(h, 20);         twenty steps; how many are done in all, or a status
//     attn_train_report(h, 400);         numbers in the io area, in the order of manifest.report
//     attn_train_export(h);              bytes of a .safetensors file in the io area; how many
//     attn_train_stop(h);
//
// Rules as in attn.h: negatives are statuses, attn_train_error has the words, no call traps on
// anything a caller can pass, and views of the memory are made after the call and not kept. The
// same fields give the same bytes, in slices of any size.
#ifndef ATTN_TRAIN_H
#define ATTN_TRAIN_H

#include "attn.h"

// JSON, NUL-ended: build; fields, [{name, value, low, high, whole}] with the value that the live
// figure begins with; report, the names of what attn_train_report gives; status.
ATTN_EXPORT(attn_train_manifest) const char *attn_train_manifest(void);

// Begins a run from the fields in the io area. bad_config says which number is wrong and what is
// allowed; too_large, no_memory.
ATTN_EXPORT(attn_train_start) int attn_train_start(void);

// Takes up to `steps` steps, fewer at the run's end, and returns how many are done in all.
// bad_handle, bad_input (not 1…1000 steps), not_finite (the loss is no number any more; the run is
// over and a lower learning rate may help).
ATTN_EXPORT(attn_train_advance) int attn_train_advance(int handle, int steps);

// Measures the model on `sentences` held-out ones and on the article's three cases; 0.
// bad_handle, bad_input (not 1…10000 sentences), no_memory.
ATTN_EXPORT(attn_train_report) int attn_train_report(int handle, int sentences);

// Writes the weights as a .safetensors file into the io area and returns its length in bytes.
// bad_handle, no_memory.
ATTN_EXPORT(attn_train_export) int attn_train_export(int handle);

// Releases a run. 0 is fine; bad_handle.
ATTN_EXPORT(attn_train_stop) int attn_train_stop(int handle);

// What went wrong in the latest call on this handle (with 0, or one that no run has: without a
// handle or with a bad one), as JSON like attn_error's; "" when nothing did. Valid until the next
// call.
ATTN_EXPORT(attn_train_error) const char *attn_train_error(int handle);

#endif

// What the module for attention without a model says of itself: its manifest and its self-test.
#ifndef DIRECT_DIRECT_H
#define DIRECT_DIRECT_H

enum { DIRECT_ABI = 1 };

// JSON, NUL-ended; lives as long as the module. Keys: abi, build; attention (fields, layouts,
// variants, buffers, statistics) and block (fields, run, buffers, matrices), names in the order of
// their numbers; status.
const char *direct_manifest(void);

// Compares small attentions of odd sizes with float64. 0 when they agree to 1e-5.
int direct_selftest(void);

#endif

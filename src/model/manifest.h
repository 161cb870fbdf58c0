// Manifest: everything JavaScript has to know about this build, as JSON made from the tables of
// the C code, so that no name, order or number is ever written down twice.
#ifndef MODEL_MANIFEST_H
#define MODEL_MANIFEST_H

// Changes when the meaning of an export or of a manifest entry changes.
enum { MANIFEST_ABI = 2 };

// The same text at each call, as long as the module lives.
const char *manifest_text(void);

#endif

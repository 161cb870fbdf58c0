// How a function of the public face becomes an export of the WebAssembly module.
#ifndef CORE_EXPORT_H
#define CORE_EXPORT_H

#ifdef __wasm__
#define ATTN_EXPORT(name) __attribute__((export_name(#name)))
#else
#define ATTN_EXPORT(name)
#endif

#endif

# WebAssembly SIMD: four floats at a time.
FLAGS_simd := -msimd128

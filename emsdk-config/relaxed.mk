# Relaxed SIMD: multiply and add in one instruction. Needs LLVM 16 or later: older ones emit the
# numbers of a draft, which browsers reject.
FLAGS_relaxed := -msimd128 -mrelaxed-simd

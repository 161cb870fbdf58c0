# Flags that all builds share.

# 64 KB of stack (the deepest call is vsnprintf's) and one megabyte to begin with. Memory grows as
# engines ask for it, up to a bound of 1 GiB; a bound reserves nothing. The C knows the
# bound too, so that what can never be had is refused in words.
STACK_BYTES   := 65536
INITIAL_BYTES := 1048576
MAXIMUM_BYTES := 1073741824

# No contraction of a·b + c by the compiler: only the relaxed build may fuse, where simd.h says so.
COMPILE := -std=c11 -O3 -ffp-contract=off -Isrc -DMEMORY_BYTES=$(MAXIMUM_BYTES) \
           -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wvla -Wundef -Werror

# Flags that all builds share.

# No contraction of a·b + c by the compiler: only the relaxed build may fuse, where simd.h says so.
COMPILE := -std=c11 -O3 -ffp-contract=off -Isrc \
           -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wvla -Wundef -Werror

# 64 KB of stack (the deepest call is vsnprintf's) and one megabyte to begin with. Memory grows as
# engines ask for it, up to a bound of 1 GiB; a bound reserves nothing.
STACK_BYTES   := 65536
INITIAL_BYTES := 1048576
MAXIMUM_BYTES := 1073741824

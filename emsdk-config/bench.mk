# What `make bench` measures in C: the machine's own peak, with the flags of the engine's builds, and a
# plain loop as anybody would compile it, strict and with sums that may be reordered.

BENCH_WASM := $(patsubst %,.build/bench/%.wasm,peak.simd peak.relaxed loop.strict loop.reassociated)

.PHONY: bench-wasm
bench-wasm: $(BENCH_WASM)

FLAGS_strict       := -O3 -msimd128
FLAGS_reassociated := -O3 -msimd128 -DREASSOCIATE

# bench_module <source> <build> <flags>: the exports are those that the source names.
define bench_module
	@mkdir -p $(@D)
	@sed -n 's/^EXPORT(\(.*\))$$/\1/p' $(1) >.build/bench/exports.txt
	@BUILD='$(2)' FLAGS='$(3)' SOURCES='$(1)' EXPORTS=.build/bench/exports.txt \
	 STACK_BYTES=$(STACK_BYTES) INITIAL_BYTES=$(INITIAL_BYTES) MAXIMUM_BYTES=$(MAXIMUM_BYTES) \
	 sh $(CONFIG)/wasm.sh $@
endef

.build/bench/peak.%.wasm: tests/bench/peak.c $(wildcard $(CONFIG)/*.mk $(CONFIG)/*.sh)
	$(call bench_module,$<,$*,$(COMPILE) $(FLAGS_$*))

.build/bench/loop.%.wasm: tests/bench/loop.c $(wildcard $(CONFIG)/*.mk $(CONFIG)/*.sh)
	$(call bench_module,$<,simd,$(FLAGS_$*))

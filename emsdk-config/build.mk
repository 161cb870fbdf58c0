# How the C in src/ becomes WebAssembly, and how the same C is tested natively.
#
#   wasm          web/engine/attn.{scalar,simd,relaxed}.wasm
#   test-native   src/ under the address and undefined-behaviour sanitizers, scalar and SIMD
#
# Works from the top of the repository, included by the Makefile or alone:
# `make -f emsdk-config/build.mk wasm`. README.md beside this file says why it is done this way.
#
# All sources go through the compiler in one call, which takes three seconds a build and makes
# every dependency a simple one: any source, header or flag is newer than the module.

CONFIG := emsdk-config
include $(CONFIG)/common.mk $(CONFIG)/scalar.mk $(CONFIG)/simd.mk $(CONFIG)/relaxed.mk

SOURCES := $(sort $(wildcard src/*.c src/*/*.c))
INPUTS  := $(SOURCES) $(wildcard src/*.h src/*/*.h) \
           $(wildcard $(CONFIG)/*.mk $(CONFIG)/*.sh) $(CONFIG)/exports.txt
WASM    := $(patsubst %,web/engine/attn.%.wasm,scalar simd relaxed)

.PHONY: wasm
wasm: $(WASM)

$(WASM): web/engine/attn.%.wasm: $(INPUTS)
	@mkdir -p $(@D) .build
	@BUILD='$*' FLAGS='$(COMPILE) $(FLAGS_$*)' SOURCES='$(SOURCES)' \
	 STACK_BYTES=$(STACK_BYTES) INITIAL_BYTES=$(INITIAL_BYTES) MAXIMUM_BYTES=$(MAXIMUM_BYTES) \
	 sh $(CONFIG)/wasm.sh $@

# How the C in src/ becomes WebAssembly, and how the same C is tested natively.
#
#   wasm          web/engine/attn.{scalar,simd,relaxed}.wasm, the engine of the page, and
#                 web/engine/attn-direct.{scalar,simd,relaxed}.wasm, attention without a model, and
#                 web/engine/manifest.generated.js, what the engine says of itself
#   weights       web/models/ trained from nothing (train.mk)
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
           $(wildcard $(CONFIG)/*.mk $(CONFIG)/*.sh) $(wildcard $(CONFIG)/exports*.txt)
BUILDS  := scalar simd relaxed

# What only attention without a model needs; nothing of it is in the page's engine.
FAST    := src/variants/exact.c src/variants/flash.c src/variants/linear.c \
           src/variants/multi_head.c src/variants/pattern.c src/kernels/packed.c \
           src/kernels/panel.c src/kernels/panel_powers.c src/kernels/panel_rows.c \
           src/model/block.c src/model/direct.c src/model/plan.c src/attn_direct.c
ENGINE  := $(filter-out src/train/% src/attn_train.c $(FAST),$(SOURCES))
DIRECT  := $(filter $(FAST) src/core/% src/kernels/% src/model/fields.c,$(SOURCES))
WASM        := $(BUILDS:%=web/engine/attn.%.wasm)
DIRECT_WASM := $(BUILDS:%=web/engine/attn-direct.%.wasm)
MANIFEST    := web/engine/manifest.generated.js

.PHONY: wasm
wasm: $(WASM) $(DIRECT_WASM) $(MANIFEST)

include $(CONFIG)/train.mk $(CONFIG)/bench.mk

# $(call module,<sources>,<list of exports>): a recipe that makes $@ for the build $*.
define module
@mkdir -p $(@D) .build
@BUILD='$*' FLAGS='$(COMPILE) $(FLAGS_$*)' SOURCES='$(1)' EXPORTS=$(CONFIG)/$(2) \
 STACK_BYTES=$(STACK_BYTES) INITIAL_BYTES=$(INITIAL_BYTES) MAXIMUM_BYTES=$(MAXIMUM_BYTES) \
 sh $(CONFIG)/wasm.sh $@
endef

$(WASM): web/engine/attn.%.wasm: $(INPUTS)
	$(call module,$(ENGINE),exports.txt)

$(DIRECT_WASM): web/engine/attn-direct.%.wasm: $(INPUTS)
	$(call module,$(DIRECT),exports-direct.txt)

$(MANIFEST): web/engine/attn.scalar.wasm $(CONFIG)/manifest.js
	node $(CONFIG)/manifest.js

# --- The same C on this machine -----------------------------------------------------------------
# simd.h has no WebAssembly here: its scalar body is used, and its SIMD body by way of SIMDe.

NATIVE_FLAGS   := $(filter-out -O3,$(COMPILE)) -O1 -g -fno-omit-frame-pointer -DATTN_HARD \
                  -fsanitize=address,undefined -fno-sanitize-recover=all
NATIVE_SOURCES := $(SOURCES) $(wildcard tests/native/*.c)
NATIVE_INPUTS  := $(INPUTS) $(NATIVE_SOURCES) $(wildcard tests/native/*.h)

.build/native-scalar: $(NATIVE_INPUTS)
	@mkdir -p $(@D)
	@echo "$(CC): $@"
	@$(CC) $(NATIVE_FLAGS) $(NATIVE_SOURCES) -lm -o $@

.build/native-simd: $(NATIVE_INPUTS)
	@mkdir -p $(@D)
	@echo "$(CC): $@"
	@$(CC) $(NATIVE_FLAGS) -DATTN_SIMDE $(NATIVE_SOURCES) -lm -o $@

# The last line of defence against a flag that would make masks undefined: it must not compile.
.PHONY: test-native
test-native: .build/native-scalar .build/native-simd
	@if $(CC) $(COMPILE) -ffast-math -fsyntax-only src/kernels/softmax.c 2>/dev/null; \
	 then echo "The engine compiles with -ffast-math, which it must refuse."; exit 1; fi
	@.build/native-scalar
	@.build/native-simd

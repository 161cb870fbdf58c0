# The trainer: as a module for the page, and as a program that makes the shipped weights.
#
#   wasm      web/engine/attn-train.{scalar,simd}.wasm too; no relaxed one, whose multiply-adds
#             differ from machine to machine, where a seed is to give the same weights everywhere
#   weights   web/models/<name>/ from nothing, the same bytes on every machine
#   baselines web/models/recurrent.json: a tanh RNN and a GRU beside attention, by distance
#   recordings  every intermediate of their sentences in float64, by NumPy: what the tests hold the engine to
#   seeds     the held-out measures of three seeds of each, to compare (a quarter of an hour)

TRAIN_WASM := $(patsubst %,web/engine/attn-train.%.wasm,scalar simd)

wasm: $(TRAIN_WASM)

$(TRAIN_WASM): web/engine/attn-train.%.wasm: $(INPUTS)
	$(call module,$(filter-out $(FAST) src/attn.c,$(SOURCES)),exports-train.txt)

# Any compiler gives the same weights, this one soonest, and for any machine: what a newer one has
# (three operands, more registers) saves moves, while sums stay 4 floats wide and nothing is fused.
TRAIN_CC      := $(shell command -v clang-19 || echo $(CC))
TRAIN_MACHINE := $(if $(filter x86_64,$(shell uname -m)),-march=native)
TRAIN_SOURCES := $(filter-out src/attn%.c,$(SOURCES)) src/train/native/make_weights.c
MAKE_WEIGHTS  := .build/make_weights

$(MAKE_WEIGHTS): $(INPUTS) src/train/native/make_weights.c
	@mkdir -p $(@D)
	$(TRAIN_CC) $(COMPILE) $(TRAIN_MACHINE) -DATTN_SIMDE $(TRAIN_SOURCES) -lm -o $@

# A recipe, its seed (the best of 0, 1, 2 by held-out distance to the rule) and its folder.
MODELS := encoder:0:encoder-own encoder-rope:1:encoder-rope decoder:0:decoder

.PHONY: weights
weights: $(MAKE_WEIGHTS)
	@$(MAKE_WEIGHTS) words >.build/words.json
	@set -e; for model in $(MODELS); do \
	    IFS=:; set -- $$model; unset IFS; \
	    mkdir -p web/models/$$3; \
	    echo "web/models/$$3: recipe $$1, seed $$2"; \
	    $(MAKE_WEIGHTS) $$1 $$2 web/models/$$3; \
	    node emsdk-config/make-tokenizer.js .build/words.json >web/models/$$3/tokenizer.json; \
	done
	@$(MAKE) --no-print-directory -f $(CONFIG)/build.mk recordings

# A python3 of one's own may hide the system's, which is the one that Debian's NumPy serves.
PYTHON = $(shell for name in python3 /usr/bin/python3; do \
             $$name -c 'import numpy' 2>/dev/null && echo $$name && break; done)

.PHONY: recordings
recordings:
	$(PYTHON) tests/engine/vectors/record.py tests/engine/vectors \
	 $(foreach model,$(MODELS),web/models/$(lastword $(subst :, ,$(model))))

# Steps of the tanh net, of the GRU and of attention; 0 0 0 measures the untrained ones alone.
BASELINE_STEPS := 3000 12000 3000
BASELINES      := .build/measure_recurrent

$(BASELINES): $(INPUTS) src/train/native/measure_recurrent.c
	@mkdir -p $(@D)
	$(TRAIN_CC) $(COMPILE) $(TRAIN_MACHINE) -DATTN_SIMDE $(filter-out src/train/native/%,$(TRAIN_SOURCES)) \
	 src/train/native/measure_recurrent.c -lm -o $@

.PHONY: baselines
baselines: $(BASELINES)
	$(BASELINES) $(BASELINE_STEPS) >.build/recurrent.json
	mv .build/recurrent.json web/models/recurrent.json

.PHONY: seeds
seeds: $(MAKE_WEIGHTS)
	@set -e; for recipe in encoder encoder-rope decoder; do for seed in 0 1 2; do \
	    echo "$$recipe, seed $$seed"; $(MAKE_WEIGHTS) $$recipe $$seed -; \
	done; done

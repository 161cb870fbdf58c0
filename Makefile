# Token Walk. Two goals are all that most people need: `make demo` and `make test`. Both set up what
# is missing, build what changed, and do nothing twice. `make help` lists the rest.

SHELL := /bin/sh
.DEFAULT_GOAL := build
.NOTPARALLEL:

ENGINE := $(MAKE) --no-print-directory -f emsdk-config/build.mk
INSTALLED := node_modules/.package-lock.json
BENCH_INSTALLED := tests/bench/node_modules/.package-lock.json
SITE := .build/site/.built
# Node 20 hides relaxed SIMD behind a flag that later releases no longer know.
RELAXED_FLAG = $(shell node --experimental-wasm-relaxed-simd -e 0 2>/dev/null && echo --experimental-wasm-relaxed-simd)
NODE_TEST = node $(RELAXED_FLAG) --test --test-reporter=spec
SITE_SOURCES = $(shell find web -type f ! -name '*.generated.js' ! -name '*.wasm' ! -path 'web/types/*')
C_FILES = $(shell find src tests -name node_modules -prune -o -name '*.[ch]' -print)
SUITE := engine
TIMES := 20
export SEED
TYPES := web/types/model/index.d.ts

.PHONY: help
help: ## Print this list.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' $(firstword $(MAKEFILE_LIST)) | \
	 awk -F@ '{ printf "%-20s %s\n", $$1, $$2 }'

.PHONY: demo
demo: build ## Build what changed, serve the page, and print its address. PORT=8081 HOST=0.0.0.0 say where.
	@if [ -t 0 ]; then set -m; fi; node emsdk-config/demo.js

.PHONY: build
build: site ## Build the engine and the site (the default).

.PHONY: test
test: setup-test site check test-native test-engine test-page ## Build and run every suite.
	@echo "All suites passed: lint, shape, set-up, native, engine, page."

.PHONY: wasm
wasm: setup ## Compile the C engine to web/engine/attn.{scalar,simd,relaxed}.wasm.
	@$(ENGINE) -q wasm || $(ENGINE) wasm

.PHONY: weights
weights: setup-test ## Train the shipped models from nothing: minutes, and the same bytes as those committed.
	$(ENGINE) weights

.PHONY: recordings
recordings: setup-test ## Record the shipped models in float64 by NumPy: what engine and page are held to.
	$(ENGINE) recordings

.PHONY: baselines
baselines: setup-test ## Train the recurrent nets that attention is compared with and tabulate them.
	$(ENGINE) baselines

.PHONY: seeds
seeds: setup-test ## Train three seeds of each model and print how good they are, which is how seeds are picked.
	$(ENGINE) seeds

.PHONY: site
site: wasm $(INSTALLED) $(TYPES) ## Build the static site into .build/site; it works under any path.
	@$(MAKE) -q --no-print-directory $(SITE) || $(MAKE) --no-print-directory $(SITE)

# The types of what can be imported, from the comments of the JavaScript itself.
$(TYPES): $(wildcard web/model/*.js web/engine/*.js) web/types.json $(INSTALLED)
	npx tsc -p web/types.json
	@touch $@

$(SITE): $(SITE_SOURCES) emsdk-config/site.js $(wildcard web/engine/*.wasm) $(INSTALLED)
	node emsdk-config/site.js
	@touch $@

.PHONY: test-shape
test-shape: $(INSTALLED) ## Hold the house rules: include and import directions, sizes, names.
	$(NODE_TEST) tests/shape/*.test.js

.PHONY: test-setup
test-setup: $(INSTALLED) site ## Try set-up and `make demo` on made-up machines: old, broken, offline, without rights.
	$(NODE_TEST) tests/setup/*.test.js

.PHONY: test-native
test-native: setup-test ## Run the same C natively under the address and undefined-behaviour sanitizers.
	$(ENGINE) test-native

.PHONY: test-engine
test-engine: site ## Run the engine and its glue in Node, on every build, and check what would be published.
	$(NODE_TEST) tests/engine/*.test.js

.PHONY: test-page
test-page: setup-test site ## Read the page in Chromium: every cell, the keyboard, both languages, the error states.
	npx playwright test --config tests/page/playwright.config.js

.PHONY: test-stress
test-stress: site ## Run a suite again and again, busy and late: SUITE=engine (native, page) TIMES=20 SEED=1.
	@if [ "$(SUITE)" = native ]; then $(ENGINE) test-native; fi
	@node tests/stress/run.js $(SUITE) $(TIMES)

.PHONY: check
check: lint test-shape test-setup ## Run the quick checks only: layout, lint, house rules, set-up.

.PHONY: lint
lint: setup-test $(INSTALLED) ## Hold layout and lint: prettier, eslint, clang-format. `make format` mends the layout.
	npx prettier --check --log-level warn .
	npx eslint -c tests/eslint.config.js web tests emsdk-config
	clang-format-19 --dry-run --Werror $(C_FILES)

.PHONY: format
format: setup-test $(INSTALLED) ## Lay out all C and JavaScript.
	npx prettier --write --log-level warn .
	clang-format-19 -i $(C_FILES)

.PHONY: bench
bench: setup-test site $(BENCH_INSTALLED) ## Time the engine beside its peers; ONLY=A,cold SIZES=12 PEERS=… narrow it.
	@$(ENGINE) -q bench-wasm || $(ENGINE) bench-wasm
	@node $(RELAXED_FLAG) tests/bench/run.js

.PHONY: size
size: site ## Print what travels over the wire, and fail above the limits.
	@node emsdk-config/size.js

.PHONY: clean
clean: ## Remove everything that was built; what was installed stays.
	rm -rf .build web/engine/*.wasm web/types web/*/*.generated.js

.PHONY: setup
setup:
	@sh emsdk-config/setup.sh build

.PHONY: setup-test
setup-test:
	@sh emsdk-config/setup.sh test

# npm writes this file last; the touch makes it newer than the lock, whose time a checkout sets.
$(INSTALLED): package.json package-lock.json
	@sh emsdk-config/setup.sh npm .
	@touch $@

# Half a gigabyte that nobody else needs.
$(BENCH_INSTALLED): tests/bench/package.json tests/bench/package-lock.json
	@sh emsdk-config/setup.sh npm tests/bench
	@touch $@

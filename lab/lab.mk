# lab.mk: the page's laboratory, which lab/README.md explains. The book's makefile uses the frames and scripts that are made here.
#
#   build/lab/labs        makes a note's labs ready     build/book/labs/     what it made: *.js *.lua *.json
#   build/lab/core.wasm   the core for the page         build/book/html/lab/ the files that pages load

LAB := $(BOOK)/labs

# The simulator's core, the walk through a launch included: no stdio, no threads, no globals.
LAB_CORE := $(filter-out $(foreach r,native host order views runtime,simulator/$r/%),$(SIMULATOR))
LAB_OWN  := $(filter-out %/exports.c,$(wildcard lab/core/*.c))
LAB_TOOL := $(wildcard lab/build/*.c)

build/lab/labs: $(patsubst %,build/sim/rooms/%.o,$(filter-out host order% runtime%,$(PIECES))) $(patsubst lab/%.c,build/lab/native/%.o,$(LAB_OWN) $(LAB_TOOL))
	@gcc $^ -lm -lstdc++ -o $@

build/lab/native/%.o: lab/%.c Makefile | need-gcc
	@mkdir -p $(@D)
	@gcc $(SIM_FLAGS) -O2 -Isimulator -I. -MMD -MP -c $< -o $@

-include $(wildcard build/lab/*/*.d build/lab/*/*/*.d build/lab/*/*/*/*.d)

# ---- For the page: only where clang and wasi-libc can make WebAssembly --------------------------------------------------

WASM := $(shell command -v clang >/dev/null && command -v wasm-ld >/dev/null && [ -d /usr/include/wasm32-wasi ] && echo here)
# What npm fetches, by the hashes of lab/package-lock.json: the compiler and the editor, and an esbuild. `make book` fetches it.
FETCHED := lab/node_modules/installed.json
FETCHED_HERE := $(or $(wildcard $(FETCHED)),$(if $(filter book,$(MAKECMDGOALS)),$(shell command -v npm)))
COMPILER_IN_PAGE := $(and $(filter here,$(WASM)),$(wildcard /usr/lib/wasm32-wasi/libc++abi.a),$(FETCHED_HERE))
ESBUILD := $(shell PATH="lab/node_modules/.bin:$$PATH" command -v esbuild)
# Scripts wait for npm's, so that a first build makes the same of them as a later one: Debian's is older and writes them otherwise.
FETCHED_FIRST := $(if $(FETCHED_HERE),$(FETCHED))
LIVE := $(and $(filter here,$(WASM)),$(or $(ESBUILD),$(FETCHED_HERE)),here)
WASM_FLAGS := --target=wasm32-wasi -std=c11 -O2 -msimd128 -ffp-contract=off -fno-math-errno -fno-trapping-math \
    -Wall -Wextra -Werror -Wno-pass-failed -Isimulator -I.
MODEL_IN_PAGE := $(addprefix model/,steps.c forward.c weights.c writing.c) $(wildcard model/page/*.c)
WASM_OBJECTS := $(LAB_CORE:simulator/%.c=build/lab/wasm/core-%.o) $(patsubst lab/core/%.c,build/lab/wasm/lab-%.o,$(wildcard lab/core/*.c)) \
    $(patsubst %.c,build/lab/wasm/%.o,$(MODEL_IN_PAGE))

build/lab/wasm/core-%.o: simulator/%.c lab/lab.mk
	@mkdir -p $(@D)
	@clang $(WASM_FLAGS) -MMD -MP -c $< -o $@
build/lab/wasm/lab-%.o: lab/core/%.c lab/lab.mk
	@mkdir -p $(@D)
	@clang $(WASM_FLAGS) -MMD -MP -c $< -o $@
build/lab/wasm/model/%.o: model/%.c lab/lab.mk
	@mkdir -p $(@D)
	@clang $(WASM_FLAGS) -Wno-missing-field-initializers -MMD -MP -c $< -o $@

# The library's strtod does not write messages to stderr, as wasi-libc's usual one does. A stack that overflows traps.
build/lab/core.wasm: $(WASM_OBJECTS)
	@clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=524288 \
	    -Wl,--max-memory=536870912 $^ -lc-printscan-long-double -o $@

$(BOOK)/html/lab/core.js: build/lab/core.wasm | $(BOOK)/html/lab
	@{ printf "labs.packed = '"; gzip -9n <$< | base64 -w0; echo "';"; } >$@.new && mv $@.new $@
$(BOOK)/html/lab/weights.js: model/weights.bin | $(BOOK)/html/lab
	@{ printf "labs.weights = '"; gzip -9n <$< | base64 -w0; echo "';"; } >$@.new && mv $@.new $@
$(BOOK)/html/lab/lab.css: lab/page/lab.css | $(BOOK)/html/lab
	@cp $< $@
$(BOOK)/html/offline.js: lab/page/offline.js | $(BOOK)/html/lab
	@cp $< $@

# Each script that a page loads is made of modules, of which it is the first. esbuild does this: Debian's, or the one that npm brings.
BUNDLE := PATH="lab/node_modules/.bin:$$PATH" esbuild --bundle --format=iife --legal-comments=none --log-level=warning --banner:js='"use strict";'
$(addprefix $(BOOK)/html/lab/,boot.js exercises.js lab.js model.js): $(BOOK)/html/lab/%: lab/page/% $(wildcard lab/page/*.js model/page/*.mjs) $(FETCHED_FIRST) | $(BOOK)/html/lab
	@$(BUNDLE) $< --outfile=$@
$(BOOK)/html/lab/edit.js: lab/page/edit.js lab/page/elements.js $(FETCHED) | $(BOOK)/html/lab
	@$(BUNDLE) --minify $< --outfile=$@

# ---- The editor and the compiler: what npm has fetched, by the hashes of lab/package-lock.json --------------------------

$(FETCHED): lab/package-lock.json
	@npm ci --prefix lab --ignore-scripts --no-audit --no-fund --loglevel=error && cp $< $@

$(BOOK)/html/lab/compiler.js: lab/build/pack.js build/lab/lower.wasm build/lab/judge.wasm $(wildcard lab/compiler/page/*.js judge/page/*.mjs) $(FETCHED) | $(BOOK)/html/lab
	@node $< lab/node_modules/@yowasp/clang $(filter %.wasm,$^) $(@D)

$(BOOK)/html/lab/sources.js: lab/build/sources.js lab/package.json exercises/levels.csv $(BOOK_CODE) $(EXERCISE_TEXTS) $(wildcard exercises/ex*/exercise.cu exercises/ex*/judge.c) $(wildcard compile/toolkit/* compile/toolkit/*/* lab/compiler/headers/*/*) | $(BOOK)/html/lab
	@node $< $@

SOLVED := $(wildcard solutions/ex*/README.md solutions/ex*/exercise.cu)
$(BOOK)/html/lab/solutions.js: lab/build/solutions.js $(SOLVED) | $(BOOK)/html/lab
	@node $< $@

# ---- The labs of each note ---------------------------------------------------------------------------------------------

LAB_NOTES := $(shell grep -l '^``` lab' $(CHAPTER_NOTES) 2>/dev/null)
LAB_PAGES := $(foreach n,$(LAB_NOTES),$(call chapter_page,$n))

$(LAB)/%.fatbin: build/sim/obj/%.o | $(LAB)
	@objcopy -O binary --only-section=.nv_fatbin --only-section=__nv_relfatbin $< $@

define lab_rule
$(LAB)/$(call chapter_page,$1).made: $1 build/lab/labs $$$$(patsubst %,$(LAB)/%.fatbin,$$$$(filter-out $$$$(LEFT_OUT),$$$$(call lab_programs,$1)))
	@build/lab/labs $$< $(LAB) $(LAB) $$(LEFT_OUT) && touch $$@
$(BOOK)/ast/$(call chapter_page,$1).json: $(LAB)/$(call chapter_page,$1).made
endef
$(foreach n,$(LAB_NOTES),$(eval $(call lab_rule,$n)))

# Frames are drawn wherever the simulator is built; the live labs also need WebAssembly and esbuild.
.PHONY: book-labs
ifneq ($(LAB_NOTES),)
ifeq ($(LIVE),here)
book-html: book-labs
book-labs: $(BOOK)/html/offline.js $(addprefix $(BOOK)/html/lab/,core.js lab.js boot.js exercises.js model.js weights.js lab.css $(if $(COMPILER_IN_PAGE),edit.js compiler.js sources.js $(if $(SOLVED),solutions.js))) $(LAB_PAGES:%=$(LAB)/%.made)
	@cp -u $(LAB)/*.js $(BOOK)/html/lab/
	@$(if $(COMPILER_IN_PAGE),:,echo 'The labs in the pages have no compiler: make book fetches it by npm.')
else
book-html: $(BOOK)/html/lab/lab.css | book-labs
book-labs:
	@echo 'The labs in the pages do not run: that needs clang, lld, wasi-libc, libclang-rt-14-dev-wasm32 and esbuild (make setup book).'
endif
endif

$(LAB) $(BOOK)/html/lab:
	@mkdir -p $@

# What several tests need of the book.
.PHONY: pages-for-tests
pages-for-tests: book-html build/lab/labs $(if $(filter here,$(WASM)),build/lab/lower.wasm build/lab/judge.wasm)

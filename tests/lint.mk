# lint.mk: formats code, and checks it without running it.

CODE     = $(shell find $(wildcard common compile model judge lab chapters exercises solutions simulator beyond tests tools) -path '*/node_modules' -prune -o -name '*.[ch]' -print -o -name '*.cu' -print -o -name '*.cpp' -print -o -name '*.inc' -print)
SCRIPTS := warpcc $(wildcard model/*.sh) .ci/run tools/release/warpcc.bash $(wildcard compile/*.sh tools/*.sh tools/*/*.sh tools/*/*/*.sh tests/*/*.sh tests/*/*.t tests/*/*/*.sh)
LINTED  := $(SIMULATOR) $(wildcard model/*.c model/*/*.c) $(wildcard beyond/*/*.c lab/*/*.c lab/compiler/*/*.c judge/*/*.c tests/unit/*.c tests/simulator/conformance/*.c tests/simulator/fuzz/*.c tools/*/*.c exercises/*/judge.c)
LINT_INCLUDES = -I$(BY_COMPILER) -I. -Isimulator -Isimulator/base -Ijudge/core -Itests/simulator/conformance -Itests/simulator/fuzz

.PHONY: format lint lint-shell lint-yaml lint-format lint-cppcheck lint-tidy
## format              formats C and CUDA C
format: | need-clang-format
	@clang-format -i $(CODE)

## lint                checks scripts, YAML, C and format; changes nothing
# It goes on after a complaint, so that one run shows all.
lint:
	@$(MAKE) -k lint-shell lint-yaml lint-format lint-cppcheck lint-tidy

# One stamp per file, so that only what changed is looked at again. A script is read with what it sources.
lint-shell: $(SCRIPTS:%=build/lint/%.shell)

build/lint/%.shell: % $(filter %/lib.sh %/stand-in.sh,$(SCRIPTS)) | need-shellcheck
	@shellcheck -x $<
	@mkdir -p $(@D) && touch $@

lint-yaml: | need-yamllint
	@yamllint --strict -d '{extends: relaxed, rules: {line-length: disable}}' CITATION.cff notes/book.yaml .github

lint-format: | need-clang-format
	@clang-format --dry-run --Werror $(CODE) 2>&1 | { ! sed -n 's/^\([^ ]*:[0-9]*\):[0-9]*: .*/\1: make format changes this line/p' | sort -t: -su -k1,1 | grep .; }

# It would take the initializers of DIM() in two arguments as two assignments in one expression.
lint-cppcheck: | need-cppcheck build/lint
	@cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	    --inline-suppr --suppress='unknownEvaluationOrder:exercises/*' --cppcheck-build-dir=build/lint $(LINT_INCLUDES) $(LINTED)

# The analyzer follows a function through at most NODES states. With clang's own limit, `make lint NODES=225000`, it takes eight
# times as long and finds no more here; with the tests' 1500 (tests/verbs/lint.t) it takes a third.
NODES ?= 20000
lint-tidy: $(LINTED:%=build/lint/%.$(NODES).tidy)

# Where our own headers stand for CUDA's, their parameters have plainer names than the definitions, which have CUDA's. CUDA before 13
# declares calls that are declared here again for 13, where another version of them has the name.
TIDY = clang-tidy --quiet $(if $(findstring clang,$(CUDA)),--checks=-readability-inconsistent-declaration-parameter-name,\
    $(if $(filter 11 12,$(RELEASE)),--checks=-readability-redundant-declaration))

build/lint/%.$(NODES).tidy: % $(wildcard simulator/*.h simulator/*/*.h simulator/*/*/*.h) .clang-tidy | build/lint need-clang-tidy
	@$(if $(filter %/nvrtc.c %/on_gpu.c,$<),[ -e $(CUDA_INCLUDE)/nvrtc.h ] || exit 0;) \
	$(if $(filter %/on_gpu.c,$<),grep -q cudaKernel_t $(CUDA_INCLUDE)/driver_types.h || exit 0;) \
	$(TIDY) $< -- -std=c11 $(LINT_INCLUDES) -isystem $(CUDA_INCLUDE) $(BEYOND_TOOLKIT) -Xclang -analyzer-config -Xclang max-nodes=$(NODES) 2>&1 | { ! grep -v '^[0-9]* warnings\? '; }
	@mkdir -p $(@D) && touch $@

$(foreach f,names lacks,build/lint/simulator/runtime/driver/$f.c.$(NODES).tidy): $$(BY_COMPILER)/driver_calls.h

build/lint/simulator/native/text.c.$(NODES).tidy: build/sim/segment_source.h

build/lint:
	@mkdir -p $@

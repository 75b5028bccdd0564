# Warp by Warp. Plain `make` lists what can be made; tools/list.sh takes the list from the lines
# below that start with two hashes, and from the files that are there.
#
#   build/gpu/   programs for a GPU, by nvcc            build/sim/    the same for the simulator
#   ./ch3-reduce a link to one of the two               build/tests/  the simulator under sanitizers

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc) --output-sync=target
endif
# What takes long shows how far it is.
ifneq ($(filter setup test bench bench-simulator serve,$(MAKECMDGOALS)),)
MAKEFLAGS += --output-sync=none
endif

# What runs the programs: `gpu` if an NVIDIA GPU answers, else `sim`. DEVICE=... overrides it.
ifeq ($(origin DEVICE),undefined)
DEVICE := $(shell nvidia-smi -L 2>/dev/null | grep '^GPU ' >/dev/null && echo gpu || echo sim)
endif
ifeq ($(filter gpu sim,$(DEVICE)),)
$(error DEVICE is '$(DEVICE)'; it can be gpu or sim)
endif

# chapters/ch3-reduction/reduce.cu is ch3-reduce. There is no list of programs to keep.
SOURCES  := $(wildcard chapters/ch*-*/*.cu)
name      = $(firstword $(subst -, ,$(notdir $(patsubst %/,%,$(dir $1)))))-$(basename $(notdir $1))
PROGRAMS := $(foreach s,$(SOURCES),$(call name,$s))

.PHONY: list
list:
	@tools/list.sh $(DEVICE) $(filter-out %.d,$(MAKEFILE_LIST))

.PHONY: setup
## setup               installs what is missing on Debian or Ubuntu
setup:
	@tools/setup.sh

# `make setup test` sets up first. Goals are made in order; each still builds in parallel.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# ---- Programs ------------------------------------------------------------------------------------

.PHONY: all $(PROGRAMS)
## ch3-reduce          one program, as ./ch3-reduce, for DEVICE=gpu or sim
$(PROGRAMS): %: build/$(DEVICE)/%
	@ln -sfn $< $@ && echo './$@ runs on $(if $(filter gpu,$(DEVICE)),the GPU,the simulator)'

## all                 every program
all: $(PROGRAMS)

NVCC = $(shell tools/need.sh nvcc)
# The toolkit's headers, which declare the runtime API that the simulator provides.
CUDA_INCLUDE = $(patsubst %/bin/nvcc,%/include,$(realpath $(NVCC)))

$(foreach s,$(SOURCES),$(eval build/gpu/$(call name,$s) build/sim/obj/$(call name,$s).o: $s))

# A program that needs more than the usual options says so near its top: // build: -rdc=true
OWN_FLAGS = $(shell sed -n '1,40s|^// build: ||p' $(filter %.cu,$^))

$(PROGRAMS:%=build/gpu/%): Makefile | build/gpu need-nvcc
	$(NVCC) -arch=native -O3 -lineinfo -Icommon $(OWN_FLAGS) \
	    -MD -MP -MF $@.d -MT $@ $(filter %.cu,$^) -o $@

# Machine code for the devices that can be simulated tells the time model what ptxas made of each kernel.
SIM_CODE := arch=compute_86,code=[sm_86,sm_90]

# Compiled while the simulator is; and only linked again when that has changed.
$(PROGRAMS:%=build/sim/obj/%.o): warpcc Makefile | build/sim/obj need-nvcc
	./warpcc -O3 -gencode '$(SIM_CODE)' -Icommon $(OWN_FLAGS) -MD -MP -MF $(@:.o=.d) -MT $@ -c $(filter %.cu,$^) -o $@

$(PROGRAMS:%=build/sim/%): build/sim/%: build/sim/obj/%.o build/sim/libwarpsim.a
	@./warpcc -gencode '$(SIM_CODE)' $< -o $@

-include $(wildcard build/gpu/*.d)

# ---- The simulator -------------------------------------------------------------------------------

# Results must be those of a GPU to the last bit, so the compiler contracts no a*b+c by itself.
# Warnings stop the tests, not a student whose newer gcc has thought of another one.
SIMULATOR := $(wildcard simulator/*.c)
SIM_FLAGS := -std=c11 -Wall -Wextra $(if $(filter test tested lint,$(MAKECMDGOALS)),-Werror)
SIM_OPT   := -O2 -ftree-vectorize -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math

# One object, of which a program sees what its own names are not likely to be: those of the CUDA API, and sim_.
build/sim/libwarpsim.a: $(SIMULATOR:simulator/%.c=build/sim/obj/%.o)
	@ld -r -o build/sim/warpsim.o $^ && objcopy -w -G 'cuda*' -G '__cuda*' -G 'sim_*' build/sim/warpsim.o
	@rm -f $@ && ar rcs $@ build/sim/warpsim.o

build/sim/obj/%.o: simulator/%.c Makefile | build/sim/obj need-gcc need-nvcc
	@echo 'gcc $<'
	@gcc $(SIM_FLAGS) $(SIM_OPT) -isystem $(CUDA_INCLUDE) -g1 -MMD -MP -c $< -o $@

-include $(wildcard build/sim/obj/*.d)

# ---- Looking at a program ------------------------------------------------------------------------

# Arguments for the program: make profile-ch3-reduce ARGS='-n 1000000 -k reduceInterleaved'
.PHONY: $(PROGRAMS:%=profile-%) $(PROGRAMS:%=sanitize-%)
## profile-ch3-reduce  counters; VIEW=source, LINE=63, ARGS='-n 1000'
$(PROGRAMS:%=profile-%): profile-%: build/$(DEVICE)/%
	@tools/profile.sh $(DEVICE) $< $(ARGS)

## sanitize-ch3-reduce memory, race, barrier and initialization checks
$(PROGRAMS:%=sanitize-%): sanitize-%: build/$(DEVICE)/%
	@tools/sanitize.sh $(DEVICE) $< $(ARGS)

.PHONY: bench
## bench               ladders beside CUB and cuBLAS, to results/ (GPU only)
ifeq ($(DEVICE),gpu)
bench: $(filter ch3-% ch4-% ch5-% ch6-%,$(PROGRAMS))
	@tools/bench.sh
else
bench:
	$(error bench measures a GPU; none answers)
endif

.PHONY: bench-simulator
## bench-simulator     lane instructions per second of the simulator, here
bench-simulator: build/sim/ch3-reduce build/sim/ch3-shared build/sim/ch4-unroll
	@tools/bench-simulator.sh

# ---- Tests ---------------------------------------------------------------------------------------

# Unit tests in C, one program each, and the simulator's library again, under gcc's sanitizers.
UNITS      := $(patsubst tests/%.c,build/tests/%,$(wildcard tests/unit/*.c))
TEST_FLAGS := $(SIM_FLAGS) $(SIM_OPT) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

# Quick tests first; then the long ones, the longest before the others, so that no core waits for the end of one.
LONG  := $(patsubst %,tests/%.t,exercises lint book hostile programs library fresh fuzz)
TESTS := $(filter-out $(LONG),$(wildcard tests/*.t $(if $(filter gpu,$(DEVICE)),tests/gpu/*.t))) $(LONG)

.PHONY: test tested
## test                every test that this machine can run
test:
	@$(MAKE) --output-sync=target tested
	@tests/run $$(($$(nproc) + 1)) $(UNITS) $(TESTS)

tested: $(UNITS) build/tests/libwarpsim.a $(PROGRAMS:%=build/sim/%)
tested: $(if $(filter gpu,$(DEVICE)),$(PROGRAMS:%=build/gpu/%))

$(UNITS): build/tests/%: tests/%.c build/tests/libwarpsim.a Makefile | build/tests/unit
	@echo 'gcc $<'
	@gcc $(TEST_FLAGS) -Isimulator -isystem $(CUDA_INCLUDE) -MMD -MP $< build/tests/libwarpsim.a -lcmocka -lm -lpthread -lstdc++ -o $@

build/tests/libwarpsim.a: $(SIMULATOR:simulator/%.c=build/tests/obj/%.o)
	@rm -f $@ && ar rcs $@ $^

build/tests/obj/%.o: simulator/%.c Makefile | build/tests/obj need-gcc
	@echo 'gcc -fsanitize $<'
	@gcc $(TEST_FLAGS) -isystem $(CUDA_INCLUDE) -MMD -MP -c $< -o $@

-include $(wildcard build/tests/*/*.d)

# ---- Source code ---------------------------------------------------------------------------------

CODE     = $(shell find $(wildcard common chapters exercises solutions simulator tests tools) -path '*/node_modules' -prune -o -name '*.[ch]' -print -o -name '*.cu' -print)
SCRIPTS := warpcc .ci/run $(wildcard tools/*.sh tools/*/*.sh tests/*.sh tests/*.t tests/*/*.sh tests/gpu/*.t)
LINTED  := $(SIMULATOR) $(wildcard tests/unit/*.c tests/conformance/*.c tests/fuzz/*.c tools/*/*.c exercises/*/judge.c)
LINT_INCLUDES := -Isimulator -Itools/judge -Itests/conformance -Itests/fuzz

.PHONY: format lint lint-shell lint-format lint-cppcheck lint-tidy
## format              formats C and CUDA C
format: | need-clang-format
	@clang-format -i $(CODE)

## lint                checks scripts, C and format; changes nothing
lint: lint-shell lint-format lint-cppcheck lint-tidy

lint-shell: | need-shellcheck
	@shellcheck -x $(SCRIPTS)

lint-format: | need-clang-format
	@for f in $(CODE); do clang-format $$f | cmp -s - $$f || echo "$$f: make format changes it"; done \
	    | { ! grep .; }

# It takes the initializers of DIM() in two arguments for two assignments in one expression.
lint-cppcheck: | need-cppcheck build/lint
	@cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	    --inline-suppr --suppress='unknownEvaluationOrder:exercises/*' --cppcheck-build-dir=build/lint $(LINT_INCLUDES) $(LINTED)

# One stamp per file, so that only what changed is looked at again.
lint-tidy: $(LINTED:%=build/lint/%.tidy)

build/lint/%.tidy: % $(wildcard simulator/*.h) .clang-tidy | build/lint need-clang-tidy
	@clang-tidy --quiet $< -- -std=c11 $(LINT_INCLUDES) -isystem $(CUDA_INCLUDE) 2>&1 | { ! grep -v '^[0-9]* warnings\? '; }
	@mkdir -p $(@D) && touch $@

# ---- The exercises and the book have makefiles of their own ---------------------------------------

NEEDED := nvcc gcc shellcheck cppcheck clang-format clang-tidy
include $(wildcard tools/*.mk tools/judge/judge.mk notes/book.mk)

# ---- The rest ------------------------------------------------------------------------------------

build/gpu build/sim build/sim/obj build/tests/obj build/tests/unit build/lint:
	@mkdir -p $@

# A tool that is missing is named at once, before anything is built.
.PHONY: $(NEEDED:%=need-%)
$(NEEDED:%=need-%): need-%:
	@tools/need.sh $* >/dev/null

.PHONY: clean
## clean               removes build/ and the links to programs
clean:
	@rm -rf build
	@find . -maxdepth 1 -type l -name 'ch[0-9]*-*' -delete

# Any other goal. Make also comes here for files without a rule: those are left to the compiler.
VERBS = $(shell sed -n 's/^\#\# \([^ ]*\).*/\1/p' $(filter-out %.d,$(MAKEFILE_LIST)))
.DEFAULT:
	$(if $(filter $@,$(MAKECMDGOALS)),$(error There is no '$@'. \
	    Verbs: $(VERBS). Programs: $(PROGRAMS)),@:)

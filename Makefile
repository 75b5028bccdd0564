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
	@tools/list.sh $(DEVICE)

.PHONY: setup
## setup              installs what is missing on Debian or Ubuntu
setup:
	@tools/setup.sh

# `make setup test` sets up first. Goals are made in order; each still builds in parallel.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# ---- Programs ------------------------------------------------------------------------------------

.PHONY: all $(PROGRAMS)
## ch3-reduce         builds ./ch3-reduce; DEVICE=gpu or DEVICE=sim says for what
$(PROGRAMS): %: build/$(DEVICE)/%
	@ln -sfn $< $@ && echo './$@ runs on $(if $(filter gpu,$(DEVICE)),the GPU,the simulator)'

## all                every program
all: $(PROGRAMS)

$(foreach s,$(SOURCES),$(eval build/gpu/$(call name,$s) build/sim/$(call name,$s): $s))

$(PROGRAMS:%=build/gpu/%): Makefile | build/gpu
	nvcc=$$(tools/need.sh nvcc); "$$nvcc" -arch=native -O3 -lineinfo -Icommon \
	    -MD -MP -MF $@.d -MT $@ $(filter %.cu,$^) -o $@

$(PROGRAMS:%=build/sim/%): build/sim/libwarpsim.a warpcc Makefile | build/sim
	./warpcc -O3 -Icommon -MD -MP -MF $@.d -MT $@ $(filter %.cu,$^) -o $@

-include $(wildcard build/gpu/*.d build/sim/*.d)

# ---- The simulator -------------------------------------------------------------------------------

# Results must be those of a GPU to the last bit, so the compiler contracts no a*b+c by itself.
# Warnings stop the tests, not a student whose newer gcc has thought of another one.
SIMULATOR := $(wildcard simulator/*.c)
SIM_FLAGS := -std=c11 -Wall -Wextra $(if $(filter test tested lint,$(MAKECMDGOALS)),-Werror)
SIM_OPT   := -O2 -ftree-vectorize -march=native -ffp-contract=off -fno-math-errno

build/sim/libwarpsim.a: $(SIMULATOR:simulator/%.c=build/sim/obj/%.o)
	@rm -f $@ && ar rcs $@ $^

build/sim/obj/%.o: simulator/%.c Makefile | build/sim/obj
	@echo 'gcc $<'
	@$$(tools/need.sh gcc) $(SIM_FLAGS) $(SIM_OPT) -g -MMD -MP -c $< -o $@

-include $(wildcard build/sim/obj/*.d)

build/gpu build/sim build/sim/obj:
	@mkdir -p $@

# ---- The rest ------------------------------------------------------------------------------------

.PHONY: clean
## clean              removes build/ and the links to programs
clean:
	@rm -rf build
	@find . -maxdepth 1 -type l -name 'ch[0-9]*-*' -delete

# Any other goal. Make also comes here for a file that a rule needs and that is gone.
VERBS := $(shell sed -n 's/^\#\# \([^ ]*\).*/\1/p' Makefile)
.DEFAULT:
	$(error There is no '$@'. Verbs: $(VERBS). Programs: $(PROGRAMS))

# Warp by Warp. `make` lists a beginner's verbs, `make help` everything that can be made: tools/list.sh takes both from the lines of
# these makefiles that start with two hashes (a beginner's: two hashes and a star), and from the files that are there.
#
#   build/gpu/   programs for a GPU, by nvcc            build/sim/    the same for the simulator
#   ./ch3-reduce a link to one of the two               build/tests/  the simulator under sanitizers

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDEXPANSION:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# nvcc and the linker then take memory in large pages, and compile a program in five sixths of the time.
export GLIBC_TUNABLES ?= glibc.malloc.hugetlb=1

# DEVICE says what runs the programs: `gpu` if an NVIDIA GPU answers, else `sim`. DEVICE=... overrides it.
ifeq ($(origin DEVICE),undefined)
DEVICE := $(shell nvidia-smi -L 2>/dev/null | grep '^GPU ' >/dev/null && echo gpu || echo sim)
endif
ifeq ($(filter gpu sim,$(DEVICE)),)
$(error DEVICE is '$(DEVICE)'; it can be gpu or sim)
endif

# One file says which version this is: make help, warpcc, the book and a release print it.
VERSION := $(file <VERSION)

MAKEFILES_READ = $(filter-out %.d,$(MAKEFILE_LIST))

.PHONY: first help setup clean
first:
	@tools/list.sh first $(DEVICE) $(MAKEFILES_READ)

## help                this list
help:
	@tools/list.sh all $(DEVICE) $(MAKEFILES_READ)

## setup               installs what is missing on Debian or Ubuntu
setup:
	$(aloud)tools/setup.sh $(filter test book% grade lint% deb,$(patsubst test-release,test deb,$(patsubst test-%,test,$(filter test-quick test-whole,$(MAKECMDGOALS))) $(MAKECMDGOALS)))

# `make setup test` sets up first. Goals are made in order; each still builds in parallel.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

## clean               removes build/ and the links to programs
clean:
	@rm -rf build
	@find . -maxdepth 1 -type l \( -name 'ch[0-9]*-*' -o -name say \) -delete

# ---- How recipes speak ---------------------------------------------------------------------------

# What recipes print appears when they end, recipe by recipe. One that begins with $(aloud) talks with a person, or shows how far it is:
# the plus lets make show its output at once. With `make -n` there is no plus, for which make would run the recipe.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc) --output-sync=target
endif
dry   = $(findstring n,$(firstword -$(MAKEFLAGS)))
aloud = $(if $(dry),,+)@

# A recipe that compiles begins with $(progress). On a terminal it shows a count in one line, which the next output, or
# $(erase), removes; elsewhere it prints one line for all.
# (Make says that the terminal is `true` where it has no name, as in some containers.)
TERMINAL = $(filter-out true,$(MAKE_TERMOUT))
progress = $(eval COMPILED += 1)$(if $(TERMINAL),printf '\033[Kcompiling %d $(OF)\r' $(words $(COMPILED)) >$(TERMINAL),\
    $(if $(word 2,$(COMPILED)),:,echo 'compiling $(firstword $(filter %.c %.cu,$^)) …'))
# The same for other steps: $(call doing,page ch3).
doing    = $(if $(TERMINAL),printf '\033[K%s\r' '$1' >$(TERMINAL),:)
erase    = $(if $(TERMINAL),printf '\033[K' >$(TERMINAL),:)

# ---- What there is -------------------------------------------------------------------------------

include compile/compile.mk            # the compilers
include compile/programs.mk           # the chapters' programs
include rooms.mk                      # every folder of C: what it may use, and how it is compiled
include simulator/simulator.mk        # the simulator's library
include compile/home.mk               # the same, as other people's builds look for CUDA
include tools/student/look.mk         # looking at a program

include judge/judge.mk                # judges, and judging an exercise
include tools/student/exercises.mk    # the rest of a student's verbs
# What follows is not in everything that is made of this folder: a handout, an autograder.
include $(wildcard tools/class/class.mk)     # an instructor's verbs
include $(wildcard tools/measure/measure.mk) # measuring
include $(wildcard tests/tests.mk)           # tests
include $(wildcard tests/lint.mk)            # what is said of the code without running it
include $(wildcard model/model.mk)           # the language model
include $(wildcard beyond/beyond.mk)         # what NVIDIA's libraries do, by the host
include $(wildcard tools/release/release.mk) # installing, and a release
include $(wildcard notes/goals.mk)           # the book

# ---- What there is not ---------------------------------------------------------------------------

# Any other goal comes here. So do files without a rule, which are left to the compiler.
VERBS   = $(shell sed -n 's/^\#\#\*\? \([^ ]*\).*/\1/p' $(MAKEFILES_READ))
GOALS   = $(VERBS) $(PROGRAMS) $(EXERCISES) $(foreach v,profile step sanitize,$(PROGRAMS:%=$v-%)) \
    $(foreach v,step profile draw hint solution reset prove,$(EXERCISES:%=$v-%))
MEANT   = $(shell tools/meant.pl '$@' $(GOALS))
UNKNOWN = There is no '$@'.$(if $(MEANT), Did you mean $(MEANT)?) `make help` lists all there is
.DEFAULT:
	$(if $(filter $@,$(MAKECMDGOALS)),$(error $(UNKNOWN)))

# tests.mk: what `make test` builds and runs (tests/README.md).

# Unit tests in C, one program each, and the simulator's library again, under gcc's sanitizers. (gcc 13 would also
# look for uses of a stack after return, and then aligns to 32 bytes what asks for 64: so that is off.)
UNITS      := $(patsubst tests/%.c,build/tests/%,$(wildcard tests/unit/*.c))
TEST_FLAGS  = $(SIM_FLAGS) -Werror $(SIM_OPT) -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all --param=asan-use-after-return=0

# Quick tests come first; then the long ones, the longest of them first, so that no core waits at the end for a long one. Of long loops
# over like cases the tests take a part (tests/harness/lib.sh, sample and daily), and all in `make test-whole` (SWEEPS=all). What is long
# and few changes touch takes turns: each day `make test` runs one of six shares (in_turn), which take about as long as each other.
# TURN=20000 repeats a day. A test that must notice one of tests/planted/faults runs each day. For daily work
# `make test-quick` (QUICK=yes) leaves out the whole book and its labs, lint, and what is long and few changes touch.
LEFT_OUT_OF_QUICK := tests/book/book.t tests/book/paper.t tests/model/model.t tests/model/page.t $(filter-out %/walk.t %/bundle.t,$(wildcard tests/lab/*.t tests/beyond/*.t)) $(patsubst %,tests/verbs/%.t,lint setup fresh) tests/chapters/sums.t \
    $(patsubst %,tests/judge/%.t,handout class beside mistakes) \
    $(patsubst %,tests/simulator/%.t,library toolkit fuzz clang arm wasm matrix)
LONG  := $(patsubst %,tests/%.t,book/paper lab/lab book/book lab/exercises judge/hostile simulator/clang simulator/check simulator/library \
    model/model judge/levels verbs/make judge/numbers chapters/ch7 model/page exercises/exercises simulator/compiled judge/handout simulator/fuzz \
    judge/class judge/rivals chapters/programs verbs/lint judge/mistakes verbs/fresh)
in_turn.0 := book/paper
in_turn.1 := $(addprefix simulator/,clang builds fuzz)
in_turn.2 := model/model simulator/library judge/handout judge/programs
in_turn.3 := judge/levels simulator/cases lab/exercises model/page verbs/fresh
in_turn.4 := simulator/warpcc simulator/cpus judge/mistakes judge/compilers judge/grade beyond/libraries
in_turn.5 := $(addprefix simulator/,cluster product toolkit wasm matrix cores cooperative traffic) chapters/counters chapters/sums judge/beside
TURN    ?= $(shell echo $$(($$(date +%s) / 86400)))
NOT_NOW  = $(if $(SWEEPS),,$(foreach turn,$(filter-out $(shell expr $(TURN) % 6),0 1 2 3 4 5),$(in_turn.$(turn):%=tests/%.t)))
TESTS   = $(filter-out $(NOT_NOW) $(if $(QUICK),$(LEFT_OUT_OF_QUICK)),$(filter-out $(LONG),$(wildcard tests/*/*.t)) $(LONG))

# ($(MAKE_COMMAND), since make runs what calls $(MAKE) with -n, too, and tests ask by -n whether verbs exist.)
.PHONY: test test-quick test-whole tested
## test                the tests that this machine can run, some in turns
test:
	$(aloud)$(MAKE_COMMAND) STRICT=-Werror tested
	@$(if $(SWEEPS),:,echo 'Of the tests that take turns a sixth runs today (TURN=$(TURN)).')
	$(aloud)BUILT=yes TURN=$(TURN) tests/harness/run $$(($$(nproc) + 1)) $(UNITS) $(TESTS)

## test-quick          a part of the tests, in half of the time
test-quick:
	$(aloud)$(MAKE_COMMAND) QUICK=yes test

## test-whole          every test, with every case of its loops
test-whole:
	$(aloud)SWEEPS=all $(MAKE_COMMAND) test

.PHONY: test-book test-clang test-compilers test-exercises
## test-book           the book, built twice: the same to the byte
test-book: all-on-simulator
	@SWEEPS=all TWICE=yes tests/harness/run 1 tests/book/book.t tests/book/paper.t

## test-exercises      every exercise with all of its wrong solutions
test-exercises:
	@EXERCISES=all tests/harness/run 1 tests/exercises/exercises.t tests/judge/numbers.t

## test-compilers      every exercise by nvcc, NVRTC and clang alone
test-compilers: judges
	@JOBS=$(or $(JOBS),$(shell nproc)) tests/judge/compilers.sh

## test-clang          every program as clang compiles it, without a toolkit
test-clang:
	@CLANG=all tests/harness/run 1 tests/simulator/clang.t

.PHONY: test-arm
## test-arm            ladders, every instruction on a 64-bit Arm, emulated
test-arm:
	@ARM=all tests/harness/run 1 tests/simulator/arm.t

.PHONY: test-bare
## test-bare           the README's commands on a bare Debian 12 and 13
test-bare:
	$(aloud)BARE='$(or $(BARE),bookworm trixie)' tests/harness/run 1 tests/verbs/bare.t

.PHONY: test-page
## test-page           every exercise and solution as the page judges it
test-page:
	@PAGE=all tests/harness/run 1 tests/lab/exercises.t

.PHONY: test-model
## test-model          the language model, and its whole path on two devices
test-model:
	@MODEL=all tests/harness/run 1 tests/model/model.t tests/model/page.t

.PHONY: test-planted
## test-planted        plants faults that tests must notice; FAULTS=lex
test-planted:
	@FAULTS='$(FAULTS)' tests/harness/run 1 tests/planted/planted.sh

tested: $(UNITS) build/tests/libwarpsim.a all-on-simulator
tested: $(if $(filter gpu,$(DEVICE)),$(PROGRAMS:%=build/gpu/%))
# Files that several tests need are made before the tests begin: two tests that make the same file at once would collide.
tested: judges build/model/sim/say $$(if $$(QUICK),,$$(if $$(shell command -v pandoc),pages-for-tests))

$(UNITS): build/tests/%: tests/%.c build/tests/libwarpsim.a tests/tests.mk | build/tests/unit
	@$(progress)
	@gcc $(TEST_FLAGS) -I. -Isimulator -isystem $(CUDA_INCLUDE) -MMD -MP $< build/tests/libwarpsim.a -lcmocka -lm -lpthread -lstdc++ -o $@

build/tests/libwarpsim.a: $(SIMULATOR:simulator/%.c=build/tests/obj/%.o)
	@rm -f $@ && ar rcs $@ $^

# For tests/house/rooms.t, what else is C: which file calls which.
ROOM_OBJECTS := $(patsubst %.c,build/rooms/%.o,$(foreach r,$(filter-out simulator/% exercises/% solutions/% chapters/% tests/%,$(ROOMS)),\
    $(filter-out $(call of_room,$r,$(uncalled.$r)),$(wildcard $r/*.c))))
room-objects: build/tests/libwarpsim.a $(ROOM_OBJECTS)
.PHONY: room-objects
build/rooms/%.o: %.c build/sim/compiler tests/tests.mk rooms.mk | compilers
	@mkdir -p $(@D) && gcc -std=c11 -w -O0 $(LINT_INCLUDES) -isystem $(CUDA_INCLUDE) -isystem beyond/toolkit -MMD -MP -c $< -o $@
-include $(ROOM_OBJECTS:.o=.d)

build/tests/obj/%.o: simulator/%.c build/sim/compiler build/sim/march tests/tests.mk | build/tests/obj compilers
	@mkdir -p $(@D) && $(progress)
	@gcc $(TEST_FLAGS) -I. -Isimulator -I$(BY_COMPILER) -isystem $(CUDA_INCLUDE) -MMD -MP -c $< -o $@

-include $(wildcard build/tests/*/*.d build/tests/obj/*/*.d build/tests/obj/*/*/*.d)

build/tests/obj build/tests/unit:
	@mkdir -p $@

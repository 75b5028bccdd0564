# Warp by Warp. `make` lists a beginner's verbs, `make help` everything that can be made: tools/list.sh
# takes both from the lines below that start with two hashes (a beginner's: two hashes and a star), and
# from the files that are there.
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
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc) --output-sync=target
endif
# A recipe that compiles begins with $(progress). On a terminal it shows a count in one line, which the next output, or
# $(erase), removes; elsewhere it prints one line for all.
# (Make says that the terminal is `true` where it has no name, as in some containers.)
TERMINAL = $(filter-out true,$(MAKE_TERMOUT))
progress = $(eval COMPILED += 1)$(if $(TERMINAL),printf '\033[Kcompiling %d $(OF)\r' $(words $(COMPILED)) >$(TERMINAL),\
    $(if $(word 2,$(COMPILED)),:,echo 'compiling $(firstword $(filter %.c %.cu,$^)) …'))
# The same for other steps: $(call doing,page ch3).
doing    = $(if $(TERMINAL),printf '\033[K%s\r' '$1' >$(TERMINAL),:)
erase    = $(if $(TERMINAL),printf '\033[K' >$(TERMINAL),:)

# Goals that talk with a person, or that show how far they are. The other makefiles add their own.
TALKING := setup test test-quick test-bare bench bench-simulator serve

# DEVICE says what runs the programs: `gpu` if an NVIDIA GPU answers, else `sim`. DEVICE=... overrides it.
ifeq ($(origin DEVICE),undefined)
DEVICE := $(shell nvidia-smi -L 2>/dev/null | grep '^GPU ' >/dev/null && echo gpu || echo sim)
endif
ifeq ($(filter gpu sim,$(DEVICE)),)
$(error DEVICE is '$(DEVICE)'; it can be gpu or sim)
endif
# ARCH is the GPU for which DEVICE=gpu builds: the one that answers. Where none does, ARCH=sm_90, or another.
ARCH := native

# The program of chapters/ch3-reduction/reduce.cu is ch3-reduce. There is no list of programs to keep.
SOURCES  := $(wildcard chapters/ch*-*/*.cu)
name      = $(firstword $(subst -, ,$(notdir $(patsubst %/,%,$(dir $1)))))-$(basename $(notdir $1))
PROGRAMS := $(foreach s,$(SOURCES),$(call name,$s))

# One file says which version this is: make help, warpcc, the book and a release print it.
VERSION := $(file <VERSION)

MAKEFILES_READ = $(filter-out %.d,$(MAKEFILE_LIST))

.PHONY: first help
first:
	@tools/list.sh first $(DEVICE) $(MAKEFILES_READ)

## help                this list
help:
	@tools/list.sh all $(DEVICE) $(MAKEFILES_READ)

.PHONY: setup
## setup               installs what is missing on Debian or Ubuntu
setup:
	@tools/setup.sh $(filter test book% grade lint% deb,$(patsubst test-release,test deb,$(MAKECMDGOALS:test-quick=test)))

# `make setup test` sets up first. Goals are made in order; each still builds in parallel.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# ---- Programs ------------------------------------------------------------------------------------

.PHONY: all $(PROGRAMS)
##* ch3-reduce          one program, as ./ch3-reduce, for DEVICE=gpu or sim
$(PROGRAMS): %: build/$(DEVICE)/%
	@ln -sfn $< $@ && $(erase) && echo './$@ runs on $(if $(filter gpu,$(DEVICE)),the GPU,the simulator)'

## all                 every program
all: $$(filter-out $$(LEFT_OUT),$$(PROGRAMS))
	@$(if $(LEFT_OUT),echo '$(LEFT_OUT): kernels that launch kernels need clang or nvcc 12',:)

# once,NAME,COMMAND: defines a variable whose value a command prints. The command runs when the variable is first used. If it then
# printed nothing, it runs again after `compilers` has begun, which may install what was missing.
once = $(eval $1 = $$(or $$($1_FOUND),$$(if $$(INSTALLING)$$(if $$($1_ASKED),,ask),$$(eval $1_ASKED := yes)$$(eval $1_FOUND := $$(shell $2))$$($1_FOUND))))
$(call once,NVCC,tools/need.sh nvcc)
# CUDA is what compiles CUDA C for the simulator: nvcc, or clang where there is none. WARPCC=... overrides it.
$(call once,CUDA,WARPCC='$(WARPCC)' tools/need.sh cuda 2>/dev/null)
# The headers that declare the runtime API which the simulator provides: the toolkit's, or our own. Debian puts its toolkit's
# headers among the system's.
CUDA_INCLUDE = $(if $(findstring clang,$(CUDA)),compile/toolkit,$(or $(wildcard $(CUDA:/bin/nvcc=/include)),/usr/include))
# Programs that nvcc 11 can't compile; with it they are left out.
$(call once,NESTED,grep -l '^// build:.*-rdc' $(SOURCES))
$(call once,RELEASE,$$(or $$(CUDA),:) --version | grep -o 'release [0-9]*')
LEFT_OUT = $(if $(findstring release 11,$(RELEASE)),$(foreach s,$(NESTED),$(call name,$s)))

$(foreach s,$(SOURCES),$(eval build/gpu/$(call name,$s) build/sim/obj/$(call name,$s).o: $s))

# A program that needs more than the usual options says so near its top: // build: -rdc=true
OWN_FLAGS = $(shell sed -n '1,40s|^// build: ||p' $(filter %.cu,$^))
unless    = $(if $(findstring $1,$(OWN_FLAGS)),,$2)

$(PROGRAMS:%=build/gpu/%): Makefile | build/gpu need-nvcc
	@$(progress)
	@PATH=$(dir $(NVCC)):$$PATH $(NVCC) -arch=$(ARCH) $(call unless,-O,-O3) -lineinfo -Icommon $(OWN_FLAGS) \
	    -MD -MP -MF $@.d -MT $@ $(filter %.cu,$^) -o $@

# Machine code for some of the devices that can be simulated tells the time model what ptxas made of each kernel.
SIM_CODE := arch=compute_86,code=[sm_86,sm_90]

# Programs are compiled at the same time as the simulator, and only linked again when it has changed. -O is about the host's side
# alone, which takes half of the compiler's time at -O3. C++14 is enough for nearly all, since CUB is for a GPU: with C++17 the
# compiler reads much more behind <cmath>, which takes a quarter of its time.
$(PROGRAMS:%=build/sim/obj/%.o): warpcc build/sim/compiler Makefile | build/sim/obj compilers
	@$(if $(findstring -rdc,$(OWN_FLAGS)),$(if $(LEFT_OUT),echo '$(basename $(@F)): kernels that launch kernels need clang or nvcc 12' >&2; exit 2))
	@$(progress)
	@FOUND_COMPILER=$(CUDA) ./warpcc $(call unless,-O,-O1) -gencode '$(SIM_CODE)' -Icommon $(call unless,-std=,-std=c++14) $(OWN_FLAGS) -MD -MP -MF $(@:.o=.d) -MT $@ -c $(filter %.cu,$^) -o $@

$(PROGRAMS:%=build/sim/%): build/sim/%: build/sim/obj/%.o build/sim/libwarpsim.a
	@FOUND_COMPILER=$(CUDA) LIBRARY=made ./warpcc -gencode '$(SIM_CODE)' $< -o $@

-include $(wildcard build/gpu/*.d)

# ---- The simulator -------------------------------------------------------------------------------

# Results must be those of a GPU to the last bit, so the compiler contracts no a*b+c by itself.
# Warnings are errors in the tests only: a student's newer gcc may have more warnings.
# rooms.mk declares each room and the pieces in which it is compiled.
include rooms.mk
SIMULATOR_ROOMS := $(filter-out %/*,$(filter simulator/%,$(ROOMS)))
SIMULATOR := $(wildcard $(SIMULATOR_ROOMS:%=%/*.c))
# MARCH=any builds for all hosts that may use the same folder: a cluster's nodes, a container's (tools/need.sh march).
MARCH     ?= native
$(call once,HOST_CPU,MARCH='$(MARCH)' tools/need.sh march)
SIM_FLAGS := -std=c11 -Wall -Wextra $(if $(filter test tested lint,$(MAKECMDGOALS)),-Werror)
SIM_OPT    = -march=$(firstword $(HOST_CPU)) -ffp-contract=off -fno-math-errno -fno-trapping-math
# Hot files are a piece of their own, ROOM.hot; the rest is not optimized. The ALU's long tables are each compiled alone; -fpeel-loops
# makes straight code of the few turns that an operation takes for 32 lanes, and integers are simulated 1.5 times as fast. The pieces that
# take longest come first.
unique    = $(if $1,$(firstword $1) $(call unique,$(filter-out $(firstword $1),$1)))
of_room   = $(patsubst %,$1/%.c,$2)
alone     = $(call of_room,$1,$(alone.$1))
hot       = $(if $(hot.$1),$(filter-out $(call alone,$1) $(call of_room,$1,$(cold.$1)),$(wildcard $1/*.c)))
cold      = $(filter-out $(call alone,$1) $(call hot,$1),$(wildcard $1/*.c))
rooms_by  = $(foreach r,$(SIMULATOR_ROOMS),$(if $(filter $2,$($1.$r)),$r))
PIECES   := $(patsubst %,%.hot,$(call unique,$(foreach r,$(SIMULATOR_ROOMS),$(hot.$r)))) \
    $(patsubst simulator/%.c,%,$(foreach r,$(SIMULATOR_ROOMS),$(call alone,$r))) $(call unique,$(foreach r,$(SIMULATOR_ROOMS),$(piece.$r)))
piece     = $(or $(wildcard simulator/$1.c),$(if $(filter %.hot,$1),$(foreach r,$(call rooms_by,hot,$(1:.hot=)),$(call hot,$r)),\
    $(foreach r,$(call rooms_by,piece,$1),$(call cold,$r))))
piece_opt = $(if $(filter %.hot,$*),-O2 -ftree-vectorize,$(if $(filter machine/alu%,$*),-O1 -ftree-vectorize -fpeel-loops,-O0))
# Where clang compiles CUDA C, it compiles what is not optimized, too, in half of gcc's time. (What is optimized takes it longer, and
# gcc's code is the one that was measured.)
piece_cc  = $(if $(and $(findstring -O0,$(piece_opt)),$(findstring clang,$(CUDA))),$(CUDA),gcc)
# In the first build of a program the number of files to compile is known.
ifeq ($(wildcard build/sim/libwarpsim.a)$(filter-out $(PROGRAMS),$(MAKECMDGOALS)),)
OF := / $(words $(PIECES) $(MAKECMDGOALS))
endif

# The library is one object. A program sees only names that it will not have itself: those of the CUDA API, and sim_. The driver
# API's names are weak, since a program may have its own pointers of these names. Inside the object they mean its own functions.
build/sim/libwarpsim.a: $(PIECES:%=build/sim/rooms/%.o)
	@ld -r -o build/sim/warpsim.o $^; rm -f $@.new; \
	    readelf -sW build/sim/warpsim.o | awk '$$4 == "FUNC" && $$8 ~ /^cu[A-Z]/ { print "--add-symbol", $$8 "=.text:0x" $$2 ",function,weak" }' >build/sim/driver.symbols; \
	    objcopy -w -G 'cuda*' -G '__cuda*' -G '__wrap_*' -G 'sim_*' build/sim/warpsim.o; objcopy @build/sim/driver.symbols build/sim/warpsim.o; \
	    ar rcs $@.new build/sim/warpsim.o; mv $@.new $@

build/sim/rooms/%.o: $$(call piece,$$*) build/sim/compiler build/sim/march Makefile rooms.mk | build/sim compilers
	@mkdir -p $(@D) && $(progress) && printf '#include "%s"\n' $(call piece,$*) | \
	    $(piece_cc) $(SIM_FLAGS) $(SIM_OPT) $(piece_opt) -I. -Isimulator -Ibuild/sim -isystem $(CUDA_INCLUDE) -MMD -MP -MF $(@:.o=.d) -MT $@ -x c -c - -o $@

# The names of the driver API's calls, from the toolkit's cuda.h, or from ours.
build/sim/rooms/runtime.o build/sim/rooms/runtime/driver/lacks.o \
    $(foreach f,names lacks,build/tests/obj/runtime/driver/$f.o build/lint/simulator/runtime/driver/$f.c.tidy): build/sim/driver_calls.h
build/sim/driver_calls.h: build/sim/compiler Makefile $(wildcard compile/toolkit/cuda.h compile/toolkit/cuda_driver*.h) | build/sim
	@echo '#define DRIVER_CALLS(CALL)' "$$(gcc -E -P -isystem $(CUDA_INCLUDE) $(CUDA_INCLUDE)/cuda.h | \
	    grep -o '\bcu[A-Z]\w*(' | LC_ALL=C sort -u | sed 's/\(.*\)(/CALL(\1)/' | tr '\n' ' ')" >$@

# These files name the compiler and the CPU: with another compiler or toolkit all of build/sim is built again, and with another CPU,
# which may lack instructions, the simulator.
.PHONY: ask
build/sim/compiler: ask | build/sim compilers
	@cmp -s $@ - <<<'$(CUDA)' || echo '$(CUDA)' >$@

build/sim/march: ask | build/sim
	@cmp -s $@ - <<<'$(HOST_CPU)' || echo '$(HOST_CPU)' >$@

-include $(wildcard build/sim/obj/*.d $(PIECES:%=build/sim/rooms/%.d))

# ---- Looking at a program ------------------------------------------------------------------------

# Arguments for the program: make profile-ch3-reduce ARGS='-n 1000000 -k reduceInterleaved'
.PHONY: $(PROGRAMS:%=profile-%) $(PROGRAMS:%=sanitize-%)
##* profile-ch3-reduce  counters; VIEW=source, LINE=58, DEVICES='t4 h200'
$(PROGRAMS:%=profile-%): profile-%: build/$(DEVICE)/%
	@tools/student/profile.sh $(DEVICE) $< $(ARGS)

## sanitize-ch3-reduce memory, race, barrier and initialization checks
$(PROGRAMS:%=sanitize-%): sanitize-%: build/$(DEVICE)/%
	@tools/student/sanitize.sh $(DEVICE) $< $(ARGS)

.PHONY: bench
## bench               ladders beside CUB and cuBLAS, to results/ (GPU only)
ifeq ($(DEVICE),gpu)
bench: $(filter ch3-% ch4-% ch5-% ch6-%,$(PROGRAMS))
	@tools/measure/bench.sh
else
bench:
	$(error bench measures a GPU; none answers)
endif

.PHONY: bench-simulator
## bench-simulator     lane instructions per second of the simulator, here
bench-simulator: build/sim/ch3-reduce build/sim/ch3-shared build/sim/ch4-unroll
	@tools/measure/simulator.sh

# ---- Tests ---------------------------------------------------------------------------------------

# Unit tests in C, one program each, and the simulator's library again, under gcc's sanitizers. (gcc 13 would also
# look for uses of a stack after return, and then aligns to 32 bytes what asks for 64: so that is off.)
UNITS      := $(patsubst tests/%.c,build/tests/%,$(wildcard tests/unit/*.c))
TEST_FLAGS  = $(SIM_FLAGS) $(SIM_OPT) -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all --param=asan-use-after-return=0

# Quick tests come first; then the long ones, the longest of them first, so that no core waits at the end for a long one. For daily
# work `make test-quick` leaves out the whole book and its labs, lint, and what is long and few changes touch; of long loops over like
# cases the tests then take a part (tests/harness/lib.sh, sample).
ifneq ($(filter test-quick,$(MAKECMDGOALS)),)
export SWEEPS := part
endif
LEFT_OUT_OF_QUICK := tests/book/book.t $(filter-out %/walk.t %/bundle.t,$(wildcard tests/lab/*.t tests/beyond/*.t)) $(patsubst %,tests/verbs/%.t,lint setup fresh) tests/chapters/sums.t \
    $(patsubst %,tests/judge/%.t,handout class beside mistakes) \
    $(patsubst %,tests/simulator/%.t,library toolkit fuzz clang arm wasm matrix)
LONG  := $(patsubst %,tests/%.t,book/book exercises/exercises verbs/lint judge/hostile chapters/programs simulator/library \
    verbs/fresh simulator/fuzz)
TESTS := $(filter-out $(if $(filter part,$(SWEEPS)),$(LEFT_OUT_OF_QUICK)),$(filter-out $(LONG),$(wildcard tests/*/*.t)) $(LONG))

.PHONY: test test-quick tested
## test                every test that this machine can run
test:
	@$(MAKE) --output-sync=target tested
	@BUILT=yes tests/harness/run $$(($$(nproc) + 1)) $(UNITS) $(TESTS)

## test-quick          a part of the tests, in less than half of the time
test-quick: test

.PHONY: test-clang test-compilers
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
	@BARE='$(or $(BARE),bookworm trixie)' tests/harness/run 1 tests/verbs/bare.t

.PHONY: test-page
## test-page           every exercise and solution as the page judges it
test-page:
	@PAGE=all tests/harness/run 1 tests/lab/exercises.t

# A test that is run alone makes what it needs of these (tests/harness/lib.sh, programs).
.PHONY: all-on-simulator
all-on-simulator: $$(addprefix build/sim/,$$(filter-out $$(LEFT_OUT),$$(PROGRAMS)))

tested: $(UNITS) build/tests/libwarpsim.a all-on-simulator
tested: $(if $(filter gpu,$(DEVICE)),$(PROGRAMS:%=build/gpu/%))
# Files that several tests need are made before the tests begin: two tests that make the same file at once would collide.
tested: judges $$(if $$(filter part,$$(SWEEPS)),,$$(if $$(shell command -v pandoc),book-html build/lab/labs $$(if $$(filter here,$$(WASM)),build/lab/lower.wasm build/lab/judge.wasm)))

$(UNITS): build/tests/%: tests/%.c build/tests/libwarpsim.a Makefile | build/tests/unit
	@$(progress)
	@gcc $(TEST_FLAGS) -Isimulator -isystem $(CUDA_INCLUDE) -MMD -MP $< build/tests/libwarpsim.a -lcmocka -lm -lpthread -lstdc++ -o $@

build/tests/libwarpsim.a: $(SIMULATOR:simulator/%.c=build/tests/obj/%.o)
	@rm -f $@ && ar rcs $@ $^

# For tests/house/rooms.t, what else is C: which file calls which.
ROOM_OBJECTS := $(patsubst %.c,build/rooms/%.o,$(foreach r,$(filter-out simulator/% exercises/% solutions/% chapters/% tests/%,$(ROOMS)),\
    $(filter-out $(call of_room,$r,$(uncalled.$r)),$(wildcard $r/*.c))))
room-objects: build/tests/libwarpsim.a $(ROOM_OBJECTS)
.PHONY: room-objects
build/rooms/%.o: %.c build/sim/compiler Makefile rooms.mk | compilers
	@mkdir -p $(@D) && gcc -std=c11 -w -O0 $(LINT_INCLUDES) -isystem $(CUDA_INCLUDE) -isystem beyond/toolkit -MMD -MP -c $< -o $@
-include $(ROOM_OBJECTS:.o=.d)

build/tests/obj/%.o: simulator/%.c build/sim/compiler build/sim/march Makefile | build/tests/obj compilers
	@mkdir -p $(@D) && $(progress)
	@gcc $(TEST_FLAGS) -I. -Isimulator -Ibuild/sim -isystem $(CUDA_INCLUDE) -MMD -MP -c $< -o $@

-include $(wildcard build/tests/*/*.d build/tests/obj/*/*.d build/tests/obj/*/*/*.d)

# ---- Source code ---------------------------------------------------------------------------------

CODE     = $(shell find $(wildcard common lab chapters exercises solutions simulator beyond tests tools) -path '*/node_modules' -prune -o -name '*.[ch]' -print -o -name '*.cu' -print -o -name '*.cpp' -print -o -name '*.inc' -print)
SCRIPTS := warpcc .ci/run tools/release/warpcc.bash $(wildcard tools/*.sh tools/*/*.sh tools/*/*/*.sh tests/*/*.sh tests/*/*.t tests/*/*/*.sh)
LINTED  := $(SIMULATOR) $(wildcard beyond/*/*.c lab/*/*.c lab/compiler/*/*.c tests/unit/*.c tests/simulator/conformance/*.c tests/simulator/fuzz/*.c tools/*/*.c exercises/*/judge.c)
LINT_INCLUDES := -I. -Isimulator -Isimulator/base -Ibuild/sim -Itools/judge -Ibuild/lab/judge -Itests/simulator/conformance -Itests/simulator/fuzz

.PHONY: format lint lint-shell lint-yaml lint-format lint-cppcheck lint-tidy
## format              formats C and CUDA C
format: | need-clang-format
	@clang-format -i $(CODE)

## lint                checks scripts, YAML, C and format; changes nothing
lint: lint-shell lint-yaml lint-format lint-cppcheck lint-tidy

# One stamp per file, so that only what changed is looked at again. A script is read with what it sources.
lint-shell: $(SCRIPTS:%=build/lint/%.shell)

build/lint/%.shell: % $(filter %/lib.sh %/stand-in.sh,$(SCRIPTS)) | need-shellcheck
	@shellcheck -x $<
	@mkdir -p $(@D) && touch $@

lint-yaml: | need-yamllint
	@yamllint --strict -d '{extends: relaxed, rules: {line-length: disable}}' CITATION.cff notes/book.yaml .github

lint-format: | need-clang-format
	@clang-format --dry-run --Werror $(CODE) 2>&1 | { ! sed -n 's/^\([^ ]*\):[0-9]*:[0-9]*: .*/\1: make format changes it/p' | uniq | grep .; }

# It would take the initializers of DIM() in two arguments as two assignments in one expression.
lint-cppcheck: | need-cppcheck build/lint
	@cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	    --inline-suppr --suppress='unknownEvaluationOrder:exercises/*' --cppcheck-build-dir=build/lint $(LINT_INCLUDES) $(LINTED)

# The analyzer follows a function through at most NODES states. With clang's own limit, `make lint NODES=225000`, it takes eight
# times as long and finds no more here.
NODES ?= 20000
lint-tidy: $(LINTED:%=build/lint/%.tidy)

# Where our own headers stand for CUDA's, their parameters have plainer names than the definitions, which have CUDA's. CUDA before 13
# declares calls that are declared here again for 13, where another version of them has the name.
TIDY = clang-tidy --quiet $(if $(findstring clang,$(CUDA)),--checks=-readability-inconsistent-declaration-parameter-name,\
    $(if $(filter 11 12,$(lastword $(RELEASE))),--checks=-readability-redundant-declaration))

build/lint/lab/judge/page.c.tidy: build/lab/judge/exercises.h
build/lint/%.tidy: % $(wildcard simulator/*.h simulator/*/*.h simulator/*/*/*.h) .clang-tidy | build/lint need-clang-tidy
	@$(if $(filter %/nvrtc.c %/on_gpu.c,$<),[ -e $(CUDA_INCLUDE)/nvrtc.h ] || exit 0;) \
	$(if $(filter %/on_gpu.c,$<),grep -q cudaKernel_t $(CUDA_INCLUDE)/driver_types.h || exit 0;) \
	$(TIDY) $< -- -std=c11 $(LINT_INCLUDES) -isystem $(CUDA_INCLUDE) $(BEYOND_TOOLKIT) -Xclang -analyzer-config -Xclang max-nodes=$(NODES) 2>&1 | { ! grep -v '^[0-9]* warnings\? '; }
	@mkdir -p $(@D) && touch $@

# ---- The exercises and the book have makefiles of their own ---------------------------------------

NEEDED := nvcc gcc shellcheck yamllint cppcheck clang-format clang-tidy
include $(wildcard tools/student/look.mk tools/judge/judge.mk tools/student/exercises.mk tools/class/class.mk beyond/beyond.mk tools/release/release.mk)
# The book's rules read what each note shows, which takes longer than to see that a program is up to date.
ifneq ($(filter-out ch% ex% hint-% solution-% prove-% watch progress build/sim/%,$(or $(MAKECMDGOALS),all)),)
include $(wildcard notes/book.mk lab/lab.mk lab/judge/judge.mk lab/compiler/compiler.mk)
endif

# Make must print the output of these goals at once, not at their end.
ifneq ($(filter $(TALKING),$(MAKECMDGOALS)),)
MAKEFLAGS += --output-sync=none
endif

# ---- The rest ------------------------------------------------------------------------------------

build/gpu build/sim build/sim/obj build/tests/obj build/tests/unit build/lint:
	@mkdir -p $@

# A missing tool is named at once, before anything is built.
.PHONY: $(NEEDED:%=need-%)
$(NEEDED:%=need-%): need-%:
	@tools/need.sh $* >/dev/null

# The compilers of the simulator and its programs. On a bare machine the first build installs them, if it may. (The plus lets
# make show the output at once.)
.PHONY: compilers
compilers:
	+@$(eval INSTALLING := yes)$(if $(findstring n,$(firstword -$(MAKEFLAGS))),:,FOUND_COMPILER=$(CUDA) tools/need.sh compilers >/dev/null 2>&1 || \
	    { tools/setup.sh --first && tools/need.sh compilers >/dev/null; })

.PHONY: clean
## clean               removes build/ and the links to programs
clean:
	@rm -rf build
	@find . -maxdepth 1 -type l -name 'ch[0-9]*-*' -delete

# Any other goal comes here. So do files without a rule, which are left to the compiler.
VERBS   = $(shell sed -n 's/^\#\#\*\? \([^ ]*\).*/\1/p' $(MAKEFILES_READ))
GOALS   = $(VERBS) $(PROGRAMS) $(EXERCISES) $(foreach v,profile step sanitize,$(PROGRAMS:%=$v-%)) \
    $(foreach v,step profile draw hint solution reset prove,$(EXERCISES:%=$v-%))
MEANT   = $(shell tools/meant.pl '$@' $(GOALS))
UNKNOWN = There is no '$@'.$(if $(MEANT), Did you mean $(MEANT)?) `make help` lists all there is
.DEFAULT:
	$(if $(filter $@,$(MAKECMDGOALS)),$(error $(UNKNOWN)),@:)

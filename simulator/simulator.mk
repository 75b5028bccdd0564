# simulator.mk: builds the simulator's library, build/sim/libwarpsim.a.

# Results must be those of a GPU to the last bit, so the compiler contracts no a*b+c by itself.
# Warnings are errors in the tests only (STRICT=-Werror): a student's newer gcc may have more warnings.
# rooms.mk declares each room and the pieces in which it is compiled.
SIMULATOR_ROOMS := $(filter-out %/*,$(filter simulator/%,$(ROOMS)))
SIMULATOR := $(wildcard $(SIMULATOR_ROOMS:%=%/*.c))
# MARCH=any builds for all hosts that may use the same folder: a cluster's nodes, a container's (tools/need.sh march).
MARCH     ?= native
HOST_CPU   = $(call ask,HOST_CPU,MARCH='$(MARCH)' tools/need.sh march)
SIM_FLAGS := -std=c11 -Wall -Wextra $(STRICT)
# gcc prefers vectors of 256 bits for many Xeons. With them interpreted kernels took up to 1.4 times as long (doubles; gcc 13 for
# sapphirerapids, 2026-11-30).
WIDE      := $(if $(findstring x86_64,$(shell gcc -dumpmachine 2>/dev/null)),-mprefer-vector-width=512)
SIM_OPT    = -march=$(firstword $(HOST_CPU)) $(WIDE) -ffp-contract=off -fno-math-errno -fno-trapping-math
# Hot files are a piece of their own, ROOM.hot; the rest is not optimized. The ALU's long tables are each compiled alone; -fpeel-loops
# makes straight code of the few turns that an operation takes for 32 lanes, and integers are simulated 1.5 times as fast. At -O2 gcc
# makes vectors of few loops unless it may weigh what they cost.
# The pieces that take longest come first.
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
# The library is linked into a shared one, too (compile/home.mk), so what refers to the C library's variables, or has a thread's own, is
# compiled for that. Of the optimized code only the room of order has such variables.
SHAREABLE := -fPIC -ftls-model=initial-exec
piece_opt = $(if $(filter %.hot,$1),-O2 -ftree-vectorize -fpeel-loops -fvect-cost-model=dynamic$(if $(filter order.hot,$1), $(SHAREABLE)),$(if $(filter machine/alu%,$1),-O1 -ftree-vectorize -fpeel-loops,-O0 $(SHAREABLE)))
# Where clang compiles CUDA C, it compiles what is not optimized, too, in half of gcc's time. (What is optimized takes it longer, and
# gcc's code is the one that was measured.)
piece_cc  = $(if $(and $(findstring -O0,$(call piece_opt,$1)),$(findstring clang,$(CUDA))),$(CUDA),gcc)
# In the first build of a program the number of files to compile is known.
ifeq ($(wildcard build/sim/libwarpsim.a)$(filter-out $(PROGRAMS),$(MAKECMDGOALS)),)
OF := / $(words $(PIECES) $(MAKECMDGOALS))
endif

# The runtime alone reads the headers that declare the CUDA API. Its objects are in a folder of their own for each compiler of CUDA C
# that was used, so that with another compiler the library is only linked again.
BY_COMPILER = build/sim/by-$(if $(findstring clang,$(CUDA)),clang,$(subst /,-,$(CUDA:/%=%)))
piece_object = $(if $(filter runtime%,$1),$(BY_COMPILER),build/sim/rooms)/$1.o

# The library is one object. A program sees only names that it will not have itself: those of the CUDA API, sim_, and the one that
# compile/origin.h explains. The driver API's names are weak, since a program may have its own pointers of these names. Inside the
# object they mean its own functions.
build/sim/libwarpsim.a: $$(foreach p,$$(PIECES),$$(call piece_object,$$p)) build/sim/compiler
	@ld -r -o build/sim/warpsim.o $(filter %.o,$^); rm -f $@.new; \
	    readelf -sW build/sim/warpsim.o | awk '$$4 == "FUNC" && $$8 ~ /^cu[A-Z]/ { print "--add-symbol", $$8 "=.text:0x" $$2 ",function,weak" }' >build/sim/driver.symbols; \
	    objcopy -w -G 'cuda*' -G '__cuda*' -G '__wrap_*' -G 'sim_*' -G 'link_this_*' build/sim/warpsim.o; \
	    objcopy @build/sim/driver.symbols build/sim/warpsim.o; ar rcs $@.new build/sim/warpsim.o; mv $@.new $@

# compile_piece,PIECE,OPTIONS: makes the object of a piece.
compile_piece = @mkdir -p $(@D) && $(progress) && printf '\#include "%s"\n' $(call piece,$1) | \
    $(call piece_cc,$1) $(SIM_FLAGS) $(SIM_OPT) $(call piece_opt,$1) -I. -Isimulator $2 -MMD -MP -MF $(@:.o=.d) -MT $@ -x c -c - -o $@

build/sim/rooms/%.o: $$(call piece,$$*) build/sim/march simulator/simulator.mk rooms.mk | build/sim compilers
	$(call compile_piece,$*)

of_compiler = $(patsubst $(firstword $(subst /, ,$1))/%,%,$1)
build/sim/by-%.o: $$(call piece,$$(call of_compiler,$$*)) $$(BY_COMPILER)/driver_calls.h build/sim/march simulator/simulator.mk rooms.mk | build/sim compilers
	$(call compile_piece,$(call of_compiler,$*),-I$(BY_COMPILER) -isystem $(CUDA_INCLUDE))

# The names of the driver API's calls, from the toolkit's cuda.h, or from ours.
$(foreach f,names lacks,build/tests/obj/runtime/driver/$f.o): $$(BY_COMPILER)/driver_calls.h
build/sim/by-%/driver_calls.h: simulator/simulator.mk $(wildcard compile/toolkit/cuda.h compile/toolkit/cuda_driver*.h) | build/sim compilers
	@mkdir -p $(@D); echo '#define DRIVER_CALLS(CALL)' "$$(gcc -E -P -isystem $(CUDA_INCLUDE) $(CUDA_INCLUDE)/cuda.h | \
	    grep -o '\bcu[A-Z]\w*(' | LC_ALL=C sort -u | sed 's/\(.*\)(/CALL(\1)/' | tr '\n' ' ')" >$@

# What compiled kernels call (native/native.h), preprocessed, as a string of C.
$(foreach o,build/sim/rooms/core.o build/tests/obj/native/text.o,$o): build/sim/segment_source.h
build/sim/segment_source.h: simulator/native/segment.h $(wildcard simulator/*.h simulator/*/*.h simulator/machine/alu/*) build/sim/march | build/sim compilers
	@gcc $(SIM_FLAGS) $(SIM_OPT) -w -I. -Isimulator -E -P -x c $< | sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' >$@.new; mv $@.new $@

# This file names the CPU. With another, which may lack instructions, the simulator is built again.
build/sim/march: look-again | build/sim
	@cmp -s $@ - <<<'$(HOST_CPU)' || echo '$(HOST_CPU)' >$@

-include $(wildcard $(foreach p,$(PIECES),build/sim/rooms/$p.d build/sim/by-*/$p.d))

# judge.mk: builds judges and judges exercises. An exercise is a folder exercises/exC-N-slug/; there is
# no list to keep. `make ex3-1` builds its judge, build/judge/ex3-1, and judges exercise.cu.

EXERCISE_FOLDERS := $(patsubst %/,%,$(wildcard exercises/ex*-*-*/))
# The name of exercises/ex3-1-block-sum is ex3-1.
exercise_name     = $(word 1,$(subst -, ,$(notdir $1)))-$(word 2,$(subst -, ,$(notdir $1)))
exercise_folder   = $(firstword $(foreach f,$(EXERCISE_FOLDERS),$(if $(filter $1,$(call exercise_name,$f)),$f)))
EXERCISES        := $(shell printf '%s\n' $(foreach f,$(EXERCISE_FOLDERS),$(call exercise_name,$f)) | sort -V)

# Of the simulator a judge links what a program sees, and this file.
JUDGE         := $(filter-out tools/judge/device_% tools/judge/nvrtc.c,$(wildcard tools/judge/*.c)) simulator/host/whole_file.c
JUDGE_OBJECTS := $(patsubst %.c,build/judge/obj/%.o,$(notdir $(JUDGE)))
JUDGE_FLAGS    = $(SIM_FLAGS) -O2 -g -Isimulator -Itools/judge -isystem $(CUDA_INCLUDE) -MMD -MP
JUDGE_DEVICES := build/judge/device-sim build/judge/device-calls $(if $(filter gpu,$(DEVICE)),build/judge/device-gpu)
# NVRTC, the compiler as a library, if the toolkit has it: beside nvcc, or among the system's libraries.
NVRTC          = $(if $(findstring clang,$(CUDA)),,$(firstword $(wildcard $(CUDA:/bin/nvcc=/lib64/libnvrtc.so) /usr/lib/$(MACHINE)-linux-gnu/libnvrtc.so)))
MACHINE       := $(shell uname -m)

.PHONY: judges $(EXERCISES)
# A verdict, good or bad, is no error for make. Scripts can use the exit status of build/judge/ex3-1.
##* ex3-1               builds and judges one exercise; ARGS='--seed 7'
$(EXERCISES): %: build/judge/% $(JUDGE_DEVICES)
	$(aloud)$(erase); ARGS="$(ARGS)" DEVICE=$(DEVICE) tools/student/exercise.sh judge $* || [ $$? = 1 ]

judges: $(EXERCISES:%=build/judge/%) $(JUDGE_DEVICES)

# The judges are built before the tests: tests that run in parallel must not build the same files.
tested: judges

# The files that every exercise has.
EXERCISE_FILES := README.md exercise.cu judge.c hint1.md hint2.md hint3.md

.SECONDEXPANSION:
$(EXERCISES:%=build/judge/%): build/judge/%: build/judge/obj/judge.a build/sim/libwarpsim.a \
    $$(wildcard $$(call exercise_folder,$$*)/judge.c) tools/judge/judge.h | build/judge/obj compilers $$(if $$(NVRTC),build/judge/nvrtc)
	@for f in $(EXERCISE_FILES); do \
	    test -f $(call exercise_folder,$*)/$$f || { echo "$(call exercise_folder,$*) lacks $$f" >&2; exit 1; }; done
	@gcc $(JUDGE_FLAGS) -MF $@.d -MT $@ \
	    $(call exercise_folder,$*)/judge.c build/judge/obj/judge.a \
	    build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

build/judge/obj/judge.a: $(JUDGE_OBJECTS)
	@rm -f $@ && ar rcs $@ $^

$(JUDGE_OBJECTS) $(patsubst %,build/judge/obj/device_%.o,sim main calls): build/judge/obj/%.o: $$(wildcard tools/judge/$$*.c simulator/host/$$*.c) \
    Makefile tools/judge/judge.mk | build/judge/obj compilers
	@$(progress)
	@gcc $(JUDGE_FLAGS) -c $< -o $@

build/judge/device-sim: build/judge/obj/device_main.o build/judge/obj/device_sim.o $(PIECES:%=build/sim/rooms/%.o)
	@gcc $^ -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

build/judge/device-calls: build/judge/obj/device_calls.o $(PIECES:%=build/sim/rooms/%.o)
	@gcc $^ -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

# NVRTC opens a second library, beside itself, and looks for it where RPATH says; RUNPATH, ld's default, is for the program alone.
build/judge/nvrtc: tools/judge/nvrtc.c build/sim/compiler Makefile tools/judge/judge.mk | build/judge/obj compilers
	@gcc $(JUDGE_FLAGS) -MF $@.d -MT $@ $< $(NVRTC) -Wl,--disable-new-dtags,-rpath,$(dir $(NVRTC)) -o $@.$$$$ && mv $@.$$$$ $@

build/judge/device-gpu: tools/judge/device_gpu.cu tools/judge/wire.h | build/judge/obj need-nvcc
	$(NVCC) -arch=native -O2 $< -o $@

-include $(wildcard build/judge/*.d build/judge/obj/*.d)

build/judge/obj:
	@mkdir -p $@

# judge.mk: builds judges and judges exercises. An exercise is a folder exercises/exC-N-slug/; there is
# no list to keep. `make ex3-1` builds its judge, build/judge/ex3-1, and judges exercise.cu.

EXERCISE_FOLDERS := $(patsubst %/,%,$(wildcard exercises/ex*-*-*/))
# The name of exercises/ex3-1-block-sum is ex3-1.
exercise_name     = $(word 1,$(subst -, ,$(notdir $1)))-$(word 2,$(subst -, ,$(notdir $1)))
exercise_folder   = $(firstword $(foreach f,$(EXERCISE_FOLDERS),$(if $(filter $1,$(call exercise_name,$f)),$f)))
EXERCISES        := $(shell printf '%s\n' $(foreach f,$(EXERCISE_FOLDERS),$(call exercise_name,$f)) | sort -V)
# Kernel golf is numbered as if it were chapter 9, since a digit fits every tool, page and test that looks for exC-N as it is; a word of
# its own would have changed some thirty patterns. There is no such chapter, and what makes a task one of golf is its judge.c.
golf_folders     := $(patsubst %/judge.c,%,$(shell grep -ls '\.golf = true' $(EXERCISE_FOLDERS:=/judge.c) /dev/null))
GOLF             := $(filter $(foreach f,$(golf_folders),$(call exercise_name,$f)),$(EXERCISES))

# A handout has each exercise as it was given and no exercise.cu. Any make puts one where there is none, so a later handout that is
# unpacked over an earlier one overwrites nobody's work.
lay_out = $(if $(wildcard $1/exercise.cu),,$(if $(wildcard $2),$(shell cp -n $2 $1/exercise.cu)))
$(foreach f,$(EXERCISE_FOLDERS),$(call lay_out,$f,exercises/.given/$(notdir $f).cu))

# A judge is made of these and of the exercise's judge.c. Of the simulator it links what a program sees, and a file of its host's.
JUDGE         := $(wildcard judge/core/*.c) $(filter-out %/nvrtc.c,$(wildcard judge/native/*.c)) simulator/host/whole_file.c
judge_objects  = $(patsubst %.c,build/judge/obj/%.o,$1)
JUDGE_FLAGS    = $(SIM_FLAGS) -O2 -g -I. -Isimulator -Ijudge/core -isystem $(CUDA_INCLUDE) -MMD -MP
JUDGE_DEVICES := build/judge/device-sim build/judge/device-calls $(if $(filter gpu,$(DEVICE)),build/judge/device-gpu)
# NVRTC, the compiler as a library, if the toolkit has it: beside nvcc, or among the system's libraries.
NVRTC          = $(if $(findstring clang,$(CUDA)),,$(firstword $(wildcard $(CUDA:/bin/nvcc=/lib64/libnvrtc.so) /usr/lib/$(MACHINE)-linux-gnu/libnvrtc.so)))
MACHINE       := $(shell uname -m)

.PHONY: judges $(EXERCISES)
# A verdict, good or bad, is no error for make. Scripts can use the exit status of build/judge/ex3-1.
##* ex3-1               judges one exercise; CASE=2, ARGS='--seed 7'
$(EXERCISES): %: build/judge/% $(JUDGE_DEVICES)
	$(aloud)$(erase); ARGS="$(ARGS)" DEVICE=$(DEVICE) tools/student/exercise.sh judge $* || [ $$? = 1 ]

judges: $(EXERCISES:%=build/judge/%) $(JUDGE_DEVICES)

# The judges are built before the tests: tests that run in parallel must not build the same files.
tested: judges

# The files that every exercise has. A task of kernel golf has one hint.
exercise_files = README.md exercise.cu judge.c hint1.md $(if $(filter $(GOLF),$1),,hint2.md hint3.md)

.SECONDEXPANSION:
$(EXERCISES:%=build/judge/%): build/judge/%: build/judge/obj/judge.a build/sim/libwarpsim.a \
    $$(wildcard $$(call exercise_folder,$$*)/judge.c) judge/core/judge.h | build/judge/obj compilers $$(if $$(NVRTC),build/judge/nvrtc)
	@for f in $(call exercise_files,$*); do \
	    test -f $(call exercise_folder,$*)/$$f || { echo "$(call exercise_folder,$*) lacks $$f" >&2; exit 1; }; done
	@gcc $(JUDGE_FLAGS) -MF $@.d -MT $@ \
	    $(call exercise_folder,$*)/judge.c build/judge/obj/judge.a \
	    build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

build/judge/obj/judge.a: $(call judge_objects,$(JUDGE))
	@rm -f $@ && ar rcs $@ $^

build/judge/obj/%.o: %.c Makefile judge/judge.mk | build/judge/obj compilers
	@mkdir -p $(@D) && $(progress)
	@gcc $(JUDGE_FLAGS) -c $< -o $@

build/judge/device-sim: $(call judge_objects,$(addprefix judge/device/,simulator_main.c simulator.c printed.c counters.c look.c)) $$(foreach p,$$(PIECES),$$(call piece_object,$$p)) build/sim/compiler
	@gcc $(filter %.o,$^) -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

build/judge/device-calls: $(call judge_objects,judge/device/repeat_calls.c) $$(foreach p,$$(PIECES),$$(call piece_object,$$p)) build/sim/compiler
	@gcc $(filter %.o,$^) -lm -lpthread -lstdc++ -o $@.$$$$ && mv $@.$$$$ $@

# NVRTC opens a second library, beside itself, and looks for it where RPATH says; RUNPATH, ld's default, is for the program alone.
build/judge/nvrtc: judge/native/nvrtc.c build/sim/compiler Makefile judge/judge.mk | build/judge/obj compilers
	@gcc $(JUDGE_FLAGS) -MF $@.d -MT $@ $< $(NVRTC) -Wl,--disable-new-dtags,-rpath,$(dir $(NVRTC)) -o $@.$$$$ && mv $@.$$$$ $@

build/judge/device-gpu: judge/device/gpu.cu judge/device/kernel_names.h judge/device/pipe.h judge/core/wire.h | build/judge/obj need-nvcc
	$(NVCC) -arch=native -O2 -I. $< -o $@

-include $(wildcard build/judge/*.d build/judge/obj/*/*/*.d)

build/judge/obj:
	@mkdir -p $@

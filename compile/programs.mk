# programs.mk: builds the chapters' programs. The program of chapters/ch3-reduction/reduce.cu is ch3-reduce. There is no list of
# programs to keep.

SOURCES  := $(wildcard chapters/ch*-*/*.cu)
name      = $(firstword $(subst -, ,$(notdir $(patsubst %/,%,$(dir $1)))))-$(basename $(notdir $1))
PROGRAMS := $(foreach s,$(SOURCES),$(call name,$s))

# ARCH is the GPU for which DEVICE=gpu builds: the one that answers. Where none does, ARCH=sm_90, or another.
ARCH := native

.PHONY: all all-on-simulator $(PROGRAMS)
##* ch3-reduce          one program, as ./ch3-reduce, for DEVICE=gpu or sim
$(PROGRAMS): %: build/$(DEVICE)/%
	@ln -sfn $< $@ && $(erase) && echo './$@ runs on $(if $(filter gpu,$(DEVICE)),the GPU,the simulator)'

## all                 every program
all: $$(filter-out $$(LEFT_OUT),$$(PROGRAMS))
	@$(if $(LEFT_OUT),echo '$(LEFT_OUT): kernels that launch kernels or are for sm_90a need clang or nvcc 12',:)

# A test that is run alone makes what it needs of these (tests/harness/lib.sh, programs).
all-on-simulator: $$(addprefix build/sim/,$$(filter-out $$(LEFT_OUT),$$(PROGRAMS)))

# Programs that nvcc 11 can't compile; with it they are left out.
NEED_12  = $(call ask,NEED_12,grep -lE '^// build:.*(-rdc|sm_90a)' $(SOURCES))
LEFT_OUT = $(if $(filter 11,$(RELEASE)),$(foreach s,$(NEED_12),$(call name,$s)))

$(foreach s,$(SOURCES),$(eval build/gpu/$(call name,$s) build/sim/obj/$(call name,$s).o: $s))

# A program that needs more than the usual options says so near its top: // build: -rdc=true
# One that is for a single architecture names it, and then no other: // build: -gencode arch=compute_90a,code=sm_90a
# (Its own source is the first. Others are those that it includes.)
SOURCE    = $(firstword $(filter %.cu,$^))
OWN_FLAGS = $(shell sed -n '1,40s|^// build: ||p' $(SOURCE))
unless    = $(if $(findstring $1,$(OWN_FLAGS)),,$2)

$(PROGRAMS:%=build/gpu/%): compile/programs.mk | build/gpu need-nvcc
	@$(progress)
	@PATH=$(dir $(NVCC)):$$PATH $(NVCC) $(call unless,-gencode,-arch=$(ARCH)) $(call unless,-O,-O3) -lineinfo -Icommon $(OWN_FLAGS) \
	    -MD -MP -MF $@.d -MT $@ $(SOURCE) -o $@

# Machine code for some of the devices that can be simulated tells the time model what ptxas made of each kernel.
SIM_CODE := arch=compute_86,code=[sm_86,sm_90]

# Programs are compiled at the same time as the simulator, and only linked again when it has changed. -O is about the host's side
# alone, which takes half of the compiler's time at -O3. C++14 is enough for nearly all, since CUB is for a GPU: with C++17 the
# compiler reads much more behind <cmath>, which takes a quarter of its time.
$(PROGRAMS:%=build/sim/obj/%.o): warpcc build/sim/compiler compile/programs.mk | build/sim/obj compilers
	@$(if $(filter $(@F:.o=),$(LEFT_OUT)),echo '$(basename $(@F)): kernels that launch kernels or are for sm_90a need clang or nvcc 12' >&2; exit 2)
	@$(progress)
	@FOUND_COMPILER=$(CUDA) ./warpcc $(call unless,-O,-O1) $(call unless,-gencode,-gencode '$(SIM_CODE)') -Icommon $(call unless,-std=,-std=c++14) $(OWN_FLAGS) -MD -MP -MF $(@:.o=.d) -MT $@ -c $(SOURCE) -o $@

$(PROGRAMS:%=build/sim/%): build/sim/%: build/sim/obj/%.o build/sim/libwarpsim.a
	@FOUND_COMPILER=$(CUDA) LIBRARY=made ./warpcc -gencode '$(SIM_CODE)' $< -o $@

build/gpu build/sim/obj:
	@mkdir -p $@

-include $(wildcard build/gpu/*.d build/sim/obj/*.d)

# beyond.mk: what NVIDIA's libraries do, by the host (beyond/README.md). No program of the course needs it, so it is built when
# somebody asks for it: warpcc does, for -lcublas, -lcusolver, -lcusparse, -lcufft and -lcurand.
#
#   build/sim/libwarpcublas.a … one for each library           build/sim/beyond/ its objects

BEYOND_LIBRARIES := $(patsubst %,build/sim/libwarpcu%.a,blas solver sparse fft rand)
# Our own headers of these libraries stand behind a toolkit's. But older toolkits lack types of cuSOLVER and cuSPARSE, so for these two
# our own come first.
BEYOND_TOOLKIT   := -isystem beyond/toolkit
beyond_include    = $(if $(filter solver/% sparse/%,$1),$(BEYOND_TOOLKIT) -isystem compile/toolkit,-isystem $(CUDA_INCLUDE) $(BEYOND_TOOLKIT))
# What each library is made of.
beyond_objects    = $(patsubst %,build/sim/%.o,$(basename $(wildcard beyond/$1/*.c beyond/$1/*.cpp $(if $(filter blas sparse,$1),beyond/common/*.c))))

.SECONDARY: $(foreach l,blas solver sparse fft rand,$(call beyond_objects,$l))

.PHONY: beyond test-beyond
## beyond              cuBLAS and its kin by the host; no chapter needs them
beyond: $(BEYOND_LIBRARIES)

## test-beyond         all of these libraries' tests; make test runs a part
test-beyond:
	@BEYOND=all tests/harness/run 1 tests/beyond/libraries.t

# A program sees only NVIDIA's names.
build/sim/libwarpcu%.a: $$(call beyond_objects,$$*)
	@ld -r -o $(@:.a=.o) $^ && objcopy -w -G 'cu*' $(@:.a=.o) && rm -f $@ && ar rcs $@ $(@:.a=.o)

build/sim/beyond/%.o: beyond/%.c build/sim/compiler beyond/beyond.mk | build/sim compilers
	@mkdir -p $(@D) && $(progress)
	@gcc $(SIM_FLAGS) -O2 -fPIC -I. -Isimulator $(call beyond_include,$*) -MMD -MP -c $< -o $@

# In C++ where cuRAND's headers are.
build/sim/beyond/%.o: beyond/%.cpp build/sim/compiler beyond/beyond.mk | build/sim compilers
	@mkdir -p $(@D) && $(progress)
	@$(if $(findstring clang,$(CUDA)),$(CUDA),g++) -std=c++17 -w -O2 -fPIC -I. -Isimulator $(call beyond_include,$*) -MMD -MP -c $< -o $@

-include $(wildcard build/sim/beyond/*/*.d)

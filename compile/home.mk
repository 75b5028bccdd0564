# home.mk: builds build/sim/cuda, a folder that is laid out as a CUDA toolkit, for other people's builds (compile/README.md).

# The parts of NVIDIA's libraries that the host does and that can be linked here.
HOST_LIBRARIES = $(foreach l,cublas cusolver cusparse cufft curand,$(if $(wildcard $(CUDA_INCLUDE)/$l*.h),build/sim/libwarp$l.a))

.PHONY: home
home: build/sim/cuda/made
build/sim/cuda/made: compile/home.sh compile/home.mk build/sim/libwarpsim.a build/sim/compiler $$(HOST_LIBRARIES)
	@compile/home.sh '$(CUDA_INCLUDE)' build/sim/cuda '$(CURDIR)/build/sim/cuda' $(filter %.a,$^) && touch $@

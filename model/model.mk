# model.mk: the course's language model, ./say, and the kernels that it takes from exercises.

SAY := $(wildcard model/*.c)

.PHONY: model
##* model               ./say "A kernel is": a language model by your kernels
model: build/model/$(DEVICE)/say build/sim/compiler
	@ln -sfn $(DEVICE)/say build/model/say && ln -sfn build/model/say say
	@PTX='$(if $(filter gpu,$(DEVICE)),$(NVCC) -ptx,./warpcc -ptx)' FOUND_COMPILER=$(CUDA) model/build.sh '$(or $(FROM),passed)'
	@$(erase) && echo './say "A kernel is" runs on $(if $(filter gpu,$(DEVICE)),the GPU,the simulator)'

# Plain C, and calls of the driver: which the simulator is, too.
build/model/sim/say: $(SAY) model/language.h build/sim/libwarpsim.a
	@mkdir -p $(@D) && $(progress)
	@gcc $(SIM_FLAGS) -O2 -I. -isystem $(CUDA_INCLUDE) $(SAY) build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o $@

build/model/gpu/say: $(SAY) model/language.h | need-nvcc
	@mkdir -p $(@D) && $(progress)
	@gcc $(SIM_FLAGS) -O2 -DSIMULATED=0 -I. -isystem $(CUDA_INCLUDE) $(SAY) -L$(dir $(NVCC))../lib64/stubs -lcuda -lm -o $@

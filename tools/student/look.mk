# look.mk: steps a program's kernels in the terminal. The simulator runs them, whatever DEVICE is.

TALKING += step-%

# The programs are built for a debugger, so that the stepper knows variables by name.
$(foreach s,$(SOURCES),$(eval build/step/$(call name,$s): $s))
$(PROGRAMS:%=build/step/%): warpcc build/sim/libwarpsim.a | build/step
	@./warpcc $(if $(findstring clang,$(CUDA)),,-G) -Icommon $(OWN_FLAGS) $(filter %.cu,$^) -o $@

build/step:
	@mkdir -p $@

# make step-ch3-reduce KERNEL=reduceInterleaved BLOCK=1 ARGS='-n 1000 -b 64'
.PHONY: $(PROGRAMS:%=step-%)
##* step-ch3-reduce     its kernels step by step in the terminal; KERNEL=NAME
$(PROGRAMS:%=step-%): step-%: build/step/%
	@WARPSIM="$${WARPSIM-} step$(KERNEL:%= kernel=%)$(BLOCK:%= block=%)" $< $(ARGS)

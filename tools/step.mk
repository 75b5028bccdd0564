# step.mk: stepping a program's kernels in the terminal. It is the simulator that steps, whatever DEVICE is.

# The recipe talks with a person: make must not hold its output back until it ends.
ifneq ($(filter step-%,$(MAKECMDGOALS)),)
MAKEFLAGS += --output-sync=none
endif

# make step-ch3-reduce KERNEL=reduceInterleaved BLOCK=1 ARGS='-n 1000 -b 64'
.PHONY: $(PROGRAMS:%=step-%)
## step-ch3-reduce     its kernels step by step in the terminal; KERNEL=NAME
$(PROGRAMS:%=step-%): step-%: build/sim/%
	@WARPSIM="$${WARPSIM-} step$(KERNEL:%= kernel=%)$(BLOCK:%= block=%)" $< $(ARGS)

# look.mk: looks at a program while it runs: counters, checks, step by step.

# Arguments for the program: make profile-ch3-reduce ARGS='-n 1000000 -k reduceInterleaved'
.PHONY: $(PROGRAMS:%=profile-%) $(PROGRAMS:%=sanitize-%)
##* profile-ch3-reduce  counters; VIEW=source, LINE=58, DEVICES='t4 h200'
$(PROGRAMS:%=profile-%): profile-%: build/$(DEVICE)/%
	@tools/student/profile.sh $(DEVICE) $< $(ARGS)

## sanitize-ch3-reduce memory, race, barrier and initialization checks
$(PROGRAMS:%=sanitize-%): sanitize-%: build/$(DEVICE)/%
	@tools/student/sanitize.sh $(DEVICE) $< $(ARGS)

# The stepper's programs are built for a debugger, so that it knows variables by name. The simulator runs them, whatever DEVICE is.
$(foreach s,$(SOURCES),$(eval build/step/$(call name,$s): $s))
$(PROGRAMS:%=build/step/%): warpcc build/sim/libwarpsim.a | build/step
	@./warpcc $(if $(findstring clang,$(CUDA)),,-G) -Icommon $(OWN_FLAGS) $(filter %.cu,$^) -o $@

build/step:
	@mkdir -p $@

# make step-ch3-reduce KERNEL=reduceInterleaved BLOCK=1 ARGS='-n 1000 -b 64'
.PHONY: $(PROGRAMS:%=step-%)
##* step-ch3-reduce     its kernels step by step in the terminal; KERNEL=NAME
$(PROGRAMS:%=step-%): step-%: build/step/%
	$(aloud)WARPSIM="$${WARPSIM-} step$(KERNEL:%= kernel=%)$(BLOCK:%= block=%)" $< $(ARGS)

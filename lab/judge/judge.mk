# The judge in the page: what lab/judge/page.c explains.
#
#   build/lab/judge.wasm

PAGE_JUDGE  := $(addprefix tools/judge/,case.c ask.c inputs.c launches.c compare.c calls.c verdict.c text.c source.c record.c device_sim.c) simulator/host/cpu.c simulator/host/pool.c simulator/host/words.c simulator/host/print.c lab/judge/page.c lab/judge/inside.c
PAGE_FLAGS   = $(WASM_FLAGS) -D_WASI_EMULATED_GETPID -Ilab/judge/alone -Itools/judge -Ibuild/lab/judge
PAGE_JUDGES := $(EXERCISES:%=build/lab/judge/%.o)

build/lab/judge/exercises.h: tools/judge/judge.mk $(EXERCISE_FOLDERS) | build/lab/judge
	@printf '%s\n' $(EXERCISES) | sed 's/.*/EXERCISE("&", exercise_&)/; s/exercise_ex\(.*\)-/exercise_ex\1_/' >$@

build/lab/judge/code/%.o: %.c lab/judge/judge.mk build/lab/judge/exercises.h
	@mkdir -p $(@D)
	@clang $(PAGE_FLAGS) $(if $(filter lab/%,$<),,-Dexercise='(*page_exercise)') -MMD -MP -c $< -o $@

$(PAGE_JUDGES): build/lab/judge/%.o: $$(wildcard $$(call exercise_folder,$$*)/judge.c) lab/judge/judge.mk | build/lab/judge
	@clang $(PAGE_FLAGS) -Dexercise=exercise_$(subst -,_,$*) -MMD -MP -c $< -o $@

build/lab/judge.wasm: $(LAB_CORE:simulator/%.c=build/lab/wasm/core-%.o) $(addprefix build/lab/wasm/lab-,bundle.o span.o writer.o) $(PAGE_JUDGE:%.c=build/lab/judge/code/%.o) $(PAGE_JUDGES)
	@clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	    -Wl,--max-memory=1073741824 -Wl,--allow-undefined -Wl,--export=__stack_pointer -mmutable-globals $^ -lc-printscan-long-double -lwasi-emulated-getpid -lc++abi -o $@

build/lab/judge:
	@mkdir -p $@

-include $(wildcard build/lab/judge/*.d build/lab/judge/code/*/*.d build/lab/judge/code/*/*/*.d)

# The judge in the page: what judge/page/page.c explains.
#
#   build/lab/judge.wasm

PAGE_JUDGE  := $(filter-out %/results.c,$(wildcard judge/core/*.c)) judge/device/simulator.c $(addprefix simulator/host/,cpu.c pool.c words.c print.c) $(wildcard judge/page/*.c)
PAGE_FLAGS   = $(WASM_FLAGS) -D_WASI_EMULATED_GETPID -Ijudge/page/one_thread -Ijudge/core -Ijudge/device -Ibuild/lab/judge
PAGE_JUDGES := $(EXERCISES:%=build/lab/judge/%.o)

build/lab/judge/exercises.h: judge/judge.mk $(EXERCISE_FOLDERS) | build/lab/judge
	@printf '%s\n' $(EXERCISES) | sed 's/.*/EXERCISE("&", exercise_&)/; s/exercise_ex\(.*\)-/exercise_ex\1_/' >$@

build/lab/judge/code/%.o: %.c judge/page/page.mk build/lab/judge/exercises.h
	@mkdir -p $(@D)
	@clang $(PAGE_FLAGS) $(if $(filter judge/page/%,$<),,-Dexercise='(*page_exercise)') -MMD -MP -c $< -o $@

$(PAGE_JUDGES): build/lab/judge/%.o: $$(wildcard $$(call exercise_folder,$$*)/judge.c) judge/page/page.mk | build/lab/judge
	@clang $(PAGE_FLAGS) -Dexercise=exercise_$(subst -,_,$*) -MMD -MP -c $< -o $@

build/lab/judge.wasm: $(LAB_CORE:simulator/%.c=build/lab/wasm/core-%.o) $(addprefix build/lab/wasm/lab-,bundle.o span.o writer.o) $(PAGE_JUDGE:%.c=build/lab/judge/code/%.o) $(PAGE_JUDGES)
	@clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	    -Wl,--max-memory=1073741824 -Wl,--allow-undefined -Wl,--export=__stack_pointer -mmutable-globals $^ -lc-printscan-long-double -lwasi-emulated-getpid -lc++abi -o $@

build/lab/judge:
	@mkdir -p $@

-include $(wildcard build/lab/judge/*.d build/lab/judge/code/*/*/*.d)

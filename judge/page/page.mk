# page.mk: the judge in the page, which page.c explains.
#
#   build/lab/judge.wasm

PAGE_JUDGE  := $(wildcard judge/core/*.c) $(addprefix judge/device/,simulator.c printed.c counters.c) \
    $(addprefix simulator/host/,pool.c words.c print.c callsite_names.c) $(wildcard judge/page/*.c)
PAGE_FLAGS   = $(WASM_FLAGS) -D_WASI_EMULATED_GETPID -Ijudge/page/one_thread -Ijudge/core
PAGE_OBJECTS = $(patsubst %.c,build/lab/judge/%.o,$(PAGE_JUDGE) $(wildcard exercises/*/judge.c))

build/lab/judge/%.o: %.c judge/page/page.mk lab/lab.mk
	@mkdir -p $(@D)
	@clang $(PAGE_FLAGS) -MMD -MP -c $< -o $@

# Nothing refers to an exercise but the list that the linker makes of them, so it must not leave out what seems unused. A function that
# is missing is an error here.
build/lab/judge.wasm: $(LAB_CORE:simulator/%.c=build/lab/wasm/core-%.o) $(addprefix build/lab/wasm/lab-,bundle.o source_names.o span.o writer.o) $(PAGE_OBJECTS)
	@clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	    -Wl,--max-memory=1073741824 -Wl,--no-gc-sections -Wl,--export=__stack_pointer -mmutable-globals $^ -lc-printscan-long-double -lwasi-emulated-getpid -lc++abi -o $@

-include $(wildcard build/lab/judge/*/*/*.d)

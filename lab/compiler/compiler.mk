# compiler.mk: the compiler in the page, which lab/compiler/README.md explains.
#
#   build/lab/lower        the lowering as a command          build/lab/lower.wasm   … for compile.js
#   build/tests/lab/lower  the same under gcc's sanitizers

LOWER       := $(wildcard lab/compiler/ir/*.c lab/compiler/lower/*.c) simulator/base/text.c
LOWER_FLAGS  = $(SIM_FLAGS) -Isimulator -I. -MMD -MP

build/lab/lower: $(LOWER:%.c=build/lab/lower-objects/%.o) build/lab/lower-objects/lab/compiler/hosts/command.o
	@gcc $^ -o $@

build/lab/lower-objects/%.o: %.c Makefile lab/compiler/compiler.mk | need-gcc
	@mkdir -p $(@D)
	@gcc $(LOWER_FLAGS) -O2 -g1 -c $< -o $@

build/tests/lab/lower: $(LOWER:%.c=build/tests/lab/lower-objects/%.o) build/tests/lab/lower-objects/lab/compiler/hosts/command.o
	@gcc -fsanitize=address,undefined $^ -o $@

build/tests/lab/lower-objects/%.o: %.c Makefile lab/compiler/compiler.mk | need-gcc
	@mkdir -p $(@D)
	@gcc $(LOWER_FLAGS) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -c $< -o $@

-include $(wildcard $(patsubst %.c,build/lab/lower-objects/%.d,$(LOWER)) $(patsubst %.c,build/tests/lab/lower-objects/%.d,$(LOWER)))

build/lab/lower.wasm: $(LOWER:%.c=build/lab/lower-wasm/%.o) build/lab/lower-wasm/lab/compiler/hosts/exports.o
	@clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	    -Wl,--max-memory=1073741824 $^ -lc-printscan-long-double -o $@

build/lab/lower-wasm/%.o: %.c lab/compiler/compiler.mk
	@mkdir -p $(@D)
	@clang --target=wasm32-wasi -std=c11 -O2 -Wall -Wextra -Werror -Isimulator -I. -MMD -MP -c $< -o $@

-include $(wildcard $(patsubst %.c,build/lab/lower-wasm/%.d,$(LOWER)))

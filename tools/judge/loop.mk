# The student's loop. EXERCISES, from judge.mk, are the exercises' names: ex3-1 ex3-2 ...
# Recipes here talk with a person: make must not hold their output back until they end.
ifneq ($(filter watch progress ex% hint-% solution-%,$(MAKECMDGOALS)),)
MAKEFLAGS += --output-sync=none
endif

.PHONY: $(EXERCISES:%=hint-%) $(EXERCISES:%=reset-%) $(EXERCISES:%=solution-%) watch progress editor
## watch               judges again at each save, moves on at a pass; EX=3-1
watch: $(JUDGE_DEVICES)
	@tools/watch.sh $(patsubst %,ex%,$(EX:ex%=%))

## progress            which exercises are solved, and what comes next
progress:
	@tools/exercise.sh progress

## hint-ex3-1          the next hint
$(EXERCISES:%=hint-%): hint-%:
	@tools/exercise.sh hint $*

## solution-ex3-1      after a pass: the solution, and a diff to yours
$(EXERCISES:%=solution-%): solution-%:
	@tools/exercise.sh solution $*

## reset-ex3-1         the exercise as it was given; yours is kept
$(EXERCISES:%=reset-%): reset-%:
	@tools/exercise.sh reset $*

## editor              compile_commands.json for clangd, tasks for VS Code
editor: | need-nvcc
	@tools/editor.sh $(NVCC)

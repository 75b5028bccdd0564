space := $() $()

# exercises.mk: the student's verbs. EXERCISES, from judge.mk, are the exercises' names: ex3-1 ex3-2 ... Status 1 means that there is nothing
# to show yet, or that a case fails: no error of make's.

.PHONY: $(EXERCISES:%=step-%) $(EXERCISES:%=profile-%) $(EXERCISES:%=draw-%)
## step-ex3-1          the case that failed last, step by step; CASE=2
## profile-ex3-1       its counters; VIEW=source, CASE=2
## draw-ex3-1          where its lanes go at a line; LINE=12, CASE=2
$(foreach v,step profile draw,$(EXERCISES:%=$v-%)): build/judge/$$(word 2,$$(subst -ex,$$(space)ex,$$@)) $(JUDGE_DEVICES)
	$(aloud)$(erase); tools/student/exercise.sh $(firstword $(subst -, ,$@)) ex$(lastword $(subst -ex, ,$@)) || [ $$? = 1 ]

.PHONY: $(EXERCISES:%=task-%) $(EXERCISES:%=hint-%) $(EXERCISES:%=reset-%) $(EXERCISES:%=solution-%) watch work bring progress editor
##* watch               judges at each save, moves on at a pass; EX=3-1
watch: $(JUDGE_DEVICES) $(if $(WORK),bring)
	$(aloud)DEVICE=$(DEVICE) tools/student/watch.sh $(patsubst %,ex%,$(EX:ex%=%))

##* progress            which exercises are solved, and what comes next
progress:
	$(aloud)tools/student/exercise.sh progress

## work                your work as an archive for the page; WORK=FILE
work:
	$(aloud)tools/student/exercise.sh work '$(or $(WORK),warp-by-warp-work.tar)'

## bring               takes such an archive, the page's too; WORK=FILE
bring:
	$(aloud)tools/student/exercise.sh bring '$(or $(WORK),warp-by-warp-work.tar)'

## task-ex3-1          what is asked; STUDENT=ann for ann's numbers
$(EXERCISES:%=task-%): task-%: $$(if $$(STUDENT),build/judge/$$*)
	$(aloud)tools/student/exercise.sh task $*

##* hint-ex3-1          the next hint
$(EXERCISES:%=hint-%): hint-%:
	$(aloud)tools/student/exercise.sh hint $* || [ $$? = 1 ]

## solution-ex3-1      after a pass: the solution, and a diff to yours
$(EXERCISES:%=solution-%): solution-%:
	$(aloud)tools/student/exercise.sh solution $* || [ $$? = 1 ]

## reset-ex3-1         the exercise as it was given; yours is kept
$(EXERCISES:%=reset-%): reset-%:
	$(aloud)tools/student/exercise.sh reset $*

.PHONY: $(GOLF:%=record-%) verify-record
## record-ex9-1        kernel golf: your file as a record; RECORD=FILE
$(GOLF:%=record-%): record-%: build/judge/% $(JUDGE_DEVICES)
	$(aloud)$(erase); tools/student/record.pl write $* $(call exercise_folder,$*)/exercise.cu '$(or $(RECORD),$*.record)'

## verify-record       whether a record of golf is true; RECORD=FILE
verify-record:
	$(aloud)tools/student/record.pl verify '$(RECORD)'

## editor              compile_commands.json for clangd, tasks for VS Code
editor:
	@tools/student/editor.sh

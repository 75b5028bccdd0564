# class.mk: the instructor's verbs. EX='3-1 3-2' chooses exercises; without it the verbs take all of the chapters. Kernel golf has to be
# named, since its tasks pass as they are given.

comma  := ,
chosen := $(subst $(comma), ,$(EX))
CHOSEN := $(if $(chosen),$(sort $(patsubst %,ex%,$(chosen:ex%=%))),$(filter-out $(GOLF),$(EXERCISES)))

# A mistyped variable, such as DUEE=, would be ignored by make, and nobody would be late. Those of make grade are the ones read below.
ifneq ($(filter grade,$(MAKECMDGOALS)),)
VARIABLES_READ := $(shell sed -n '/^grade:/,/^$$/p' tools/class/class.mk | grep -oE '[$$].[A-Z]{2,}' | cut -c3- | sort -u) EX WARPCC CUDA_HOME PROGRESS
MISTYPED := $(strip $(foreach v,$(.VARIABLES),$(if $(filter command,$(origin $v)),$(filter-out $(VARIABLES_READ),$v))))
$(if $(MISTYPED),$(error make grade doesn't know $(firstword $(MISTYPED))=. Its variables: $(filter-out CHOSEN MAKECMDGOALS,$(VARIABLES_READ))))
endif

.PHONY: handout points chosen grade test-class gradescope new-exercise
## handout             exercises for students, no solutions; EX='3-1 3-2'
# With STUDENT=ann its predictions have this student's numbers; with STUDENTS=class.csv there is one for each.
handout:
	$(aloud)tools/class/handout.sh $(if $(OUT),-o '$(OUT)') $(if $(STUDENTS),-c '$(STUDENTS)',$(if $(STUDENT),-s '$(STUDENT)')) $(CHOSEN)

## points              what exercises are worth and how long they take; EX=…
points:
	@tools/class/points.sh $(CHOSEN)

chosen: $(CHOSEN:%=build/judge/%) $(JUDGE_DEVICES)

# On a GPU one exercise is judged at a time, since others would change its speed.
## grade               judges a class's work; SUBMISSIONS=dir EX='3-1 3-2'
# `make setup grade` without SUBMISSIONS only sets up.
grade: $(if $(SUBMISSIONS),chosen)
	$(aloud)$(if $(SUBMISSIONS),,$(if $(filter setup,$(MAKECMDGOALS)),exit;)) tools/class/grade.pl $(if $(OUT),-o '$(OUT)') -j $(or $(JOBS),$(if $(filter gpu,$(DEVICE)),1,0)) \
	    -d $(if $(filter gpu,$(DEVICE)),all,sim) $(if $(LMS),--lms '$(LMS)') \
	    $(if $(ROSTER),--roster '$(ROSTER)') $(if $(STUDENTS),--students '$(STUDENTS)') \
	    $(if $(ASSIGNMENT),--assignment '$(ASSIGNMENT)') $(if $(DUE),--due '$(DUE)') $(if $(LATE),--late '$(LATE)') \
	    $(if $(GRACE),--grace '$(GRACE)') $(if $(DATES),--dates '$(DATES)') $(if $(BUDGET),--budget '$(BUDGET)') \
	    $(if $(ATTEMPTS),--attempts '$(ATTEMPTS)') \
	    $(if $(PARTIAL),--partial '$(PARTIAL)') $(if $(POINTS),--points '$(POINTS)') $(if $(LEVELS),--levels '$(LEVELS)') $(if $(TABLE),--table '$(TABLE)') $(if $(EARLIER),--earlier '$(EARLIER)') -e '$(CHOSEN)' '$(SUBMISSIONS)'

.PHONY: $(EXERCISES:%=why-%)
## why-ex3-1           a student's case that failed; STUDENT=ann OUT=dir
$(EXERCISES:%=why-%): why-%: build/judge/% $(JUDGE_DEVICES)
	$(aloud)$(erase); tools/class/why.sh $* "$${OUT:-grades}" "$${STUDENT-}" "$${ATTEMPT-}"

## test-class          a class of 60, a third hostile, graded in four ways
test-class:
	@HONEST=40 HOSTILE=20 LOAD=8 tests/judge/beside.t

## gradescope          an autograder for Gradescope, as a zip; EX='3-1 3-2'
gradescope:
	@tools/class/gradescope/pack.sh $(if $(OUT),-o '$(OUT)') $(CHOSEN)

## new-exercise        a folder to fill in; NAME=ex3-slug
new-exercise:
	@tools/class/new-exercise.sh '$(NAME)'

.PHONY: $(EXERCISES:%=prove-%)
## prove-ex3-1         as given it fails, solved it passes, wrong it fails
$(EXERCISES:%=prove-%): prove-%:
	@tools/student/exercise.sh given $*
	$(aloud)prove --failures --comments tests/exercises/exercises.t :: $(notdir $(call exercise_folder,$*))

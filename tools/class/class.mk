# class.mk: the instructor's verbs. EX='3-1 3-2' chooses exercises; without it the verbs take all of the chapters. Kernel golf has to be
# named, since its tasks pass as they are given.

CHOSEN := $(if $(EX),$(sort $(patsubst %,ex%,$(EX:ex%=%))),$(filter-out $(GOLF),$(EXERCISES)))

.PHONY: handout chosen grade test-class gradescope new-exercise
## handout             exercises for students, no solutions; EX='3-1 3-2'
# With STUDENT=ann its predictions have this student's numbers; with STUDENTS=class.csv there is one for each.
handout:
	$(aloud)tools/class/handout.sh $(if $(OUT),-o '$(OUT)') $(if $(STUDENTS),-c '$(STUDENTS)',$(if $(STUDENT),-s '$(STUDENT)')) $(CHOSEN)

chosen: $(CHOSEN:%=build/judge/%) $(JUDGE_DEVICES)

# On a GPU one exercise is judged at a time, since others would change its speed.
## grade               judges a class's work; SUBMISSIONS=dir EX='3-1 3-2'
grade: chosen
	$(aloud)tools/class/grade.pl $(if $(OUT),-o '$(OUT)') -j $(or $(JOBS),$(if $(filter gpu,$(DEVICE)),1,0)) \
	    -d $(if $(filter gpu,$(DEVICE)),all,sim) $(if $(LMS),--lms '$(LMS)') \
	    $(if $(ROSTER),--roster '$(ROSTER)') $(if $(STUDENTS),--students '$(STUDENTS)') \
	    $(if $(ASSIGNMENT),--assignment '$(ASSIGNMENT)') $(if $(DUE),--due '$(DUE)') $(if $(LATE),--late '$(LATE)') \
	    $(if $(GRACE),--grace '$(GRACE)') $(if $(DATES),--dates '$(DATES)') $(if $(BUDGET),--budget '$(BUDGET)') \
	    $(if $(ATTEMPTS),--attempts '$(ATTEMPTS)') \
	    $(if $(PARTIAL),--partial '$(PARTIAL)') $(if $(LEVELS),--levels '$(LEVELS)') $(if $(TABLE),--table '$(TABLE)') $(if $(EARLIER),--earlier '$(EARLIER)') -e '$(CHOSEN)' '$(SUBMISSIONS)'

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

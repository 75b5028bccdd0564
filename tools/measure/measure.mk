# measure.mk: measures a GPU, and the simulator.

.PHONY: bench
## bench               ladders beside CUB and cuBLAS, to results/ (GPU only)
ifeq ($(DEVICE),gpu)
bench: $(filter ch3-% ch4-% ch5-% ch6-%,$(PROGRAMS))
	$(aloud)tools/measure/bench.sh
else
bench:
	$(error bench measures a GPU; none answers)
endif

.PHONY: levels
## levels              counts what solutions do, for verdicts; EX='3-1'
levels: chosen $(if $(EX),,$(GOLF:%=build/judge/%)) $(wildcard build/lab/lower.wasm build/lab/judge.wasm)
	$(aloud)tools/measure/levels.pl $(if $(EX),$(CHOSEN))

.PHONY: model-path
## model-path          the model's speed after each exercise, to results/
model-path:
	$(aloud)tools/measure/model-path.sh >results/model-path.csv.new && mv results/model-path.csv.new results/model-path.csv

.PHONY: our-records
## our-records         kernel golf: our solutions as records, by the tasks
our-records: $(GOLF:%=build/judge/%) $(JUDGE_DEVICES)
	$(aloud)$(foreach g,$(GOLF),tools/student/record.pl write $g solutions/$(notdir $(call exercise_folder,$g))/exercise.cu \
	    $(call exercise_folder,$g)/ours.record &&) :

.PHONY: bench-accuracy
## bench-accuracy      modelled times beside an H200's, for pairs of kernels
bench-accuracy: build/sim/libwarpsim.a
	$(aloud)tools/measure/model-report.pl pairs

.PHONY: bench-simulator
## bench-simulator     lane instructions per second of the simulator, here
bench-simulator: build/sim/ch3-reduce build/sim/ch3-shared build/sim/ch4-unroll
	$(aloud)tools/measure/simulator.sh

.PHONY: bench-check
## bench-check         how many times as long programs take under check
bench-check: all-on-simulator
	$(aloud)tools/measure/check-cost.sh

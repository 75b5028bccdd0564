# compile.mk: the compilers that there are. tools/need.sh finds them, or says what is missing.

# ask,NAME,COMMAND: what a command prints. It runs when the answer is first needed, and again only as long as it has printed nothing:
# what was missing may be installed meanwhile (`compilers`).
ask = $(or $($1_IS),$(eval $1_IS := $(shell $2))$($1_IS))

NVCC = $(call ask,NVCC,tools/need.sh nvcc)
# CUDA is what compiles CUDA C for the simulator: nvcc, or clang where there is none. WARPCC=... overrides it.
CUDA = $(call ask,CUDA,WARPCC='$(WARPCC)' tools/need.sh cuda 2>/dev/null)
# The toolkit's number; `none` where clang compiles.
RELEASE = $(if $(CUDA),$(call ask,RELEASE,$(CUDA) --version | sed -n 's/.*release \([0-9]*\).*/\1/p' | grep . || echo none))
# The headers that declare the runtime API which the simulator provides: the toolkit's, or our own. Debian puts its toolkit's
# headers among the system's.
CUDA_INCLUDE = $(if $(findstring clang,$(CUDA)),compile/toolkit,$(or $(wildcard $(CUDA:/bin/nvcc=/include)),/usr/include))

# The compilers of the simulator and its programs. On a bare machine the first build installs them, if it may. (The plus lets
# make show the output at once.)
.PHONY: compilers
compilers:
	+@$(if $(dry),:,FOUND_COMPILER=$(CUDA) tools/need.sh compilers >/dev/null 2>&1 || \
	    { tools/setup.sh --first && tools/need.sh compilers >/dev/null; })

# This file names the compiler. With another, programs are compiled again, and the library is linked again.
.PHONY: look-again
build/sim/compiler: look-again | build/sim compilers
	@cmp -s $@ - <<<'$(CUDA)' || echo '$(CUDA)' >$@

build/sim:
	@mkdir -p $@

# A missing tool is named at once, before anything is built.
NEEDED := nvcc gcc shellcheck yamllint cppcheck clang-format clang-tidy
.PHONY: $(NEEDED:%=need-%)
$(NEEDED:%=need-%): need-%:
	@tools/need.sh $* >/dev/null

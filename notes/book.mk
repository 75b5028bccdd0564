# The book: a web site, a PDF and an EPUB from chapters/*/note.md and notes/*.md. A make of its own reads
# this file (notes/goals.mk); how a page is made is told at the head of notes/filters/book.lua.
#
#   build/book/pages      the pages in order        build/book/ast/      pages, collected (JSON)
#   build/book/names      CUDA's names              build/book/labels/   what pages tell each other
#   build/book/runs/      what programs print
#   build/book/figures/   drawings and plots        build/book/search/   text for the search
#   build/book/html/      the web site              build/book/print/    pages woven for print

# Pages before and after the chapters, in the book's order.
FRONT_PAGES    := home preface where
BACK_PAGES     := model simulator elsewhere traps exercises instructor glossary reading terms authors colophon

chapter_page    = $(firstword $(subst -, ,$(notdir $(patsubst %/,%,$(dir $1)))))$(if $(filter %/note-b.md,$1),b)
front_or_back   = $(foreach p,$1,$(if $(wildcard notes/$p.md),$p))
CHAPTER_PAGES  := $(foreach n,$(CHAPTER_NOTES),$(call chapter_page,$n))
BOOK_PAGES     := $(call front_or_back,$(FRONT_PAGES)) $(CHAPTER_PAGES) $(call front_or_back,$(BACK_PAGES))

.PHONY: book book-html book-pdf book-epub
book: book-html book-pdf book-epub
	@$(erase); printf '%s\n' $(BOOK)/html/index.html $(BOOK)/warp-by-warp.pdf $(BOOK)/warp-by-warp.epub

# ---- What the pages need -------------------------------------------------------------------------

# Two lists that much depends on and that seldom change: each is looked at again when a note or a program is saved
# (its .seen says when), and touched only if it then differs.
$(BOOK)/pages: $(BOOK)/pages.seen ;
$(BOOK)/names: $(BOOK)/names.seen ;

# The pages: name, source, front|chapter|back, number or letter. Made before all else, so it looks for the tools.
APPENDICES := A B C D E F G H I J K L M
$(BOOK)/pages.seen: $(CHAPTER_NOTES) $(wildcard notes/*.md) notes/book.mk | $(BOOK)
	@for tool in pandoc lua5.4 gnuplot; do tools/need.sh $$tool >/dev/null; done
	@{ $(foreach p,$(call front_or_back,$(FRONT_PAGES)),echo '$p notes/$p.md front';) \
	   $(foreach n,$(CHAPTER_NOTES),echo '$(call chapter_page,$n) $n chapter $(patsubst ch%,%,$(call chapter_page,$n))';) \
	   letters=($(APPENDICES)); i=0; \
	   for p in $(call front_or_back,$(BACK_PAGES)); do echo "$$p notes/$$p.md back $${letters[i++]}"; done; \
	 } >$(BOOK)/pages.new
	@cmp -s $(BOOK)/pages.new $(BOOK)/pages || cp $(BOOK)/pages.new $(BOOK)/pages
	@mv $(BOOK)/pages.new $@

# The exercises: folder, and the note and section that the exercise practises, which the third line of its README.md names. A list that
# seldom changes, as those above. The hints are in hint1.md and so on.
EXERCISE_TEXTS := $(wildcard exercises/ex*/README.md exercises/ex*/hint*.md)
$(BOOK)/exercises: $(BOOK)/exercises.seen ;
$(BOOK)/exercises.seen: $(filter %/README.md,$(EXERCISE_TEXTS)) notes/book.mk | $(BOOK)
	@awk 'FNR == 3 { split(FILENAME, part, "/"); place = match($$0, /\(\.\.\/\.\.\/[^)]*#[^)]*\)/) ? substr($$0, RSTART + 7, RLENGTH - 8) : ""; \
	    sub("#", " ", place); print part[2], place }' $(filter %/README.md,$(EXERCISE_TEXTS)) </dev/null >$(BOOK)/exercises.new
	@cmp -s $(BOOK)/exercises.new $(BOOK)/exercises || cp $(BOOK)/exercises.new $(BOOK)/exercises
	@mv $(BOOK)/exercises.new $@

# Names that only CUDA can have given, from the toolkit's headers and from the workbook's own code.
TOOLKIT_HEADERS := cuda*.h* device*.h* driver_types.h vector_*.h* sm_*.h* cooperative_groups*/*.h \
    cooperative_groups/details/*.h cublas*.h crt/*.h*
BOOK_CODE := $(wildcard common/*.h exercises/*/*.cu chapters/*/*.cu chapters/*/*.cuh chapters/*/*.h simulator/*.h simulator/*/*.[ch] simulator/*/*/*.[ch] compile/toolkit/*.h compile/toolkit/*/*.h)
$(BOOK)/names.seen: $(BOOK_CODE) notes/book.mk | $(BOOK)
	@include=$(CUDA_INCLUDE); \
	cat $$(ls $(TOOLKIT_HEADERS:%=$$include/%) 2>/dev/null || true) $(BOOK_CODE) | \
	    grep -oE '\b(cuda[A-Z]|cub[A-Z]|cublas[A-Z]|__[a-z]|thread[A-Z]|block[A-Z]|grid[A-Z]|atomic[A-Z]|[a-z][a-z0-9]+__[a-z])[A-Za-z0-9_.]*' | \
	    LC_ALL=C sort -u >$(BOOK)/names.new
	@cmp -s $(BOOK)/names.new $(BOOK)/names || cp $(BOOK)/names.new $(BOOK)/names
	@mv $(BOOK)/names.new $@

# ---- Figures -------------------------------------------------------------------------------------

# A page waits for the figures that it shows: drawn by notes/figures/NAME.lua or plotted by
# notes/plots/NAME.gp; NAME.narrow.svg beside each is for telephones. A figure that is not there is an error of the page, which knows the
# line.
DRAWN   := $(patsubst notes/figures/%.lua,$(BOOK)/figures/%.svg,$(filter-out %/draw.lua %/trace.lua %/chip.lua,$(wildcard notes/figures/*.lua)))
PLOTTED := $(patsubst notes/plots/%.gp,$(BOOK)/figures/%.svg,$(filter-out %/style.gp,$(wildcard notes/plots/*.gp)))

$(DRAWN): $(BOOK)/figures/%.svg: notes/figures/%.lua notes/figures/draw.lua notes/figures/trace.lua notes/figures/chip.lua $(wildcard notes/traces/*.csv results/*.csv) | $(BOOK)/figures $(BOOK)/pages
	@$(call doing,figure $*)
	@lua5.4 $< narrow >$(@:.svg=.narrow.svg)
	@lua5.4 $< >$@.new && mv $@.new $@

$(PLOTTED): $(BOOK)/figures/%.svg: notes/plots/%.gp notes/plots/style.gp notes/figures/draw.lua tools/book/plot.sh \
    $(wildcard results/*.csv) | $(BOOK)/figures $(BOOK)/pages
	@$(call doing,plot $*)
	@tools/book/plot.sh $* narrow >$(@:.svg=.narrow.svg)
	@tools/book/plot.sh $* >$@.new && mv $@.new $@

figures_of = $(filter $(DRAWN) $(PLOTTED),$(addprefix $(BOOK)/,$(shell grep -o 'figures/[A-Za-z0-9-]*\.svg' $1)))

# ---- What programs print -------------------------------------------------------------------------

# A note's commands run on the simulator once its programs are built; the page waits for what they print. In place of what a
# program prints that this compiler can't build, and of a lab with it, the page says so.
RUN_NOTES   := $(shell grep -l '^```{\.run ' $(CHAPTER_NOTES) 2>/dev/null)

define run_rule
$(BOOK)/runs/$(call chapter_page,$1).made: $1 tools/book/runs.pl $$$$(patsubst %,build/sim/%,$$$$(filter-out $$$$(LEFT_OUT),$$$$(call run_programs,$1))) | $(BOOK)/runs
	@$$(call doing,what the programs of a chapter print)
	@tools/book/runs.pl $$< $(BOOK)/runs $$(LEFT_OUT) && touch $$@
$(BOOK)/ast/$(call chapter_page,$1).json: $(BOOK)/runs/$(call chapter_page,$1).made
endef

# ---- Pages ---------------------------------------------------------------------------------------

FILTERS := $(filter-out %/epub.lua,$(wildcard notes/filters/*.lua))
SYNTAX  := $(patsubst %,--syntax-definition %,$(wildcard notes/syntax/*.xml))
# With 128 MB to fill before it collects what it no longer uses, pandoc takes two thirds of the time.
PANDOC  := pandoc +RTS -A128m -RTS --fail-if-warnings -M version=$(VERSION)

source_of = $(or $(strip $(foreach n,$(CHAPTER_NOTES),$(if $(filter $1,$(call chapter_page,$n)),$n))),notes/$1.md)

# (Figures are looked for when a page is to be made, not whenever make reads this file.)
.SECONDEXPANSION:

define page_rules
$(BOOK)/ast/$1.json: $(call source_of,$1) $(BOOK)/pages $(BOOK)/names $(BOOK)/exercises $(FILTERS) $$$$(call figures_of,$(call source_of,$1)) notes/names.txt | $(BOOK)/ast $(BOOK)/labels $(BOOK)/search
	@$$(call doing,reading $1)
	@$(PANDOC) $$< -f markdown-implicit_figures -L notes/filters/collect.lua -M page=$1 -M build=$(BOOK) -t json -o $$@.new
	@mv $$@.new $$@
$(BOOK)/labels/$1.lua $(BOOK)/search/$1.json: $(BOOK)/ast/$1.json ;
endef
$(foreach p,$(BOOK_PAGES),$(eval $(call page_rules,$p)))
$(foreach n,$(RUN_NOTES),$(eval $(call run_rule,$n)))

# What else a page includes: code, results. Each page says so itself when it is collected.
-include $(wildcard $(BOOK_PAGES:%=$(BOOK)/ast/%.d))

html_file = $(BOOK)/html/$(if $(filter home,$1),index,$1).html
HTML_PAGES := $(foreach p,$(BOOK_PAGES),$(call html_file,$p))
LABELS     := $(BOOK_PAGES:%=$(BOOK)/labels/%.lua)

define html_rule
$(call html_file,$1): $(BOOK)/ast/$1.json $(LABELS) VERSION notes/templates/page.html $(wildcard notes/syntax/*.xml) tools/book/fix.pl
	@$$(call doing,page $1)
	@$(PANDOC) $$< -f json -L notes/filters/weave.lua -M page=$1 -M build=$(BOOK) -M target=web -M wasm=$$(LIVE) $(SYNTAX) \
	    --metadata-file notes/book.yaml --template notes/templates/page.html -t html5 --mathml --wrap=none | \
	    tools/book/fix.pl >$$@.new
	@mv $$@.new $$@
endef
$(foreach p,$(BOOK_PAGES),$(eval $(call html_rule,$p)))

$(BOOK)/html/styles/figures.css: notes/figures/draw.lua
	@mkdir -p $(@D) && lua5.4 $< >$@.new && mv $@.new $@

ASSETS := $(patsubst notes/%,$(BOOK)/html/%,$(wildcard notes/styles/book.css notes/scripts/* notes/fonts/*))
$(ASSETS): $(BOOK)/html/%: notes/%
	@mkdir -p $(@D) && cp $< $@

# Whoever copies the site copies the licences with it.
TERMS := $(BOOK)/html/NOTICE.txt $(BOOK)/html/LICENSE.txt $(patsubst %,$(BOOK)/html/%,$(wildcard LICENSES/*))
$(BOOK)/html/%.txt: % | $(BOOK)/html
	@cp $< $@
$(BOOK)/html/LICENSES/%: LICENSES/%
	@mkdir -p $(@D) && cp $< $@

# One script that the search loads when it is first used: works on file:// where fetching does not.
$(BOOK)/html/scripts/search-index.js: $(BOOK_PAGES:%=$(BOOK)/search/%.json)
	@mkdir -p $(@D)
	@{ echo 'window.searchIndex = ['; sed -s '$$a,' $^; echo '];'; } >$@.new && mv $@.new $@

book-html: $(HTML_PAGES) $(ASSETS) $(TERMS) $(BOOK)/html/styles/figures.css $(BOOK)/html/scripts/search-index.js

# ---- PDF and EPUB --------------------------------------------------------------------------------

define print_rule
$(BOOK)/print/$1.json: $(BOOK)/ast/$1.json $(LABELS) | $(BOOK)/print
	@$(PANDOC) $$< -f json -L notes/filters/weave.lua -M page=$1 -M build=$(BOOK) -M target=print -t json -o $$@.new
	@mv $$@.new $$@
$(BOOK)/print/$1.answers.json: $(BOOK)/print/$1.json ;
endef
$(foreach p,$(BOOK_PAGES),$(eval $(call print_rule,$p)))

# The answers are a part of their own, before the appendices' last pages.
$(BOOK)/print/answers.json: notes/book.mk | $(BOOK)/print
	@echo '# Answers {#answers .back}' | pandoc -t json -o $@

PRINTED := $(filter-out home,$(BOOK_PAGES))
PRINT   := $(PRINTED:%=$(BOOK)/print/%.json) $(BOOK)/print/answers.json $(PRINTED:%=$(BOOK)/print/%.answers.json)

# All of print/ as one HTML document, for Chromium; a command in the environment of tools/book/pdf.sh.
$(BOOK)/warp-by-warp.pdf: export PRINT_HTML = $(PANDOC) --file-scope $(PRINT) -f json -L notes/filters/pdf.lua -M build=$(BOOK) $(SYNTAX) \
    --metadata-file notes/book.yaml -M pagetitle=book --template notes/templates/print.html --section-divs -t html5 \
    --mathml --wrap=none | tools/book/fix.pl >$(BOOK)/print/book.html

book-pdf: $(BOOK)/warp-by-warp.pdf
$(BOOK)/warp-by-warp.pdf: $(PRINT) VERSION notes/templates/print.html notes/templates/print.js notes/styles/print.css $(ASSETS) \
    $(BOOK)/html/styles/figures.css tools/book/pdf.sh tools/book/fix.pl
	@$(call doing,PDF)
	@tools/book/pdf.sh $(BOOK)

# Written at a fixed moment, so that two builds are the same to the byte.
book-epub: $(BOOK)/warp-by-warp.epub
EPUB_FONTS := $(addprefix notes/fonts/,inter-400.woff2 inter-600.woff2 jetbrains-mono-400.woff2 jetbrains-mono-600.woff2 source-serif-400.woff2 \
    source-serif-400-italic.woff2 source-serif-600.woff2 stix-two-math.woff2)
$(BOOK)/print/figures.css: notes/figures/draw.lua | $(BOOK)/print
	@lua5.4 $< epub >$@.new && mv $@.new $@
$(BOOK)/warp-by-warp.epub: $(PRINT) VERSION notes/book.yaml notes/styles/epub.css $(BOOK)/print/figures.css $(EPUB_FONTS) notes/filters/epub.lua notes/filters/book.lua notes/filters/printed.lua \
    tools/book/epub.pl tools/book/fix.pl
	@tools/need.sh faketime >/dev/null
	@$(call doing,EPUB)
	@TZ=UTC faketime -f '2026-01-01 00:00:00' $(PANDOC) --file-scope $(PRINT) -f json -L notes/filters/epub.lua $(SYNTAX) \
	    --metadata-file notes/book.yaml -M title='Warp by Warp' \
	    -M subtitle='A CUDA C workbook, version $(VERSION)' -M rights='Text: CC BY 4.0. Code: Apache License 2.0.' \
	    --css notes/styles/epub.css --css $(BOOK)/print/figures.css $(EPUB_FONTS:%=--epub-embed-font=%) --toc --toc-depth 2 --highlight-style monochrome --mathml \
	    -t epub3 -o $@.new
	@TZ=UTC tools/book/epub.pl $@.new
	@mv $@.new $@

$(HTML_PAGES) $(ASSETS): | $(BOOK)/html

$(BOOK) $(BOOK)/ast $(BOOK)/labels $(BOOK)/search $(BOOK)/html $(BOOK)/figures $(BOOK)/print $(BOOK)/runs:
	@mkdir -p $@

# goals.mk: the book's goals. The rules for its pages and labs are many, and reading them takes longer than to see that a program is up to
# date. So another make reads them, which is called with BOOK; one at a time, since two would make the same files.

# A chapter is a folder with a note.md; a second part of it, note-b.md, is a page of its own: chapter 3b.
CHAPTER_NOTES := $(foreach d,$(sort $(wildcard chapters/ch*-*/)),$(wildcard $dnote.md) $(wildcard $dnote-b.md))
# The programs whose output a note shows, and those that its labs run.
run_programs = $(shell sed -n 's/^```{\.run .*command="\([^ "]*\).*/\1/p' $1 | sort -u)
lab_programs = $(shell sed -n '/^``` lab/,/^```$$/s/^program  *//p' $1 2>/dev/null | sort -u)

ifdef BOOK
include $(wildcard notes/book.mk lab/lab.mk judge/page/page.mk lab/compiler/compiler.mk)
else

##* book                web site, PDF and EPUB, in build/book/
## book-html           the web site: build/book/html/index.html
## book-pdf            build/book/warp-by-warp.pdf
## book-epub           build/book/warp-by-warp.epub
BOOK_GOALS := book book-html book-pdf book-epub pages-for-tests
# What the book's make shares with this one is there before it begins.
SHARED = $(patsubst %,build/sim/%,libwarpsim.a $(filter-out $(LEFT_OUT),$(filter $(PROGRAMS),\
    $(call run_programs,$(CHAPTER_NOTES)) $(call lab_programs,$(CHAPTER_NOTES)))))
book_make = +@flock notes $(MAKE) -s BOOK=build/book $@

.PHONY: $(BOOK_GOALS)
$(BOOK_GOALS): | shared-by-both
	$(book_make)
# (By a pattern, for which make looks only when it needs it: to find the programs takes time.)
shared-by-%: | $$(SHARED)
	@:
build/book/%: look-again | $$(SHARED)
	$(book_make)
build/lab/labs: | build/sim/libwarpsim.a
build/lab/%: look-again
	$(book_make)
build/tests/lab/%: look-again
	$(book_make)

.PHONY: book-traces serve
## book-traces         runs again what the pictures of lanes show
book-traces: $(addprefix build/sim/,ch1-coalesce ch1-transpose ch3-reduce ch3-shared ch4-unroll ch6-sgemm)
	@tools/book/traces.sh notes/traces

## serve               the web site here, rebuilt at each save
# Not $(MAKE), which make would run with -n, too.
serve:
	$(aloud)PORT=$(PORT) tools/book/serve.sh $(MAKE_COMMAND) book-html
endif

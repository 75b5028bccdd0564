#!/usr/bin/env bash
# The whole book as PDF and as EPUB: both are sound, and nothing in them is too wide, cut off or left open. With TWICE=yes (make test-book)
# all of the book is built a second time, and the two are the same to the byte; small.t does this with a small book.
. "$(dirname "$0")/../harness/lib.sh"
. tests/book/lib.sh

needs_book_tools pandoc lua5.4 gnuplot browser pdfinfo qpdf faketime java node /usr/share/java/epubcheck.jar tests/book/node_modules/playwright-core
run make DEVICE=sim book
is 'the book: exit status' "$status" 0
[ "$status" = 0 ] || { done_testing && exit; }
version=$(<VERSION)

# ---- On paper ----------------------------------------------------------------------------------------

pdf=build/book/warp-by-warp.pdf
run pdfinfo "$pdf"
has 'the PDF is tagged' "$out" '^Tagged: +yes'
# qpdf warns (status 3) of a sound stream if its output buffer is full just where a piece of input ends. Such warnings do not count:
# zlib reads all streams below.
run qpdf --check "$pdf"
other=$(grep WARNING <<<"$out$err" | grep -v ': input stream is complete but output may still be valid$')
[ "$status,$other" != 3, ] || status=0
is 'the PDF is sound' "$status" 0
qpdf --json=2 --json-stream-data=inline --decode-level=none "$pdf" >"$work/pdf.json"
run sh -c 'node tests/book/streams.js <"$1"' sh "$work/pdf.json"
is 'zlib reads all its compressed streams' "$status" 0
has 'the PDF has an outline' "$out" '^outline: 3 Reduction$'
run pdftotext -layout "$pdf" "$work/book.txt"
has 'its cover has the version' "$(head -n 40 "$work/book.txt")" "Version ${version//./\\.}$"
run grep -E '^ *3 +Reduction +[0-9]+$' "$work/book.txt"
listed=$(awk '{ print $NF }' <<<"$out")
run pdfinfo -dests "$pdf"
stands=$(awk '$NF == "\"ch3\"" { print $1 }' <<<"$out")
has 'chapter 3 begins on a page' "$stands" '^[0-9]+$'
is 'its contents name that page' "$listed" "$stands"
is 'no page ends with the title or head of a table' "$(perl tests/book/lone.pl build/book/print/book.html "$work/book.txt")" ''
# shellcheck disable=SC2016
run perl -0777 -ne 'for (split /\f/) { my @lines = grep /\S/, split /\n/; for (0 .. $#lines) { next if $lines[$_] !~ /^ *Listing \S+, continued$/;
    $marks++; print "$lines[0]\n" if $_ != 1 } } END { print "no mark\n" if !$marks }' "$work/book.txt"
is 'a listing that goes on on another page says so at its head' "$out" ''
# shellcheck disable=SC2016
run perl -0777 -ne 'for (split /\f/) { $page++; my @lines = grep /\S/, split /\n/; print "page $page\n" if ($lines[1] // "") =~ /^ *→ (Answer|Hint) / }' "$work/book.txt"
is 'no page begins with the links to the answers of what stands on the page before' "$out" ''
is 'a listing names its file in one piece' "$(grep -E '^ *Listing .* ch[0-9]+-$' "$work/book.txt")" ''
# A third is the aim: tests/book/holes.pl lists what is above it. A sentence more or less moves every figure after it.
is 'no page is more than half empty, but where a part ends, and none before a listing goes on' "$(perl tests/book/holes.pl "$pdf" 0.5)" ''
lacks 'no page number is left open' "$(cat "$work/book.txt")" ' 000$'

# ---- In a reader of EPUB -----------------------------------------------------------------------------

run "${java[@]}" /usr/share/java/epubcheck.jar build/book/warp-by-warp.epub
has 'epubcheck finds nothing' "$out$err" '^Messages: 0 fatals / 0 errors / 0 warnings'
mkdir "$work/epub"
bsdtar -xf build/book/warp-by-warp.epub -C "$work/epub"
ok 'the EPUB is at most 1.5 MB' test "$(wc -c <build/book/warp-by-warp.epub)" -le 1500000
has 'the EPUB has the version' "$(cat "$work"/epub/EPUB/text/title_page.xhtml)" "version ${version//./\\.}"
verdicts < <(node tests/book/paper.js build/book/print/book.html "$work/epub" || echo "FAIL the look at both ends by itself: $?")

# ---- The second build ------------------------------------------------------------------------------

if [ "${TWICE-}" != yes ]; then
    done_testing
    exit
fi
# It begins with the page numbers of the first, as a build after an edit does, and so is printed once.
second=build/book-again
rm -rf $second
mkdir -p $second/print && cp build/book/print/numbers $second/print
run make DEVICE=sim BOOK=$second book
is 'the second build: exit status' "$status" 0
# Labs of kernels that launch kernels may differ: nvcc puts its process number into names of what it compiles separately. And
# build/book may have pages of notes that are gone.
is 'two builds are the same to the byte' \
    "$(diff -rq build/book $second | grep -v '^Only in build/book[:/]' | grep -E '/html|\.(pdf|epub)' | grep -v '/lab-[a-z-]*nested\.js')" ''
rm -rf $second

done_testing

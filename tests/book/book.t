#!/usr/bin/env bash
# The whole book builds; PDF and EPUB are sound; and its pages work in a browser (tests/book/browser.js). With TWICE=yes (make test-book) it
# is built a second time, and the two are the same to the byte; small.t does this with a small book.
. "$(dirname "$0")/../harness/lib.sh"

if ! tools/need.sh browser >/dev/null 2>&1 && grep -qs '^ID=ubuntu$' /etc/os-release; then
    skip_all 'Ubuntu has no package of a browser for it; with Google Chrome it runs'
fi
missing=
for tool in pandoc lua5.4 gnuplot browser pdfinfo qpdf faketime java node; do
    tools/need.sh $tool >/dev/null 2>&1 || missing="$missing $tool"
done
for file in /usr/share/java/epubcheck.jar tests/book/node_modules/{axe-core,playwright-core,vnu-jar}; do
    [ -e "$file" ] || missing="$missing $file"
done
is 'what make setup installs for the book is all there; missing' "$missing" ''
if [ -n "$missing" ]; then
    done_testing
    exit
fi

# ---- The first page shows what a reader will see ------------------------------------------------------

# masked: prints its input without addresses and without the CPU's times, which differ from run to run.
masked()
{
    sed -E 's/0x[0-9a-f]+/0x…/g; s/^(sum_\w+ +[0-9]+).*/\1/'
}

# Of clang's code the lines of the PTX and the modelled times differ. (From its folder: messages name files as seen from where the program runs.)
run env -C notes/first ../../warpcc -O3 shift.cu -o "$work/shift"
run env -C notes/first "$work/shift"
by_nvcc is 'the first page: reading one too far' "$(masked <<<"$err")" "$(masked <notes/first/shift.txt)"
run env NO_COLOR=1 build/sim/ch3-reduce
by_nvcc is 'the first page: the first run' "$(masked <<<"$out")" "$(masked <notes/first/reduce.txt)"

# ---- Pictures of lanes show what the simulator does --------------------------------------------------

run tools/book/traces.sh "$work/traces"
is 'the traces that figures draw: exit status' "$status" 0
by_nvcc is 'they are those of the simulator' "$(diff -r "$work/traces" notes/traces)" ''

# ---- The book itself ------------------------------------------------------------------------------

run make DEVICE=sim book
is 'the book: exit status' "$status" 0
[ "$status" = 0 ] || { done_testing && exit; }

html=$PWD/build/book/html
for page in "$html"/ch*.html; do
    ok "$(basename "$page"): at most 150 KB gzip" test "$(gzip -9 <"$page" | wc -c)" -le 150000
done
lacks 'every figure has words for those who do not see it' "$(cat "$html"/*.html)" '<svg [^>]*aria-label=""'
is 'nothing in the pages names the folder in which they were built' "$(grep -rlF "$PWD" "$html")" ''
# A program of some seconds is over before code that Java's second compiler makes for it pays. The validator asks for the stack.
java=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss2m -jar)
run "${java[@]}" tests/book/node_modules/vnu-jar/build/dist/vnu.jar --errors-only "$html"/*.html
is 'the validator finds no error in any page' "$err" ''
verdicts < <(node tests/book/browser.js "$html" || echo "FAIL the browser test ends by itself: $?")

# ---- Its version and its licences ------------------------------------------------------------------------

version=$(<VERSION)
for page in index ch3 colophon; do
    has "$page has the version" "$(<build/book/html/$page.html)" "version ${version//./\\.}<"
done
ok 'the site has the notices' cmp -s NOTICE build/book/html/NOTICE.txt
ok "the site has the code's licence" cmp -s LICENSE build/book/html/LICENSE.txt
for file in LICENSES/*; do
    ok "the site has $file" cmp -s "$file" "build/book/html/$file"
done
run bsdtar -xOf build/book/warp-by-warp.epub '*/title_page.xhtml'
has 'the EPUB has the version' "$out" "version ${version//./\\.}"

# ---- On paper, and in a reader of EPUB ------------------------------------------------------------------

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
is 'the name of a listing’s file stays in one piece' "$(grep -E '^ *Listing .* ch[0-9]+-$' "$work/book.txt")" ''
# A third is the aim: tests/book/holes.pl lists what is above it. A sentence more or less moves every figure after it.
is 'no page is more than half empty, but where a part ends, and none before a listing goes on' "$(perl tests/book/holes.pl "$pdf" 0.5)" ''
lacks 'no page number is left open' "$(cat "$work/book.txt")" ' 000$'
run "${java[@]}" /usr/share/java/epubcheck.jar build/book/warp-by-warp.epub
has 'epubcheck finds nothing' "$out$err" '^Messages: 0 fatals / 0 errors / 0 warnings'

mkdir "$work/epub"
bsdtar -xf build/book/warp-by-warp.epub -C "$work/epub"
ok 'the EPUB is at most 1.5 MB' test "$(wc -c <build/book/warp-by-warp.epub)" -le 1500000
verdicts < <(node tests/book/epub.js "$work/epub" || echo "FAIL the look at the EPUB ends by itself: $?")

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

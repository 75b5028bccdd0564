#!/usr/bin/env bash
# All pages of the book build; those of the day, a third, are valid, and work in a browser (tests/book/browser.js). paper.t has PDF and EPUB.
. "$(dirname "$0")/../harness/lib.sh"
. tests/book/lib.sh

needs_book_tools pandoc lua5.4 gnuplot browser java node tests/book/node_modules/{axe-core,playwright-core,vnu-jar}

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

run make DEVICE=sim book-html
is 'the book: exit status' "$status" 0
[ "$status" = 0 ] || { done_testing && exit; }

html=$PWD/build/book/html
for page in "$html"/ch*.html; do
    ok "$(basename "$page"): at most 150 KB gzip" test "$(gzip -9 <"$page" | wc -c)" -le 150000
done
lacks 'every figure has words for those who do not see it' "$(cat "$html"/*.html)" '<svg [^>]*aria-label=""'
is 'nothing in the pages names the folder in which they were built' "$(grep -rlF "$PWD" "$html")" ''
pages=("$html"/*.html)
daily $(((${#pages[@]} + 2) / 3)) "${pages[@]}"
run "${java[@]}" tests/book/node_modules/vnu-jar/build/dist/vnu.jar --errors-only "${sample[@]}"
is 'the validator finds no error in the pages' "$err" ''
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

done_testing

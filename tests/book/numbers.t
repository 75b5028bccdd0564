#!/usr/bin/env bash
# Every number with a unit in the book's prose names its source (numbers.pl says how). And numbers.pl itself finds a number that
# does not, and leaves alone one that does.
. "$(dirname "$0")/../harness/lib.sh"

for note in chapters/*/note*.md notes/{home,preface,simulator,traps,glossary,terms}.md; do
    run tests/book/numbers.pl "$note"
    is "$note: every number has its source" "$status$out" 0
done

# said TEXT: prints what numbers.pl finds in a note with this text. In the text \n stands for the end of a line; a % stands for a
# colon in @tbl%, and %% at the beginning of a caption.
said()
{
    sed 's/@tbl%/@tbl:/; s/%% /: /' <<<"${1//\\n/$'\n'}" >"$work/note.md"
    run tests/book/numbers.pl "$work/note.md"
    grep -oP 'no source for \K.*' <<<"$out" | paste -sd '|'
}
while IFS=: read -r name text want; do
    is "$name" "$(said "$text")" "$want"
done <<'END'
a rate in a sentence:It reaches 4.36 TB/s on an H200.:4.36 TB/s
a time and a share:It takes 12 µs, 3 % less.:12 µs|3 %
a citation in another sentence:It takes 12 µs. So say [@jia2018].:12 µs
a row of results:It reaches [4.36]{result="results/h200.csv ch4-limit sumWide rate"} TB/s.:
what it is calculated from:It moves [18 bytes, or 3 %]{from="4.8 TB/s over 132 SMs"}.:
a citation:An addition takes 4 cycles [@jia2018].:
a reference to a table is no source:An addition takes 4 cycles (@tbl%latencies).:4 cycles
a formula:It is $4 \times 3 = 12$ ms$^{-1}$ long.:
code:Say `sleep 3 ms`.:
a size is a size:It has 64 KiB.:
a table:| kernel | ms |\n| --- | --- |\n| a | 12 ms |\n\n%% Two kernels.:12 ms
a table whose caption says:| kernel | ms |\n| --- | --- |\n| a | 12 ms |\n\n%% Of [@harris2007].:
END
done_testing

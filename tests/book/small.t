#!/usr/bin/env bash
# A small book of one chapter: what its page shows, and that each mistake in a note fails the build with file and line.
. "$(dirname "$0")/../harness/lib.sh"
needs_tools pandoc lua5.4 gnuplot

small=$work/small
copy_house "$small"
seed_library "$small" # the book's make looks whether it is up to date
rm -rf "$small"/{chapters,exercises,solutions}/* "$small"/results
find "$small/notes" -name '*.md' -delete
mkdir -p "$small/chapters/ch0-small" "$small/results"
cat >"$small/chapters/ch0-small/add.cu" <<'EOF'
// Each thread adds one to its element. No two threads meet.
// [begin add]
__global__ void add(int *x)
{
    x[threadIdx.x] += 1;
}
// [end add]

// [begin bare]
int bare;
// [end bare]
EOF
cat >"$small/results/h200.csv" <<'EOF'
program,kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time,date,driver,toolkit,commit
ch0-add,add,1024,0.012345,331.5,GB/s,6.9,ok,"NVIDIA H200",measured,2026-01-02,580.1,13.0,abcdef0
ch0-add,addTwice,1024,0.024690,165.75,GB/s,,ok,"NVIDIA H200",measured,2026-01-02,580.1,13.0,abcdef0
EOF
cat >"$small/notes/glossary.md" <<'EOF'
---
title: Glossary
---

# Words {#sec:words}

Warp
:   32 threads.
EOF

# note: makes stdin the text of the chapter. The title takes lines 1 to 4.
note()
{
    { printf '%s\n' --- 'title: Small' --- '' && cat; } >"$small/chapters/ch0-small/note.md"
}

# book_small: builds the small book; $page is its chapter.
book_small()
{
    run make -C "$small" book-html
    page=$(cat "$small/build/book/html/ch0.html" 2>/dev/null)
}

# A note without a mistake: listing, table, figure, references, measured values, a quiz.
note <<'EOF'
# First {#sec:first}

Two warps and a *warp*. See @sec:first, @lst:add, @fig:tree and @tbl:times, and [there](../../notes/glossary.md#words).

```{.cuda include="add.cu" region="add"}
```

![A tree.](figures/tree.svg){alt="A tree of 100 % sums."}

::: {.results #tbl:times file="results/h200.csv" program="ch0-add"}
Times.
:::

It took [0.0123]{result="results/h200.csv ch0-add add ms"} ms, half of what `./add -n 2` takes, for $n$,
[50]{result="results/h200.csv ch0-add addTwice rate over=add scale=100"} %. And $2^{24} \bmod 7$ is $1{,}000$.

$$ a = b \qquad c \allowbreak {} = d $$

The grid has 8 × 4 blocks. @tbl:times says more. After `make ch0-small` you see

```
kernel        n     ok
add        1024     ok
```

::: quiz
1. Which?

   - [ ] The first.
   - [x] The second.

::: answer
1. Look.
:::
:::
EOF
book_small
is 'a right note: exit status' "$status" 0
has 'a choice has its letter' "$page" '<span class="letter">b\.</span> The second'
has 'a number and its unit stay together' "$page" $'0\\.0123(</span>)?(&nbsp;|\302\240)ms'
has 'an option stays in one piece' "$page" '<code>./add <span class="tied">-n</span> 2</code>'
has 'a name with a hyphen, too' "$page" '<code>make <span class="tied">ch0-small</span></code>'
has 'two numbers stay with their ×' "$page" $'8(&nbsp;|\302\240)×(&nbsp;|\302\240)4'
has 'a telephone can close the gaps of a printed table' "$page" '^<pre class="aligned" style="--across: [0-9]+"><code>kernel <span class="slack">    </span>   n'
has 'and leaves a narrow table as it is' "$page" '<table class="fits">'
has 'a formula keeps its comma' "$page" '<span class="tied"><math[^>]*><semantics><mi>n</mi>.*</math>,</span>'
is 'a long formula may break at two places' "$(grep -o '<span class="part"><math' <<<"$page" | wc -l)" 3
has 'thousands stand without a gap' "$page" '<mtext[^>]*>1,000</mtext>'
has 'a table has its caption outside of what scrolls' "$(tr '\n' ' ' <<<"$page")" '</table> *</div> *<figcaption>.{0,40}Table 0\.1'
has 'the search knows formulas as one reads them' "$(cat "$small/build/book/html/scripts/search-index.js")" '2\^24 mod 7 is 1,000'
has 'and what has a number' "$(cat "$small/build/book/html/scripts/search-index.js")" '"id":"fig:tree","kind":"Figure","number":"0\.1"'
has 'a region is included, numbered as in its file' "$page" 'id="cb1-3".*<span class="at">__global__</span>'
has 'a listing has for caption how its comment begins' "$page" '>Listing 0\.1</span>[^<]*Each thread adds one to its element\.<'
lacks 'marks of regions are left out' "$page" '\[begin'
has 'a reference to a section' "$page" '<a href="#sec:first">section.{1,2}0\.1</a>'
has 'a reference to a listing' "$page" '<a href="#lst:add">listing.{1,2}0\.1</a>'
has 'a reference to a figure' "$page" '<a href="#fig:tree">figure.{1,2}0\.1</a>'
has 'a reference to a table' "$page" '<a href="#tbl:times">table.{1,2}0\.1</a>'
has 'a reference with which a sentence begins' "$page" '<a href="#tbl:times">Table.{1,2}0\.1</a> says'
has 'a figure has its words' "$page" '<svg role="img" aria-label="A tree of 100 % sums\."'
has 'a link leads to a place on another page' "$page" '<a href="glossary.html#sec:words">there</a>'
has 'and a narrow form for a telephone' "$(tr -d '\n' <<<"$page")" '<div class="wide-form"><svg .*<\/div><div class="narrow-form"><svg role="img" aria-label="A tree of 100 % sums\."'
has 'a term leads to the glossary' "$page" '<a href="glossary.html#term-warp" class="term">warps</a>'
has 'measurements are filled in' "$page" '331\.5'
has 'a time of less than a millisecond has four places' "$page" '>0\.0247<'
has 'with device and date behind an i' "$page" '<details class="source"><summary[^>]*>i</summary>.*NVIDIA H200, .*2026-01-02'

# Two builds of it are the same to the byte, on paper and as EPUB, too, where the tools for these are.
goals=(book-html)
if tools/need.sh browser >/dev/null 2>&1 && tools/need.sh qpdf >/dev/null 2>&1 && tools/need.sh pdfinfo >/dev/null 2>&1 &&
    tools/need.sh faketime >/dev/null 2>&1; then
    goals=(book)
fi
run make -C "$small" "${goals[@]}"
is 'a first build: exit status' "$status" 0
run make -C "$small" BOOK=build/again "${goals[@]}"
is 'a second one: exit status' "$status" 0
[ "${goals[*]}" != book ] || ok 'there are PDF and EPUB' test -s "$small/build/again/warp-by-warp.pdf" -a -s "$small/build/again/warp-by-warp.epub"
is 'they are the same to the byte' "$(diff -rq "$small/build/book" "$small/build/again" | grep -E '/html|\.(pdf|epub)')" ''
rm -r "$small/build/again"

# wrong WHAT PATTERN: checks that the note on stdin fails the build, with a line that matches.
wrong()
{
    note
    book_small
    ok "$1: fails" test "$status" -ne 0
    has "$1: says where and what" "$err" "^$2"
}

N=chapters/ch0-small/note.md
wrong 'unknown label' "$N:7: unknown label @fig:none" <<'EOF'
# A

See @fig:none.
EOF
wrong 'broken link' "$N:5: broken link: no file chapters/ch0-small/none.md" <<<'[There](none.md).'
wrong 'broken fragment' "$N:5: broken link: no #none" <<<'[There](#none).'
wrong 'broken fragment elsewhere' "$N:5: broken link: no #none in notes/glossary.md" <<<'[There](../../notes/glossary.md#none).'
wrong 'missing file' "$N:5: no file chapters/ch0-small/none.cu" <<<'```{.cuda include="none.cu" region="add"}
```'
wrong 'missing region' "$N:5: no region none in chapters/ch0-small/add.cu" <<<'```{.cuda include="add.cu" region="none"}
```'
wrong 'a listing without caption' "$N:5: the listing has no caption" <<<'```{.cuda include="add.cu" region="bare"}
```'
wrong 'a listing with marks inside' "$N:5: the listing has marks of regions inside, .* those of chapters/ch0-small/add.cu" \
    <<<'```{.cuda include="add.cu" caption="All of it."}
```'
wrong 'retyped code' "$N:5: a block that includes add.cu has text" <<<'```{.cuda include="add.cu" region="add"}
int x;
```'
wrong 'no alternative text' "$N:5: the image figures/tree.svg has no alternative text" <<<'![A tree.](figures/tree.svg)'
wrong 'no such figure' "$N:5: no figure none" <<<'![A tree.](figures/none.svg){alt="None."}'
wrong 'stale number' "$N:5: stale: the text says 0\.0124, results/h200.csv says 0\.0123" \
    <<<'[0.0124]{result="results/h200.csv ch0-add add ms"}'
wrong 'no such row' "$N:5: results/h200.csv has no row .*program=ch0-none.*make bench" \
    <<<'::: {.results file="results/h200.csv" program="ch0-none"}
:::'
wrong 'no results' "$N:5: no results/none.csv: run 'make bench'" \
    <<<'::: {.results file="results/none.csv" program="ch0-add"}
:::'
# shellcheck disable=SC2016 # Markdown's backticks
wrong 'misspelt name' "$N:5: CUDA has no cudaMaloc; did you mean cudaMalloc" <<<'Call `cudaMaloc(&p, n)`.'
# shellcheck disable=SC2016
wrong 'misspelt intrinsic' "$N:5: CUDA has no __sycnthreads; did you mean __syncthreads" <<<'And `__sycnthreads()`.'
wrong 'label twice' "$N:5: the label sec:a is there twice" <<<'# A {#sec:a}

# B {#sec:a}'
wrong 'quiz without answers' "$N:5: question 1 of a quiz has no answer" <<<'::: quiz
1. Why?
:::'
wrong 'too few answers' "$N:5: the quiz has 2 questions" <<<'::: quiz
1. Why?
2. How?

::: answer
1. Because.
:::
:::'
wrong 'unknown source' "$N:5: notes/reading.md has no entry nobody1999" <<<'See @nobody1999.'
printf '# needs: results/none.csv ch0-add\n' >"$small/notes/plots/none.gp"
wrong 'plot without results' "notes/plots/none.gp:1: no results/none.csv: run 'make bench'" \
    <<<'![A plot.](figures/none.svg){alt="None."}'
rm "$small/notes/plots/none.gp"

# An edit of one page makes that page again and no other, and quickly enough for make serve.
note <<<'One.'
book_small
touch "$work/before"
sleep 0.01
note <<<'Two.'
book_small
is 'after an edit only that page is made again' \
    "$(find "$small/build/book/html" -name '*.html' -newer "$work/before" -printf '%f ')" 'ch0.html '

note <<'EOF'
```{.cuda include="add.cu" region="add"}
```
EOF
book_small
sed -i 's/+= 1/+= 2/' "$small/chapters/ch0-small/add.cu"
book_small
has 'a change of the code changes its listing' "$page" '<span class="dv">2</span>'

# Exercises come from their folders, with covered hints. Each stands at the end of the section that its third line names, the easiest
# first, and the page of exercises leads there.
mkdir -p "$small/exercises/ex0-1-first" "$small/exercises/ex0-10-last"
place='After “[One](../../chapters/ch0-small/note.md#one)” in chapter 0.'
printf '# Add one\n\n★★★ *Write it. One hour.* %s\n\nWhy you do. It is so.\n' "$place" >"$small/exercises/ex0-1-first/README.md"
printf 'Look at the index.\n' >"$small/exercises/ex0-1-first/hint1.md"
printf '# Add ten\n\n★ *Write it. Five minutes.* %s\n\nDo it again.\n' "$place" >"$small/exercises/ex0-10-last/README.md"
printf -- '---\ntitle: Exercises\n---\n' >"$small/notes/exercises.md"
note <<'EOF'
# One

See @ex:0-1.

## Below

Text.

# Two
EOF
book_small
is 'exercises: exit status' "$status" 0
line=$(tr -d '\n' <<<"$page")
has 'exercises stand at the end of their section, the easiest first' "$line" \
    'Text\..*<details class="exercise" id="ex0-10">.*<details class="exercise" id="ex0-1">.*<h2[^>]* id="two"'
has 'a fold-out says what the exercise is, and why it is worth doing' "$line" \
    '<strong>ex0-1</strong> Add one <span class="level">★★★</span> .*Write it. One hour\..*<span class="why">Why you do\.</span></summary>'
has 'a reference to an exercise' "$page" 'See <a href="#ex0-1" class="tied">ex0-1</a>'
has 'hints are covered' "$page" '<summary>Hint 1</summary>'
index=$(tr -d '\n' <"$small/build/book/html/exercises.html")
has 'the page of exercises leads to each' "$index" '<tr id="ex0-10"[^>]*><td><a href="ch0.html#ex0-10">.*<tr id="ex0-1"'
has 'and says which section it belongs to' "$index" '<a href="ch0.html#one">0\.1 One</a>'
lacks 'but not the task' "$index" 'Do it again'

sed -i 's/#one/#none/' "$small/exercises/ex0-10-last/README.md"
book_small
has 'a section that there is not is told' "$err" '^exercises/ex0-10-last/README.md:3: no section #none in chapters/ch0-small/note.md'
sed -i 's/After.*//' "$small/exercises/ex0-10-last/README.md"
book_small
has 'so is an exercise that names none' "$err" '^exercises/ex0-10-last/README.md:3: the third line names no section of a chapter'
rm -r "$small/exercises/ex0-10-last"

# shellcheck disable=SC2016
printf 'Call `cudaMaloc`.\n' >"$small/exercises/ex0-1-first/hint1.md"
book_small
has 'what is wrong in a hint is told with its file' "$err" '^exercises/ex0-1-first/hint1.md:1: CUDA has no cudaMaloc'

done_testing

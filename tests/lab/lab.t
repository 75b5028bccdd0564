#!/usr/bin/env bash
# The labs in the book's pages: what the build refuses; every lab, with all its choices under node, and in a browser; random calls.
. "$(dirname "$0")/../harness/lib.sh"

run make -s DEVICE=sim build/lab/labs build/sim/obj/ch3-reduce.o
is 'the build has its tool' "$status" 0
mkdir "$work/out"
objcopy -O binary --only-section=.nv_fatbin build/sim/obj/ch3-reduce.o "$work/out/ch3-reduce.fatbin"

# lab LINE...: makes a note with a lab of these lines, besides those that every lab here has, and runs the build's tool on it.
lab()
{
    {
        printf '%s\n' '::: {#lab:try .lab title="Try"}' '``` lab' 'program  ch3-reduce' 'n        64 from 1 to 99999999' \
            'part     int[n] = i' 'out      int[64]' "$@" '```' 'Try.' ':::'
    } >"$work/note.md"
    run build/lab/labs "$work/note.md" "$work/out" "$work/out"
}

launch='launch   reduceInterleaved<<<1, 64>>>(part, out, n)'
lab "$launch" 'at       "part[tid] += part" load 1'
is 'a lab is made' "$status/$out$err" '0/'
for kind in js lua json; do
    ok "with its $kind" test -s "$work/out/lab-try.$kind"
done
has 'its PTX names sources as every machine does' "$(cat "$work/out/lab-try.js")" '\.file.{1,12}chapters/ch3-reduction/reduce\.cu'
has 'its result is a sum' "$(cat "$work/out/lab-try.json")" '"steps":[0-9]{3}'
lab "$launch" 'at       " part[tid] += part" load 1'
is 'the text of a moment may begin with a blank' "$status/$out$err" '0/'

# refused WHAT WORDS LINE...: checks that such a lab is refused, with its place in the note and these words.
refused()
{
    local what=$1 words=$2
    shift 2
    lab "$@"
    is "$what: exit status" "$status" 1
    has "$what: says so" "$err" "^$work/note\.md:2: .*$words"
}
refused 'a kernel that is not there' 'has no kernel reduceOut' 'launch   reduceOut<<<1, 64>>>(part, out, n)'
refused 'a moment that never comes' 'is come to [0-9]+ times, not 99999' "$launch" 'at       "part[tid] += part" load 99999'
refused 'a moment that is none: said whole' 'not "part\[tid\]" lod 3' "$launch" 'at       "part[tid]" lod 3'
refused 'a name that nobody has given' 'called m' 'launch   reduceInterleaved<<<1, 64>>>(part, out, m)'
refused 'too few arguments' 'fewer arguments' 'launch   reduceInterleaved<<<1, 64>>>(part, out)'
refused 'too many' 'more arguments' 'launch   reduceInterleaved<<<1, 64>>>(part, out, n, n)'
refused 'a block that no device has' 'blockDim.x: 2000, the limit is 1024' 'launch   reduceInterleaved<<<1, 2000>>>(part, out, n)'
refused 'more memory than a lab has' '64 MiB' "$launch" 'more     double[n * 1000000]'
refused 'a division by 0' 'division by 0' "$launch" 'more     int[n / (n - n)]'
refused 'a figure that there is none of' "no figure 'happiness'" "$launch" 'ask      How much? = happiness'

for tool in clang wasm-ld node browser pandoc; do
    if ! tools/need.sh "$tool" >/dev/null 2>&1; then
        echo "# no $tool: the labs are not looked at in a browser"
        done_testing
        exit
    fi
done
run make -s DEVICE=sim book-html build/lab/lower
is 'the book is built' "$status" 0
verdicts < <(node tests/lab/variables.js build/lab/core.wasm <(build/lab/lower tests/lab/ir/variables.ll) ||
    echo "FAIL the walk through variables ends by itself: $?"
    node tests/lab/async.js build/lab/core.wasm build/book/labs || echo "FAIL the walk through copies ends by itself: $?"
    node tests/lab/names.js build/lab/core.wasm || echo "FAIL the test of names ends by itself: $?"
    node tests/lab/choices.js build/lab/core.wasm build/book/labs || echo "FAIL the test of all choices ends by itself: $?"
    timeout 600 node tests/lab/reader.js build/book/html || echo "FAIL the test of readers ends by itself: $?"
    timeout 600 node tests/lab/reach.js build/book/html || echo "FAIL the test of what is within reach ends by itself: $?"
    timeout 1200 node tests/lab/browser.js build/book/html build/book/labs || echo "FAIL the browser test ends by itself: $?")

run node tests/lab/fuzz.js build/lab/core.wasm build/book/labs "${LAB_FUZZ_SECONDS:-5}"
is 'calls at random end in no trap' "$status" 0
echo "# $out"

done_testing

#!/usr/bin/env bash
# The language model in the page: it writes the terminal's text at the terminal's speed, by the same kernels; it names the kernels that
# are wrong; and readers can use it (tests/lab/model.js). It takes some of the model's exercises, others each day; with MODEL=all (make
# test-model) all of them, and more text.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

for need in clang wasm-ld node lab/node_modules/@yowasp/clang /usr/lib/wasm32-wasi/libc++abi.a; do
    command -v "$need" >/dev/null || [ -e "$need" ] || skip_all "there is no $need"
done
run make -s DEVICE=sim build/lab/core.wasm build/lab/lower.wasm build/model/sim/say
is 'the program, the core and the compiler are built' "$status" 0
export TOKENS=$work/tokens.txt
# steps [EXERCISE]: prints the steps of the model, or of one exercise: "ex1-17 split".
steps()
{
    sed -n 's/^.*{"\('"${1:-ex[0-9-]*}"'\)", "\([A-Za-z]*\)", .*/\1 \2/p' model/steps.c
}
mapfile -t project < <(steps | cut -d' ' -f1 | uniq)
whole=
if [ "${MODEL-}" = all ] || sweeps; then
    whole=yes
else
    daily 4 "${project[@]}"
    project=("${sample[@]}")
fi
count=$(for exercise in "${project[@]}"; do steps "$exercise"; done | wc -l)
house=$PWD

# kernels NAME FILE...: compiles exercises as the page does, into a folder in which ./say finds them.
kernels()
{
    folder=$work/$1
    mkdir -p "$folder/build/model"
    [ $# -eq 1 ] && return
    run node tests/lab/ptx.mjs build/lab/lower.wasm "$folder/build/model" "${@:2}"
    is "$1: the page's compiler makes the kernels" "$status" 0
}

# leave_out: says of the steps that have no kernel in the folder why not, as `make model` does: ./say doesn't try these.
leave_out()
{
    local exercise kernel
    while read -r exercise kernel; do
        [ -e "$folder/build/model/$exercise.ptx" ] || echo 'not made' >"$folder/build/model/$exercise.$kernel.why"
    done < <(steps)
}

# in_page COUNT [DEVICE]: writes as the page does, by the kernels of the folder.
in_page()
{
    run node tests/model/page.mjs build/lab/core.wasm "$folder/build/model" "$@"
}

# as_in_terminal WHAT COUNT [DEVICE]: writes in the terminal and as the page does; both must come to the same.
as_in_terminal()
{
    local text
    leave_out
    run env -C "$folder" WARPSIM="${3:+device=$3}" "$house/build/model/sim/say" -w "$house/model/weights.bin" -n "$2"
    is "$1: the terminal's program writes" "$status" 0
    text=$(sed '1,/^$/d' <<<"$out" | sed '$d' | sed '$d')
    in_page "$2" "${3-}"
    is "$1: the text is the same" "$(sed '/^[a-zA-Z]*: /d; $d' <<<"$out")" "$text"
    is "$1: so are the tokens per second and the number of kernels" "$(tail -n 1 <<<"$out")" "$(<"$TOKENS")"
}

# After 125 characters the model's memory has been full once, and half of it was read again.
kernels none
as_in_terminal 'no kernels' 125
has 'no kernels: there is a text' "$out" '^A kernel is a function that every thread'
has 'no kernels: no step is done by one' "$out" '^[0-9.]+ 0$'
mapfile -t solutions < <(for exercise in "${project[@]}"; do echo solutions/"$exercise"-*/exercise.cu; done)
kernels solutions "${solutions[@]}"
[ -z "$whole" ] || as_in_terminal 'solutions, many characters' 125
as_in_terminal 'solutions on another device' 20 h200
as_in_terminal 'solutions' 20
has 'solutions: every step of theirs is done by a kernel' "$out" "^[0-9.]+ $count\$"
few=$(awk '{ printf "%.0f", $1 }' "$TOKENS")

# change NAME EXERCISE SED: makes the kernel of an exercise wrong, for the folder $work/NAME.
changed=()
change()
{
    local solution folder
    solution=$(echo solutions/"$2"-*)
    folder=$work/$1/build/model/${solution#solutions/}
    mkdir -p "$folder"
    sed "$3" "$solution/exercise.cu" >"$folder/exercise.cu"
    ok "$1: the kernel is changed" not cmp -s "$folder/exercise.cu" "$solution/exercise.cu"
    changed+=("$folder/exercise.cu")
}
change little ex3-13 's/expf(x\[i\] - most) \* scale/& * 1.0001f/'
change nan ex3-13 's/= expf(x\[i\] - most) \* scale/= NAN/'
change outside ex0-16 's/x\[i\] = /x[i + 10000000] = /'
change race ex6-2 '0,/__syncthreads();/!s/__syncthreads();//'
change endless ex3-16 's/float mean = 0/while (n > 0) y[0] = 0; &/'
change busy ex2-15 's/x\[i\] = x\[i\] \/ 2/for (int k = 0; k < (1 << 30); k++) asm volatile(""); &/'
change signature ex0-2 's/size_t n)/int n)/'
run node tests/lab/ptx.mjs build/lab/lower.wasm - "${changed[@]}"
is "the page's compiler makes the wrong kernels" "$status" 0

# is_named NAME PATTERN: checks that the page names the wrong kernel in $work/NAME, and writes without it.
is_named()
{
    folder=$work/$1
    in_page 5
    has "$1: it is named" "$out" "$2"
    has "$1: plain C does its step" "$out" '^[0-9.]+ 0$'
    has "$1: the text is as it was" "$out" '^A kernel is a fu$'
}
is_named little '^softmax: its result differs$'
as_in_terminal 'a wrong kernel' 20
is_named nan '^softmax: its result differs$'
is_named outside '^embed: it is at fault: Invalid __global__ write'
is_named race '^sgemm: it is at fault: .*[Rr]ace'
is_named endless '^layerNorm: it doesn.*t end'
is_named busy '^gelu: it doesn.*t end'
is_named signature '^saxpy: it has no kernel of that name with the parameters that were given$'

if ! tools/need.sh browser >/dev/null 2>&1 || [ ! -e tests/book/node_modules/playwright-core ]; then
    echo '# no browser: the page is not looked at'
    done_testing
    exit
fi
run make -s DEVICE=sim book-html
is 'the book is built' "$status" 0
verdicts < <(timeout 600 node tests/lab/model.js build/book/html "$few" "$count" "${project[@]}" || echo "FAIL the test in a browser ends by itself: $?")

done_testing

#!/usr/bin/env bash
# Exercises as the page compiles and judges them, under node: some solutions, which must pass, and some files that must not. And
# kernels that clang would change if it were not told to leave them.
# With PAGE=all (make test-page) the test takes every solution, every exercise as it is given and every wrong solution, kernels made
# at random, an exercise by touch, and every lab in Firefox.
. "$(dirname "$0")/../harness/lib.sh"

for need in clang wasm-ld node lab/node_modules/@yowasp/clang /usr/lib/wasm32-wasi/libc++abi.a; do
    command -v "$need" >/dev/null || [ -e "$need" ] || skip_all "there is no $need"
done
run make -s DEVICE=sim build/lab/lower.wasm build/lab/judge.wasm build/lab/core.wasm
is 'the compiler, the judge and the core are built' "$status" 0
run tests/exercises/wrong.pl
is 'the wrong solutions are made' "$status$err" 0

# What solutions count as the page compiles them, for the levels of its verdicts. Each takes seconds: the compiler has to start.
mapfile -t sample < <(grep ',page-clang,' exercises/levels.csv | cut -d, -f1 | uniq)
[ "${PAGE-}" = all ] || some 1 "${sample[@]}"
cp exercises/levels.csv "$work/levels.csv"
run tools/measure/levels.pl -o "$work/levels.csv" -c page-clang "${sample[@]}"
is 'solutions are counted in the page' "$status$err" 0
ok 'exercises/levels.csv is true of the page' cmp exercises/levels.csv "$work/levels.csv"

# The page's judge can't take whole programs.
if [ "${PAGE-}" = all ]; then
    # A wrong solution of comments alone is the exercise as given.
    files=$(grep -lv '^//' solutions/*/exercise.cu exercises/*/exercise.cu build/wrong/*/*.cu |
        grep -v -f <(grep -l 'program = true' exercises/*/judge.c | cut -d/ -f2 | sed 's|.*|/&/|'))
else
    files='solutions/ex0-1-vecadd/exercise.cu exercises/ex2-1-meeting/exercise.cu build/wrong/ex3-1-block-sum/no-guard.cu
        solutions/ex6-2-last-tile/exercise.cu solutions/ex2-12-flag/exercise.cu solutions/ex5-1-join/exercise.cu solutions/ex7-11-descriptor/exercise.cu'
fi
verdicts < <(node tests/lab/options.mjs build/lab/lower.wasm build/lab/core.wasm || echo "FAIL the kernels of options.cu end by themselves: $?"
    echo "$files" | xargs node tests/lab/exercises.mjs build/lab/lower.wasm build/lab/judge.wasm ||
    echo "FAIL it ends by itself: $?"
    if [ "${PAGE-}" = all ] && tools/need.sh browser >/dev/null 2>&1 && [ -e build/book/html/lab/compiler.js ]; then
        timeout 1200 node tests/lab/touch.js build/book/html || echo "FAIL the test by touch ends by itself: $?"
    fi
    if [ "${PAGE-}" = all ] && command -v firefox-esr >/dev/null && [ -d build/book/html ]; then
        timeout 1200 node --experimental-websocket tests/lab/firefox.js build/book/html build/book/labs || echo "FAIL Firefox ends by itself: $?"
    fi)

# Look inside: by the PTX of the page's compiler and of warpcc's, which is nvcc's where there is one.
mkdir "$work/sources" "$work/page" "$work/warpcc"
run node tests/lab/inside.mjs "$work/sources"
run node tests/lab/ptx.mjs build/lab/lower.wasm "$work/page" "$work"/sources/*/exercise.cu
is 'the page compiles what is looked into' "$status" 0
for folder in "$work"/sources/*; do
    name=$(basename "$folder" | cut -d- -f1,2)
    run ./warpcc -std=c++17 -arch=sm_90 -ptx "$folder/exercise.cu" -Icommon -o "$work/warpcc/$name.ptx"
done
verdicts < <(node tests/lab/inside.mjs build/lab/judge.wasm build/lab/core.wasm "$work/page" "$work/warpcc" || echo "FAIL the looks inside end by themselves: $?")

if [ "${PAGE-}" = all ]; then
    run node tests/lab/generated.mjs build/lab/lower.wasm build/lab/core.wasm "${PAGE_FUZZ_SECONDS:-60}" "$RANDOM"
    is "kernels made at random come to what clang's own PTX comes to" "$status" 0
    echo "# $out"
fi

done_testing

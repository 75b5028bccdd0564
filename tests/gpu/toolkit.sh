#!/usr/bin/env bash
# toolkit.sh [NAME...]: runs, on a GPU, with NVIDIA's compiler and libraries, the programs to which clang.t, libraries.t and elsewhere.t
# hold our own headers and libraries, or those that are named. The code is made of PTX for compute_86, as on the simulator. Prints a
# line for each: what is expected of them is what a GPU does.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(tools/need.sh nvcc) || exit
export LD_LIBRARY_PATH=${nvcc%/bin/nvcc}/lib64
names=" $* "

# try NAME SOURCE [OPTION...]: builds and runs a program, if it is wanted, with $argument; its output is $work/out. Says so if one of
# these fails.
argument=
try()
{
    [[ $names = '  ' || $names = *" $1 "* ]] || return
    "$nvcc" -w -arch=compute_86 -o "$work/program" "${@:2}" >"$work/log" 2>&1 || { echo "$1: does not build: $(grep -m 1 error "$work/log")"; return 1; }
    "$work/program" ${argument:+"$argument"} >"$work/out" 2>&1 || { echo "$1: exit status $?: $(tail -n 3 "$work/out" | paste -sd" ")"; return 1; }
}

# compare NAME EXPECTED: tells whether the program printed what the file has.
compare()
{
    if cmp -s "$work/out" "$2"; then
        echo "$1: as expected"
    else
        echo "$1: differs"
        diff "$work/out" "$2" | head -n 10
    fi
}

for name in random hostrandom tensor narrow narrow_calls narrow_forms simd edges meetings fp8; do
    try "$name" "tests/simulator/toolkit/$name.cu" -lcurand && compare "$name" "tests/simulator/toolkit/$name.txt"
done
argument=$work/graph.dot try graphlook tests/simulator/elsewhere/graphlook.cu && compare graphlook tests/simulator/elsewhere/graphlook.txt
for name in math std bessel narrow_functions; do # std calls constexpr functions of the library
    try "$name" "tests/simulator/toolkit/$name.cu" --expt-relaxed-constexpr && echo "$name: right, $(wc -l <"$work/out") lines"
done
for name in launches managed; do
    try "$name" "tests/simulator/toolkit/$name.cu" "tests/simulator/toolkit/${name}2.cu" -rdc=true && echo "$name: $(paste -sd' ' "$work/out")"
done
try perthread --default-stream per-thread tests/simulator/elsewhere/perthread.cu && echo "perthread: $(paste -sd' ' "$work/out")"
while read -r name source library; do
    try "$name" "tests/beyond/$source.cu" "-l$library" && echo "$name: $(cat "$work/out")"
    [ "$name" = cuFFT ] || ! [ -s "$work/out" ] || { "$work/program" errors 2>&1 | sed "s/^/$name, errors: /"; }
    rm -f "$work/out"
done <<'END'
cuFFT fft cufft
cuBLAS systems cublas
cuSOLVER solver cusolver
cuSPARSE sparse cusparse
END

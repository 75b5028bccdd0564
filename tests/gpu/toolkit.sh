#!/usr/bin/env bash
# toolkit.sh: runs, on a GPU, with NVIDIA's compiler and libraries, the programs to which clang.t and libraries.t hold our own headers
# and libraries. The code is made of PTX for compute_86, as on the simulator. Prints a line for each: what is expected of them is what a GPU does.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(tools/need.sh nvcc) || exit
export LD_LIBRARY_PATH=${nvcc%/bin/nvcc}/lib64

# try SOURCE [OPTION...]: builds and runs a program; its output is $work/out. Says so if one of these fails.
try()
{
    "$nvcc" -w -arch=compute_86 -o "$work/program" "$@" >"$work/log" 2>&1 || { echo "$1: does not build: $(grep -m 1 error "$work/log")"; return 1; }
    "$work/program" >"$work/out" 2>&1 || { echo "$1: exit status $?: $(tail -n 3 "$work/out" | paste -sd" ")"; return 1; }
}

for name in random hostrandom tensor narrow narrow_calls narrow_forms simd edges meetings; do
    try "tests/simulator/toolkit/$name.cu" -lcurand || continue
    if cmp -s "$work/out" "tests/simulator/toolkit/$name.txt"; then
        echo "$name: as expected"
    else
        echo "$name: differs"
        diff "$work/out" "tests/simulator/toolkit/$name.txt" | head -n 10
    fi
done
for name in math std bessel narrow_functions; do # std calls constexpr functions of the library
    try "tests/simulator/toolkit/$name.cu" --expt-relaxed-constexpr && echo "$name: right, $(wc -l <"$work/out") lines"
done
try tests/simulator/toolkit/launches.cu tests/simulator/toolkit/launches2.cu -rdc=true && echo "launches: $(paste -sd' ' "$work/out")"
try tests/simulator/libraries/fft.cu -lcufft && echo "cuFFT: $(cat "$work/out")"

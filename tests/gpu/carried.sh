#!/usr/bin/env bash
# Runs programs on a GPU that were built elsewhere, by another toolkit, say.
#
# carried.sh pack FOLDER: where that toolkit is, and no GPU need be: builds all programs and copies them to FOLDER, with the
# libraries that they were linked with. ARCH=sm_90, or another, says for which GPU.
# carried.sh run FOLDER RECORD: where a GPU is: runs each, at a small size and at its own. RECORD gets a line for each, and one that
# sums up. Exits with 0 if all are right, 1 if one is not.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = pack ] && [ $# -eq 2 ]; then
    make --silent DEVICE=gpu ARCH="${ARCH:-sm_90}" all
    mkdir -p "$2/lib"
    for source in chapters/ch*-*/*.cu; do
        folder=$(basename "$(dirname "$source")")
        cp "build/gpu/${folder%%-*}-$(basename "$source" .cu)" "$2"
    done
    # The driver asks for the C library's older parts, too.
    mapfile -t libraries < <(for program in "$2"/ch*; do ldd "$program"; done | grep -o '/[^ ]*' | sort -u)
    for library in "${libraries[@]}"; do
        case $library in
        */libc.so.*) libraries+=("${library%/*}"/lib{dl,pthread,rt}.so.[0-9]) ;;
        esac
    done
    cp -Lt "$2/lib" "${libraries[@]}"
    "$(tools/need.sh nvcc)" --version | sed -n 's/.*release \([0-9.]*\),.*/nvcc \1/p' >"$2/compiler"
elif [ "${1-}" = run ] && [ $# -eq 3 ]; then
    programs=0 right=0
    for program in "$2"/ch*; do
        sizes=(1021 "")
        case $program in
        *-matmul | *-sgemm | *-tuned | *-mandelbrot) sizes=(67 "") ;;
        esac
        carried=("$2"/lib/ld-linux-*.so.* --library-path "$2/lib" "$program")
        "${carried[@]}" -h 2>&1 | grep "^  -n" >/dev/null || sizes=("")
        verdict=right
        for n in "${sizes[@]}"; do
            timeout 60 "${carried[@]}" ${n:+-n "$n"} >"$3.last" 2>&1 || { verdict="wrong, size ${n:-its own}: $(tail -n 1 "$3.last")"; break; }
        done
        programs=$((programs + 1))
        [ "$verdict" != right ] || right=$((right + 1))
        echo "$(basename "$program"): $verdict"
    done >"$3"
    rm -f "$3.last"
    echo "$(cat "$2/compiler"), $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1), $(date -I): $right of $programs right" | tee -a "$3"
    [ "$right" -eq "$programs" ]
else
    sed -n '2,8s/^# \?//p' "$0" >&2
    exit 2
fi

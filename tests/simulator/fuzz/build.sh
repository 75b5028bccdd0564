#!/usr/bin/env bash
# build.sh FOLDER: builds the fuzzers there, with libFuzzer and clang's sanitizers. They run on any x86-64 machine with
# AVX2, without clang.
#
#   fuzz_fatbin   the reader of fat binaries      fuzz_ptx    the PTX parser
#   fuzz_run      the execution of kernels        fuzz_wire   the judge, and what a device process answers it
set -euo pipefail
folder=$(realpath -m "${1:?a folder for the fuzzers}")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
clang=${CLANG:-clang}
mkdir -p "$folder/obj"

# These rooms are the core.
mapfile -t core < <(find simulator/{base,memory,ptx,link,machine,check,model} -name "*.c" | sort)
read -ra flags <<<"-std=c11 -O1 -gline-tables-only -march=x86-64-v3 -ffp-contract=off -fno-math-errno -fno-omit-frame-pointer \
-fsanitize=address,undefined -fno-sanitize-recover=all -Wno-pass-failed -Isimulator"
objects=() stale=()
for source in "${core[@]}" tests/simulator/fuzz/mutate.c; do
    name=${source%.c}
    object=$folder/obj/${name//\//-}.o
    objects+=("$object")
    if [ ! "$object" -nt "$source" ] || [ -n "$(find simulator -name "*.h" -newer "$object")" ]; then
        stale+=("$object" "$source")
    fi
done
if ((${#stale[@]})); then
    printf '%s\n' "${stale[@]}" | xargs -n 2 -P "$(nproc)" "$clang" "${flags[@]}" -fsanitize=fuzzer-no-link -c -o
fi
# link FUZZER [SOURCE...]: links a fuzzer with the core, and compiles the sources that it also needs.
link()
{
    "$clang" "${flags[@]}" -fsanitize=fuzzer -static-libgcc -static-libstdc++ "tests/simulator/fuzz/$1.c" "${@:2}" \
        "${objects[@]}" -lm -o "$folder/$1"
}
for fuzzer in fuzz_fatbin fuzz_ptx fuzz_run; do
    link $fuzzer
done
link fuzz_wire -I. -Ijudge/core judge/core/{ask,calls,case,compare,counters,device,inputs,launches,levels,numbers,record,results,source,text,trouble,verdict,work}.c

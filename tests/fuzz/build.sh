#!/usr/bin/env bash
# build.sh FOLDER: builds the three fuzzers there, with libFuzzer and clang's sanitizers, and their first inputs. They run
# on any x86-64 machine with AVX2, without clang.
#
#   fuzz_fatbin   the reader of fat binaries      fuzz_ptx   the PTX parser      fuzz_run   kernels, run
set -euo pipefail
folder=$(realpath -m "${1:?a folder for the fuzzers}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
clang=${CLANG:-clang}
mkdir -p "$folder/obj"

# The core is what does not know its host, the runtime API.
mapfile -t core < <(grep -L '#include "runtime.h"' simulator/*.c)
read -ra flags <<<"-std=c11 -O1 -gline-tables-only -march=x86-64-v3 -ffp-contract=off -fno-math-errno -fno-omit-frame-pointer \
-fsanitize=address,undefined -fno-sanitize-recover=all -Wno-pass-failed -Isimulator"
objects=() stale=()
for source in "${core[@]}" tests/fuzz/mutate.c; do
    object=$folder/obj/$(basename "$source" .c).o
    objects+=("$object")
    if [ ! "$object" -nt "$source" ] || [ -n "$(find simulator/*.h -newer "$object")" ]; then
        stale+=("$object" "$source")
    fi
done
if ((${#stale[@]})); then
    printf '%s\n' "${stale[@]}" | xargs -n 2 -P "$(nproc)" "$clang" "${flags[@]}" -fsanitize=fuzzer-no-link -c -o
fi
for fuzzer in fuzz_fatbin fuzz_ptx fuzz_run; do
    "$clang" "${flags[@]}" -fsanitize=fuzzer -static-libgcc -static-libstdc++ tests/fuzz/$fuzzer.c "${objects[@]}" \
        -lm -o "$folder/$fuzzer"
done

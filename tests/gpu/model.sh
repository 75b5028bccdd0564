#!/usr/bin/env bash
# model.sh FOLDER: runs the language model on a GPU, by the CPU and by all kernels, and records speed and text. Half a minute.
# shellcheck source=tests/gpu/begin.sh
. "$(dirname "${BASH_SOURCE[0]}")/begin.sh"

export TOKENS=$work/tokens.txt
{
    headline model.sh
    for from in none solutions; do
        make -s DEVICE=gpu model FROM=$from
        ./say >"$work/$from.txt"
        ./say | tail -n 1 # the second run, whose kernels the driver has translated
    done
    grep -c ' yours$' "$work/solutions.txt"
    diff <(sed '1,/^$/d;/tokens per second/d' "$work/none.txt") <(sed '1,/^$/d;/tokens per second/d' "$work/solutions.txt") >&2
    echo 'the texts are the same'
} >"$folder/model.txt"
cat "$folder/model.txt"

#!/usr/bin/env bash
# llmc.sh CHECKOUT: times softmax and layer normalization on this GPU beside those of a checkout of github.com/karpathy/llm.c. The
# shapes are those of its own benchmarks (dev/cuda): 8,192 rows of 50,257 and of 768 floats. Both empty the L2 before each launch. Their
# time is the mean at the best of six block sizes, ours is the median. Writes llmc.csv, rows of results/h200.csv, to $OUT, else to
# results/. It takes about two minutes. On an H200 their other kernels are slower.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
theirs=${1:?a checkout of llm.c}/dev/cuda
out=${OUT:-results}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
make DEVICE=gpu ch3-softmax ch3-layernorm

# rows PROGRAM TASK N KERNEL...: prints rows, as PROGRAM's, for TASK on rows of N floats: these of their kernels, then ours.
rows()
{
    local program=$1 task=$2 n=$3 kernel limit
    "./ch3-$task" -n "$n" -m 8192 -r 9 --csv >"$work/ours"
    limit=$(awk -F, '$1 == "copy" { print $4 / $6 }' "$work/ours") # GB/s for a percent
    nvcc -O3 --use_fast_math -std=c++17 -arch=native "$theirs/${task}_forward.cu" -lcublas -lcublasLt -o "$work/$task"
    {
        head -n 1 "$work/ours"
        for kernel in "${@:4}"; do
            "$work/$task" "$kernel" >"$work/said"
            grep -q 'All results match' "$work/said"
            awk -v kernel="$kernel" -v n="$n" -v limit="$limit" -v device="$(sed -n '2s/.*,\("[^"]*"\),.*/\1/p' "$work/ours")" '
                / time / { at = $5 + 0; if (!best || at < best) best = at }
                END { rate = 8 * 8192 * n / best / 1e6
                    printf "llm.c kernel %d,%d,%.6f,%.3f,GB/s,%.1f,ok,%s,measured\n", kernel, n, best, rate, rate / limit, device }' "$work/said"
        done
        tail -n +2 "$work/ours"
    } | tools/measure/stamp.sh "$program"
}

{
    rows softmax-gpt2 softmax 50257 7 8
    rows layernorm-gpt2 layernorm 768 4 6
} | awk '!/^program,/ || !seen++' | tee "$out/llmc.csv"

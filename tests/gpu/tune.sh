#!/usr/bin/env bash
# tune.sh: times every instance of the tuned kernels of chapters 3, 4 and 6 on this GPU, beside CUB and cuBLAS, and prints
# the rows as CSV. Where another instance than the one chosen is best, the choice in the source wants a look: byWarp() in
# scan.cu, tuned() in limit.cu, tunedFor() in sgemm.cu.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
make DEVICE=gpu ch3-scan ch4-limit ch6-sgemm >&2

# rows LABEL PROGRAM ARGUMENTS...: every instance, then what is chosen and the library's.
rows()
{
    local label=$1 program=$2 kernel
    shift 2
    {
        "./$program" "$@" -t 1 --csv
        for kernel in $("./$program" -h | sed -n 's/^ \{20,\}\(cub.*\|.*Tuned.*\|scanLookBackWarp\)$/\1/p'); do
            "./$program" "$@" -k "$kernel" --csv | tail -n +2
        done
    } | tools/stamp.sh "$label"
}

for n in 2^20 2^22 2^24 2^26 2^28 2^30; do
    rows ch4-limit ch4-limit -n $n
done
for n in 2^20 2^24 2^28; do
    rows ch3-scan ch3-scan -n $n
done
for shape in '1024 1024 1024' '2048 2048 2048' '4096 4096 4096' '8192 8192 8192' '1023 1025 1027' '8192 128 2048' \
    '128 8192 2048' '8191 127 2047' '100 8191 4099'; do
    read -r rows columns depth <<<"$shape"
    rows "ch6-sgemm ${rows}x${columns}x$depth" ch6-sgemm -m "$rows" -n "$columns" -d "$depth" -r 7
done

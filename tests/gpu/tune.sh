#!/usr/bin/env bash
# tune.sh [scan] [limit] [sgemm]: times every instance of the tuned kernels of chapters 3, 4 and 6 on this GPU, beside the chosen
# instance, CUB and cuBLAS, and prints the rows as CSV. If an instance is better than the chosen one, look at the choice in the source:
# byWarp() in lookback.cu, tuned() in ticket.cu, tunedFor() and streamFor() in tuned.cu.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
which=" ${*:-scan limit sgemm} "
make DEVICE=gpu ch3-lookback ch4-ticket ch6-tuned >&2
for name in $which; do
    "$(tools/need.sh nvcc)" -arch=native -O3 -Icommon "tests/gpu/tune-$name.cu" -o "build/gpu/tune-$name" &
done
wait

# rows LABEL INSTANCES PROGRAM ARGUMENTS...: prints the rows of every instance, then of the chosen one and of the library.
rows()
{
    local label=$1 instances=$2 program=$3 kernel
    shift 3
    {
        "build/gpu/$instances" "$@" --csv
        for kernel in $("./$program" -h | sed -n 's/^ \{20,\}\(cub.*\|.*Tuned.*\|sgemmStream\|scanLookBackWarp\)$/\1/p'); do
            "./$program" "$@" -k "$kernel" --csv | tail -n +2
        done
    } | tools/measure/stamp.sh "$label"
}

if [[ $which == *' limit '* ]]; then
    for n in 2^20 2^22 2^24 2^26 2^28 2^30; do
        rows ch4-ticket tune-limit ch4-ticket -n $n
    done
fi
if [[ $which == *' scan '* ]]; then
    for n in 2^20 2^24 2^28; do
        rows ch3-lookback tune-scan ch3-lookback -n $n
    done
fi
if [[ $which == *' sgemm '* ]]; then
    for shape in '1024 1024 1024' '2048 2048 2048' '4096 4096 4096' '8192 8192 8192' '1023 1025 1027' '8192 128 2048' \
        '128 8192 2048' '8191 127 2047' '100 8191 4099' '300 300 100000' '64 8192 8192'; do
        read -r rows columns depth <<<"$shape"
        rows "ch6-tuned ${rows}x${columns}x$depth" tune-sgemm ch6-tuned -m "$rows" -n "$columns" -d "$depth" -r 7
    done
fi

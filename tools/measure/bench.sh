#!/usr/bin/env bash
# bench.sh [FOLDER]: times the ladders on this GPU against CUB, cuBLAS and the memory's speed, and writes the rows to
# FOLDER/<device>.csv; FOLDER is results/ by default. Rows of programs that are not timed here stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=${1:-results}

if ! device=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | sed -n 1p) || [ -z "$device" ]; then
    echo 'bench.sh: no NVIDIA GPU answers; bench measures one' >&2
    exit 3
fi
# NVIDIA H100 80GB HBM3 is h100, NVIDIA GeForce RTX 3080 is rtx3080.
name=$(sed 's/NVIDIA //;s/GeForce //;s/Tesla //;s/\([RG]TX\) /\1/;s/ .*//' <<<"$device" | tr '[:upper:]' '[:lower:]')
memory=$(nvidia-smi --query-gpu=memory.free --format=csv,noheader,nounits | head -n 1) # MiB
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# time_program LABEL PROGRAM ARGUMENTS...: runs the program and appends its rows, stamped, to $work/rows.csv.
time_program()
{
    local label=$1 program=$2
    shift 2
    echo "$program $*"
    "./$program" "$@" --csv >"$work/one.csv"
    tools/measure/stamp.sh "$label" <"$work/one.csv" >>"$work/rows.csv"
}

for n in 2^24 2^28; do
    for program in ch3-reduce ch3-shared ch4-unroll; do
        time_program $program $program -n $n
    done
done
for power in 20 22 24 26 28 30; do
    if ((memory > (4 << (power - 20)) + 1024)); then
        for program in ch4-limit ch4-ticket; do
            time_program $program $program -n 2^$power -r $((power < 26 ? 100 : 20))
        done
    fi
done
for n in 2^20 2^24 2^28; do
    time_program ch3-scan ch3-scan -n $n
    time_program ch3-lookback ch3-lookback -n $n
done
time_program ch3-join ch3-join
time_program ch3-ops ch3-ops
time_program ch3-accuracy ch3-accuracy
time_program ch3-segmented ch3-segmented
time_program ch4-cpu ch4-cpu
time_program ch4-loop ch4-loop
for n in 2^20 2^22; do
    time_program ch5-reduce ch5-reduce -n $n -r 10
done
time_program ch5-mandelbrot ch5-mandelbrot

for program in ch6-sgemm ch6-tuned; do
    time_program $program $program -n 1024 -m 1024 -d 1024
    time_program $program $program -r 5
done
for kernel in sgemmTuned cublasSgemm; do
    ./ch6-tuned -h | grep $kernel >/dev/null || continue
    for n in 2048 8192; do
        time_program ch6-tuned ch6-tuned -n $n -m $n -d $n -r 7 -k $kernel
    done
    for shape in '1023 1025 1027' '8192 128 2048' '128 8192 2048' '8191 127 2047' '100 8191 4099'; do
        read -r rows columns depth <<<"$shape"
        time_program "ch6-tuned ${rows}x${columns}x$depth" ch6-tuned -m "$rows" -n "$columns" -d "$depth" -k $kernel
    done
done

# The new rows replace the old ones of the same programs.
mkdir -p "$folder"
old=$folder/$name.csv
[ -e "$old" ] || old=/dev/null
{
    head -n 1 "$work/rows.csv"
    awk -F, 'NR == FNR { made[$1] = 1; next } FNR > 1 && !($1 in made)' "$work/rows.csv" "$old"
    grep -v '^program,' "$work/rows.csv"
} >"$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name.csv"
echo "$folder/$name.csv: $(grep -vc '^program,' "$work/rows.csv") rows measured"

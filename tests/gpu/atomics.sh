#!/usr/bin/env bash
# atomics.sh FOLDER: what atomics cost on this machine's GPU, as ncu counts it for the launches of atomics.cu, one row each in
# FOLDER/atomics.csv. Under a minute. results/h200-atomics.csv is from it; simulator/atomics.c has its constants from there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:?a folder for the rows}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nvcc -arch=native -O3 -Icommon tests/gpu/atomics.cu -o "$work/atomics"
metrics=gpu__time_duration.sum,smsp__inst_executed.sum,lts__t_bytes.sum
for metric in lts__t_requests_srcunit_tex.sum lts__t_sectors_srcunit_tex.sum l1tex__t_requests_pipe_lsu_mem_global_op_red.sum \
    l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum \
    lts__cycles_elapsed.avg.per_second sm__cycles_elapsed.avg.per_second; do
    metrics=$metrics,$metric
done
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$work/ncu.csv" "$work/atomics" >"$work/names"
TODAY=$(date +%F)
export TODAY
device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /,/')
perl -MText::ParseWords -e '
    my ($names, $device) = splice @ARGV, 0, 2;
    open my $launches, "<", $names or die;
    chomp(my @launches = grep { !/^==/ } <$launches>);
    my @rows = map { chomp; [quotewords(",", 0, $_)] } grep { /^"/ } <>;
    my ($head, $units) = splice @rows, 0, 2;
    my @kept = grep { $head->[$_] =~ /^(gpu|smsp|sm|lts|l1tex)__.*(\.sum|avg\.per_second)$/ } 0 .. $#$head;
    print join(",", "kernel", "words", (map { "$head->[$_] ($units->[$_])" } @kept), "device", "driver", "date"), "\n";
    for my $i (0 .. $#rows) {
        print join(",", $launches[$i], (map { $rows[$i][$_] =~ tr/,//dr } @kept), $device, $ENV{TODAY}), "\n";
    }' "$work/names" "$device" "$work/ncu.csv" >"$folder/atomics.csv"
wc -l "$folder/atomics.csv"

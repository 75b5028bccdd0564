#!/usr/bin/env bash
# truth-a.sh FOLDER: measures on this GPU, in at most two minutes, what chapters 0 to 2 say of blocks without work, of the copy beside
# the transposes, and of a product whose side is a constant. Writes to FOLDER: times.csv, with rows for results/<device>.csv;
# ch1-transpose.all.ncu.csv, from which `ch0-2.sh` makes rows of counters; counters.csv, with ncu's counters of the rest; and texts.
. "$(dirname "$0")/begin.sh"
. tests/gpu/fail.sh
nvcc=$(tools/need.sh nvcc)
make -j4 DEVICE=gpu ch1-transpose ch1-matmul ch2-latency >/dev/null
"$nvcc" -arch=native -O3 -lineinfo -Icommon tests/gpu/blocks.cu -o "$work/blocks"
"$nvcc" -arch=native -O3 -lineinfo -Icommon tests/gpu/asides.cu -o "$work/asides"
for source in host codes; do
    "$nvcc" -w -arch=native "tests/simulator/calls/$source.cu" -o "$work/$source" || fail "build $source"
done
echo "built, ${SECONDS} s"

# ---- Right results, and times

for shape in '0 0' '1 1' '1 3' '65 64' '1000 777' '4096 4100'; do
    read -r rows columns <<<"$shape"
    ./ch1-transpose -n "$rows" -w "$columns" -r 2 >"$work/check.txt" 2>&1 || { cat "$work/check.txt" && fail "transpose $shape"; }
done
{
    ./ch1-transpose --csv | tools/stamp.sh ch1-transpose
    ./ch1-transpose -n 2^12 --csv | tools/stamp.sh ch1-transpose
    "$work/blocks" -n 2^26 --csv | tools/stamp.sh blocks
    "$work/asides" -k empty --csv | tools/stamp.sh asides
} | awk 'NR == 1 || !/^program,/' >"$folder/times.csv"
"$work/blocks" -n 2^26 >"$folder/blocks.txt"
awk -F, -v OFS=, 'NR == 2 { gsub(/"/, "", $9); print $9, $11, $12, $13, $14 }' "$folder/times.csv" >"$folder/stamp.txt"
echo "times done, ${SECONDS} s"

# ---- Counters

# The counters that ch0-2.sh reads of the transposes, in the same file.
metrics=$(sed -n '/^metrics=/,/^done/p' tests/gpu/ch0-2.sh | grep -o '[a-z0-9]*__[a-z0-9_.]*' | paste -sd ,)
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" ./ch1-transpose -n 2^12 -r 1 2>&1 |
    grep '^"' >"$folder/ch1-transpose.all.ncu.csv" || fail 'ncu ch1-transpose'

# count PROGRAM N COMMAND...: adds a row for each kernel and metric.
count()
{
    local program=$1 n=$2
    shift 2
    ncu --clock-control none --csv --page raw --print-units base --metrics "$more" "$@" 2>"$work/ncu.log" | grep '^"' >"$work/ncu.csv"
    # shellcheck disable=SC2086 # one word a metric
    tools/counters.pl "$program" "$n" "$work/ncu.csv" - ${more//,/ } | sed "s/\$/,$(cat "$folder/stamp.txt")/" \
        >>"$folder/counters.csv" || fail "ncu $*: $(tail -n 3 "$work/ncu.log")"
}
more=smsp__inst_executed.sum,gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
more=$more,sm__warps_active.avg.pct_of_peak_sustained_active,launch__waves_per_multiprocessor
echo 'program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit' >"$folder/counters.csv"
count ch1-transpose 67108864 ./ch1-transpose -n 2^13 -r 1
count blocks 67108864 "$work/blocks" -n 2^26 -r 1
count asides 16777216 "$work/asides" -k empty -r 1
more=$more,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
more=$more,smsp__sass_inst_executed_op_shared_ld.sum,smsp__issue_active.avg.pct_of_peak_sustained_active
for n in 512 1024; do
    for kernel in matmulTiled32 matmulFixed32; do
        count ch1-matmul $n ./ch1-matmul -n $n -r 1 -k $kernel
    done
done
sed -i 's/,matmulTiled,/,matmulTiled32,/' "$folder/counters.csv"
echo "counters done, ${SECONDS} s"

# ---- What calls answer after a fault inside a kernel, and reports of ncu for the section on it

"$work/host" fault >"$folder/fault.txt" 2>&1 || true
for section in WarpStateStats SpeedOfLight_RooflineChart SourceCounters LaunchStats; do
    timeout 30 ncu --clock-control none --section $section --page details -k matmulTiled ./ch1-matmul -n 512 -r 1 -k matmulTiled32 \
        >"$folder/ncu-$section.txt" 2>&1 || fail "ncu $section"
done
echo "done, ${SECONDS} s"
exit "$failed"

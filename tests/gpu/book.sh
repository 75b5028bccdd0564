#!/usr/bin/env bash
# book.sh: measures what the notes need beside the ladders' own rows, in one run of about five minutes: latencies in cycles, ncu's
# counters at the sizes that the notes show, the times of asides.cu and blocks.cu, and reports of the tools as they print them. Writes to $OUT, else
# to results/: book-times.csv with rows for results/<device>.csv, book-counters.csv with rows for <device>-counters.csv, and
# reports.tar.gz with a file for each report.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

out=${OUT:-results}
work=$(mktemp -d)
mkdir -p "$out" "$work/reports"
trap 'rm -rf "$work"' EXIT
. tests/gpu/fail.sh

programs='ch0-vecadd ch1-coalesce ch1-matmul ch2-divergence ch2-latency ch2-chains ch2-loads ch2-wrong ch3-reduce ch3-shared ch4-unroll ch6-sgemm ch6-tuned'
# shellcheck disable=SC2086
make -j8 DEVICE=gpu $programs || exit
for source in asides blocks; do
    "$(tools/need.sh nvcc)" -arch=native -O3 -lineinfo -Icommon "tests/gpu/$source.cu" -o "$work/$source" || exit
done
echo "built, ${SECONDS} s"

# ---- Times

for program in "$work/asides" "$work/blocks" ./ch2-latency ./ch2-chains ./ch2-loads; do
    "$program" --csv | tools/measure/stamp.sh "$(basename "$program")" || fail "$program"
done | awk 'NR == 1 || !/^program,/' >"$out/book-times.csv"

# The last columns of results/: device, date, driver, toolkit, commit.
stamp=$(awk -F, -v OFS=, 'NR == 2 { gsub(/"/, "", $9); print $9, $11, $12, $13, $14 }' "$out/book-times.csv")

# rows: adds its input to book-counters.csv, with the last columns.
rows()
{
    sed "s/\$/,$stamp/" >>"$out/book-counters.csv"
}
echo 'program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit' >"$out/book-counters.csv"

# The cycles per step of a chase stand only in the program's text, not in its CSV.
./ch2-latency -r 5 | tee "$work/reports/ch2-latency.txt" |
    awk -v OFS=, '/cycles per step/ { print "ch2-latency", $1, 8192, "cycles_per_step", "cycle", $2, "" }' | rows
echo "times done, ${SECONDS} s"

# ---- Counters

metrics=smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
for metric in l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum \
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum l1tex__m_xbar2l1tex_read_sectors.sum \
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum \
    l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed launch__waves_per_multiprocessor \
    smsp__inst_executed.sum smsp__sass_inst_executed_op_shared_ld.sum smsp__thread_inst_executed_per_inst_executed.ratio \
    smsp__thread_inst_executed_pred_on_per_inst_executed.ratio smsp__issue_active.avg.pct_of_peak_sustained_active \
    smsp__warp_issue_stalled_barrier_per_warp_active.pct smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct \
    sm__warps_active.avg.pct_of_peak_sustained_active sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active \
    sm__cycles_elapsed.avg.per_second launch__registers_per_thread \
    dram__bytes_read.sum dram__bytes_write.sum lts__t_bytes.sum gpu__time_duration.sum; do
    metrics=$metrics,$metric
done

# count PROGRAM N COMMAND...: adds a row for each kernel and metric.
count()
{
    local program=$1 n=$2
    shift 2
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "$@" 2>"$work/ncu.log" | grep '^"' >"$work/ncu.csv"
    # shellcheck disable=SC2086 # one word a metric
    tools/measure/counters.pl "$program" "$n" "$work/ncu.csv" - ${metrics//,/ } | grep -v ',flushRead,' | rows || fail "ncu $*: $(tail -n 3 "$work/ncu.log")"
}
count asides 16777216 "$work/asides" -r 1
count blocks 67108864 "$work/blocks" -r 1
for program in ch3-reduce ch3-shared ch4-unroll; do
    count "$program" 16777216 "./$program" -n 2^24 -r 1
done
count ch1-matmul 1024 ./ch1-matmul -n 1024 -r 1
count ch2-divergence 1048576 ./ch2-divergence -n 2^20 -r 1
# Each rung of the product is counted alone, since some are instances of one template, and the library's kernel has another name.
for name in sgemmNaive sgemmCoalesced sgemmShared sgemmColumn sgemmSquare sgemmVector sgemmQuads sgemmAsync sgemmWarps sgemmTuned cublasSgemm; do
    program=ch6-sgemm
    if ./ch6-tuned -h | grep -w "$name" >/dev/null; then
        program=ch6-tuned
    fi
    count $program 2048x2048x1024 ./$program -m 2048 -n 2048 -d 1024 -r 1 -k $name
    sed -i "s/,\(sgemmTiles\|sm[0-9]*_[^,]*\),2048x/,$name,2048x/" "$out/book-counters.csv"
done
echo "counters done, ${SECONDS} s"

# ---- Reports, as the tools print them

# report NAME COMMAND...: keeps what the command prints, with the command as the first line. It gets at most a minute.
report()
{
    local name=$1
    shift
    { echo "\$ $*" && timeout 60 "$@" 2>&1; } >"$work/reports/$name.txt" || echo "report $name: status $?"
}
report ncu-walk-rows ncu --clock-control none --section SpeedOfLight --section MemoryWorkloadAnalysis \
    --section WarpStateStats --section Occupancy -k walkRows ./ch1-coalesce -n 2^24 -k walkRows -r 1
report ncu-source ncu --clock-control none --section SourceCounters --page details -k reduceNeighbored ./ch3-reduce -n 2^20 -r 1
for trial in 1 2 3 4 5 6; do
    report "racecheck-$trial" compute-sanitizer --tool racecheck --target-processes all ./ch2-wrong -t $trial -n 1000 -l 50
    report "synccheck-$trial" compute-sanitizer --tool synccheck --target-processes all ./ch2-wrong -t $trial -n 1000 -l 50
done
for trial in 1 2 3 4 5 6 7; do
    report "alone-$trial" ./ch2-wrong -t $trial -l 2
done
report memcheck compute-sanitizer --tool memcheck ./ch0-vecadd -n 1000 -r 1
"$(tools/need.sh nvcc)" -g -G -arch=native -Icommon chapters/ch0-threads/vecadd.cu -o "$work/vecadd" &&
    report cuda-gdb cuda-gdb -batch -ex 'break vecAdd' -ex run -ex 'info cuda kernels' -ex 'info threads' \
        -ex 'print blockIdx' -ex 'print threadIdx' -ex 'print i' -ex next -ex 'print i' --args "$work/vecadd" -n 1000 -r 1
sed -i "s|$work/||g" "$work"/reports/*.txt
tar -czf "$out/reports.tar.gz" -C "$work" reports
echo "reports done, ${SECONDS} s"
exit $failed

#!/bin/bash
# first.sh [FOLDER]: runs the first ladders on a GPU: they must be right at every size and silent under compute-sanitizer; then they
# are timed, and ncu counts them. Results go to FOLDER, or to results/. It takes about three minutes on an H200.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results}
mkdir -p "$out"
programs='ch3-reduce ch3-shared ch4-unroll'

# shellcheck disable=SC2086
make DEVICE=gpu $programs

for program in $programs; do
    for n in 0 1 1000003 2^24 2^28; do
        "./$program" -n "$n" -r 3 >/dev/null || { echo "$program -n $n failed"; exit 1; }
    done
    echo "ok $program: right at 0, 1, 1000003, 2^24, 2^28"
    for tool in memcheck racecheck synccheck initcheck; do
        compute-sanitizer --tool "$tool" --error-exitcode 9 "./$program" -n 100003 -r 1 >"$out/sanitizer.log" 2>&1 ||
            { cat "$out/sanitizer.log"; echo "$program: $tool complains"; exit 1; }
    done
    echo "ok $program: silent under memcheck, racecheck, synccheck, initcheck"
done
rm -f "$out/sanitizer.log"

# Times are medians of 20 runs, at the size of the older tables and at one that no cache holds.
for program in $programs; do
    for n in 2^24 2^28; do
        "./$program" -n "$n" --csv | tools/measure/stamp.sh "$program"
    done
done | awk 'NR == 1 || !/^program,/' >"$out/times.csv"

# The counters are for the size of the older tables.
metrics=smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct,smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct,smsp__sass_average_branch_targets_threads_uniform.pct,smsp__inst_executed.sum,smsp__thread_inst_executed_per_inst_executed.ratio,sm__maximum_warps_per_active_cycle_pct,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__warp_issue_stalled_barrier_per_warp_active.pct,launch__registers_per_thread,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum,gpu__time_duration.sum
for program in $programs; do
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "./$program" -n 2^24 -r 1 |
        grep '^"' >"$out/$program.ncu.csv"
done

#!/bin/sh
# profile.sh DEVICE PROGRAM [ARGUMENT...]: runs a program and reports counters per kernel and per source line, in one form
# whether ncu counted them on a GPU or the simulator did.
set -eu

device=$1
shift
if [ "$device" = sim ]; then
    WARPSIM="${WARPSIM:-} profile=lines" exec "$@"
fi

metrics=$(
    for op in ld st; do
        printf '%s,' \
            smsp__sass_average_data_bytes_per_sector_mem_global_op_$op.pct \
            l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum \
            l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum \
            l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum \
            l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum
    done
    printf '%s,' \
        smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct \
        smsp__sass_average_branch_targets_threads_uniform.pct \
        smsp__inst_executed.sum \
        smsp__thread_inst_executed_per_inst_executed.ratio \
        smsp__warp_issue_stalled_barrier_per_warp_active.pct \
        sm__maximum_warps_per_active_cycle_pct \
        sm__warps_active.avg.pct_of_peak_sustained_active \
        launch__occupancy_limit_warps \
        launch__occupancy_limit_blocks \
        launch__occupancy_limit_registers \
        launch__occupancy_limit_shared_mem \
        launch__registers_per_thread \
        dram__bytes_read.sum \
        dram__bytes_write.sum \
        lts__t_bytes.sum
    printf gpu__time_duration.sum
)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ncu --clock-control none --import-source yes --section SourceCounters --metrics "$metrics" -o "$folder/profile" "$@" |
    grep -v '^==PROF=='
ncu --import "$folder/profile.ncu-rep" --csv --page raw --print-units base >"$folder/raw.csv"
ncu --import "$folder/profile.ncu-rep" --csv --page source --print-source cuda,sass >"$folder/source.csv"
tools/ncu-profile.pl "$folder/raw.csv" "$folder/source.csv"

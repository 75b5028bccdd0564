#!/usr/bin/env bash
# ladders.sh: does all that chapters 3 to 6 need from a GPU, in one run of a few minutes: it checks that programs are right at odd
# sizes and silent under compute-sanitizer, and records times by tools/measure/bench.sh and counters by ncu. Writes to $OUT, else to results/.
#
# `ladders.sh count PROGRAM...` only counts these programs. `ladders.sh counters FOLDER [h100] [PROGRAM...]` runs without a GPU,
# afterwards: it puts the simulator's counters beside those that ncu left in FOLDER and prints them as rows of
# results/*-counters.csv.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

programs='ch3-reduce ch3-shared ch3-join ch3-ops ch3-accuracy ch3-segmented ch3-scan ch3-lookback
ch4-unroll ch4-cpu ch4-loop ch4-limit ch4-ticket ch5-hello ch5-reduce ch5-mandelbrot ch6-sgemm ch6-tuned'

# quick PROGRAM: prints the arguments of a quick run, for the sanitizers.
quick()
{
    case $1 in
    ch5-hello) echo -b 64 ;;
    ch5-reduce) printf %s "-n 5003 -b 64 -r 1" ;;
    ch5-mandelbrot) printf %s "-n 100 -i 50 -r 1" ;;
    ch6-*) echo -m 131 -n 257 -d 67 -r 1 ;;
    ch4-loop) printf %s "-n 1024 -r 1" ;;
    ch4-cpu) printf %s "-n 100003" ;;
    ch4-limit | ch4-ticket) printf %s "-n 100003 -o 3 -r 1" ;;
    *) printf %s "-n 100003 -r 1" ;;
    esac
}

# A line for each program that is counted: its name, its size, further arguments.
counted='ch3-scan 1048576 -r 1
ch3-lookback 1048576 -r 1
ch3-join 1048576 -r 1
ch3-ops 1048576 -r 1
ch3-segmented 1048576 -r 1
ch4-limit 16777216 -r 1
ch4-ticket 16777216 -r 1
ch4-loop 1024 -r 1
ch6-sgemm 512 -m 512 -d 512 -r 1
ch6-tuned 512 -m 512 -d 512 -r 1
ch3-softmax 4096 -m 4096 -r 1
ch3-layernorm 4096 -m 4096 -r 1
ch3-histogram 16777216 -r 1'

# chosen [PROGRAM...]: prints the lines of these programs, or of all.
chosen()
{
    grep -E "^($(IFS='|' && echo "${*:-.*}")) " <<<"$counted"
}

if [ "${1:-}" = counters ]; then
    folder=${2:?folder with the files of a run} device=${3:-h200}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    while read -r program n arguments; do
        make -s DEVICE=sim "$program" >&2 || exit
        # shellcheck disable=SC2086
        WARPSIM="device=$device json=$work/simulator.json" "./$program" -n "$n" $arguments >/dev/null || exit
        tools/measure/counters.pl "$program" "$n" "$folder/$program.ncu.csv" "$work/simulator.json"
    done < <(chosen "${@:4}")
    exit
fi

out=${OUT:-results}
mkdir -p "$out"
. tests/gpu/fail.sh

# count [PROGRAM...]: writes ncu's counters to PROGRAM.ncu.csv.
count()
{
    local program n arguments metric metrics=smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
    for metric in smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct \
        l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum l1tex__t_requests_pipe_lsu_mem_global_op_st.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum \
        smsp__sass_average_branch_targets_threads_uniform.pct smsp__inst_executed.sum \
        smsp__thread_inst_executed_per_inst_executed.ratio sm__maximum_warps_per_active_cycle_pct \
        sm__warps_active.avg.pct_of_peak_sustained_active smsp__warp_issue_stalled_barrier_per_warp_active.pct \
        smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct launch__registers_per_thread \
        sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active \
        dram__bytes_read.sum dram__bytes_write.sum lts__t_bytes.sum gpu__time_duration.sum; do
        metrics=$metrics,$metric
    done
    while read -r program n arguments; do
        # shellcheck disable=SC2086
        ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "./$program" -n "$n" $arguments 2>&1 |
            grep '^"' >"$out/$program.ncu.csv" || fail "ncu $program"
    done < <(chosen "$@")
}
if [ "${1:-}" = count ]; then
    make DEVICE=gpu "${@:2}" && count "${@:2}"
    exit $failed
fi

# shellcheck disable=SC2086
make DEVICE=gpu $programs || exit

# check PROGRAM ARGUMENT...: runs the program, which must be right.
check()
{
    "./$1" "${@:2}" >"$out/check.txt" 2>&1 || { cat "$out/check.txt" && fail "$*"; }
}
for n in 0 1 2 31 1000003; do
    for program in ch3-reduce ch3-shared ch3-join ch3-ops ch3-accuracy ch3-segmented ch3-scan ch3-lookback ch4-unroll ch4-loop \
        ch4-limit ch4-ticket ch5-reduce; do
        check "$program" -n $n -r 2
    done
done
for block in 64 1024; do
    for program in ch3-join ch3-ops ch3-segmented ch3-scan ch3-lookback ch4-limit ch4-ticket ch5-reduce; do
        check "$program" -n 100003 -b $block -r 2
    done
done
for offset in 1 2 3; do
    check ch4-limit -n 1000003 -o $offset -r 2
    check ch4-ticket -n 1000003 -o $offset -r 2
done
for n in 1 2 32 33 1024; do
    check ch5-hello -b $n
done
for n in 0 1 17 1000; do
    check ch5-mandelbrot -n $n -r 2
done
for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '1 300 7' '300 1 7' '127 129 1' '128 256 8' '129 260 9' '1023 1025 1027' \
    '100 8191 4099' '4096 4096 64'; do
    read -r rows columns depth <<<"$shape"
    check ch6-sgemm -m "$rows" -n "$columns" -d "$depth" -r 2
    check ch6-tuned -m "$rows" -n "$columns" -d "$depth" -r 2
done
# Where the memory allows, some programs take more elements than an int counts.
if (($(nvidia-smi --query-gpu=memory.free --format=csv,noheader,nounits | sed -n 1p) > 40000)); then
    for program in ch3-scan ch3-lookback ch4-limit ch4-ticket; do
        check $program -n 2147483659 -r 1
    done
fi
rm -f "$out/check.txt"
echo "sizes done, ${SECONDS} s"

# sanitize PROGRAM TOOL: runs one tool, which must be silent. Several run at a time.
sanitize()
{
    local log=$out/sanitize-$1-$2.txt
    # shellcheck disable=SC2046
    if compute-sanitizer --tool "$2" --error-exitcode 9 "./$1" $(quick "$1") >"$log" 2>&1; then
        rm "$log"
    else
        echo "COMPLAINT: $1, $2: $(grep -m 1 '=====.*[Ee]rror' "$log")"
    fi
}
for tool in memcheck racecheck synccheck initcheck; do
    for program in $programs; do
        sanitize "$program" $tool &
        while (($(jobs -rp | wc -l) >= 8)); do
            sleep 0.2
        done
    done
done
wait
echo "sanitizers done, ${SECONDS} s"

if [ "$out" != results ]; then
    cp results/*.csv "$out" # bench.sh keeps what it does not measure
fi
tools/measure/bench.sh "$out" || fail bench
./ch5-reduce -n 2^20 -r 10 >"$out/ch5-reduce.txt" || fail ch5-reduce
./ch5-mandelbrot >"$out/ch5-mandelbrot.txt" || fail ch5-mandelbrot
for program in ch3-join ch3-ops ch3-accuracy; do
    ./$program >"$out/$program.txt" || fail $program
done
./ch5-hello >"$out/ch5-hello.txt" || fail ch5-hello
echo "times done, ${SECONDS} s"

count
echo "counters done, ${SECONDS} s"
exit $failed

#!/usr/bin/env bash
# ch0-2.sh: does all that chapters 0 to 2 need from a GPU, in one run of a few minutes: it checks that programs are right at odd sizes
# and silent under compute-sanitizer, and records times, counters, and what the kernels of ch2-wrong do. Writes to $OUT, else to
# results/. `ch0-2.sh STAGE...` does only these stages: sizes, sanitizers, times, wrong, counted.
#
# `ch0-2.sh counters FOLDER` runs without a GPU, afterwards: it puts the simulator's counters beside those that ncu left
# in FOLDER and prints them as rows of results/*-counters.csv.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

programs='ch0-add ch0-hello ch0-device ch0-vecadd ch0-index ch0-picture ch0-traps
ch1-scopes ch1-registers ch1-coalesce ch1-structures ch1-matmul ch1-transpose ch1-constant ch1-weights ch1-transfer
ch1-traps
ch2-divergence ch2-schedule ch2-latency ch2-chains ch2-loads ch2-calculator ch2-occupancy
ch2-blocksize ch2-barrier ch2-grid ch2-wrong'

# quick PROGRAM: prints the arguments of a quick run, for the sanitizers.
quick()
{
    case $1 in
    ch0-add | ch0-hello | ch0-device | ch0-traps | ch1-traps | ch2-calculator) ;;
    ch1-matmul) printf %s "-n 67 -w 45 -d 83 -r 1" ;;
    ch1-transpose) printf %s "-n 131 -w 196 -r 1" ;;
    ch2-blocksize) printf %s "-n 131 -r 1" ;;
    ch2-latency | ch2-chains) printf %s "-n 64 -r 1" ;;
    ch2-schedule) printf %s "-n 300 -i 16 -r 1" ;;
    ch2-wrong) ;;
    *) printf %s "-n 10007 -r 1" ;;
    esac
}

# A line for each program that is counted: its name, its size, and `rows` if each row is counted in a run of its own, or `all`.
counted='ch1-coalesce 2^20 rows
ch1-structures 2^20 rows
ch2-blocksize 2^12 rows
ch2-occupancy 2^24 rows
ch1-matmul 512 rows
ch1-transpose 2^12 all
ch1-constant 2^20 all
ch1-weights 2^20 all
ch1-scopes 2^20 all
ch1-registers 2^20 all
ch2-divergence 2^20 all'

# rows_of PROGRAM: prints the names that -k takes.
rows_of()
{
    "./$1" -h | sed -n '/-k, --kernel/,/--csv/s/^ \{20,\}//p'
}

# number SIZE: prints 1048576 for 2^20.
number()
{
    echo $((${1%^*} ** $([[ $1 == *^* ]] && echo "${1#*^}" || echo 1)))
}

if [ "${1:-}" = counters ]; then
    folder=${2:?folder with the files of a run}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    while read -r program n how; do
        make -s DEVICE=sim "$program" >&2 || exit
        names=all
        if [ "$how" = rows ]; then
            names=$(rows_of "$program")
        fi
        for name in $names; do
            one=()
            if [ "$name" != all ]; then
                one=(-k "$name")
            fi
            WARPSIM="device=h200 json=$work/simulator.json" "./$program" -n "$n" -r 1 "${one[@]}" >/dev/null || exit
            tools/measure/counters.pl "$program" "$(number "$n")" "$folder/$program.$name.ncu.csv" "$work/simulator.json" |
                awk -F, -v OFS=, -v name="$name" -v stamp="$(cat "$folder/stamp.txt")" \
                    'name != "all" { $2 = name } { print $0, stamp }'
        done
    done <<<"$counted"
    exit
fi

stages=" ${*:-sizes sanitizers times wrong counted} "
# stage NAME: succeeds if this stage is wanted.
stage()
{
    [[ $stages == *" $1 "* ]]
}

out=${OUT:-results}
mkdir -p "$out"
. tests/gpu/fail.sh

# shellcheck disable=SC2086
make DEVICE=gpu $programs || exit

# The last columns of results/: device, date, driver, toolkit, commit.
./ch2-barrier --csv -n 1000 | tools/measure/stamp.sh ch2-barrier | awk -F, -v OFS=, 'NR == 2 {
    gsub(/"/, "", $9); print $9, $11, $12, $13, $14 }' >"$out/stamp.txt"

# The notes show what these programs print. It is also the first check that they run.
for program in ch0-add ch0-hello ch0-device ch0-vecadd ch0-index ch0-picture ch0-traps ch1-traps ch2-schedule; do
    "./$program" >"$out/$program.txt" 2>&1 || fail "$program"
done

# Sizes are none, one, odd and not square.
if stage sizes; then
    # check PROGRAM ARGUMENT...: runs the program, which must be right.
    check()
    {
        local program=$1
        shift
        "./$program" "$@" >"$out/check.txt" 2>&1 || { cat "$out/check.txt" && fail "$program $*"; }
    }
    for n in 0 1 31 1000003; do
        for program in ch0-vecadd ch1-scopes ch1-registers ch1-coalesce ch1-structures ch1-constant ch1-weights ch1-transfer ch2-divergence \
            ch2-occupancy ch2-barrier ch2-grid; do
            check "$program" -n $n -r 2
        done
    done
    for block in 1 33 1024; do
        check ch0-vecadd -n 100003 -b $block -r 2
    done
    for shape in '0 0' '1 1' '1 300' '300 1' '64 64' '65 64' '68 132' '1000 777' '4096 4100'; do
        read -r rows columns <<<"$shape"
        check ch1-transpose -n "$rows" -w "$columns" -r 2
        if ((rows < 2000)); then
            check ch1-matmul -n "$rows" -w "$columns" -d 53 -r 2
        fi
    done
    check ch0-index -n 0
    check ch0-index -n 100003
    check ch0-picture -n 1000 -w 777 -r 2
    check ch2-blocksize -n 1001 -r 2
    check ch2-blocksize -n 0 -r 2
    rm -f "$out/check.txt"
    echo "ok sizes, ${SECONDS} s"
fi

# Several sanitizers run at a time. The traps of chapter 0 make an error of the API on purpose.
# sanitize PROGRAM TOOL: runs one tool, which must be silent.
sanitize()
{
    local program=$1 tool=$2 log=$out/sanitize-$1-$2.txt options=()
    if [ "$program/$tool" = ch0-traps/memcheck ]; then
        options=(--report-api-errors no)
    fi
    # shellcheck disable=SC2046
    if compute-sanitizer --tool "$tool" --target-processes application-only --error-exitcode 9 "${options[@]}" \
        "./$program" $(quick "$program") >"$log" 2>&1; then
        rm "$log"
    else
        echo "COMPLAINT: $program, $tool: $(grep -m 1 '=====' "$log")"
    fi
}
if stage sanitizers; then
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
fi

# Times are medians at the sizes that the notes show. One program runs at a time.
if stage times; then
    for run in 'ch0-vecadd' 'ch0-vecadd -n 2^20' 'ch0-index' 'ch0-picture -n 4096 -w 4096' 'ch1-scopes' 'ch1-registers' \
        'ch1-coalesce' 'ch1-structures' 'ch1-matmul' 'ch1-transpose' 'ch1-transpose -n 2^12' 'ch1-constant' 'ch1-weights' \
        'ch1-transfer -r 7' 'ch2-divergence' \
        'ch2-schedule' 'ch2-latency' 'ch2-chains' 'ch2-loads' 'ch2-occupancy' 'ch2-blocksize' 'ch2-barrier' 'ch2-grid'; do
        read -r program arguments <<<"$run"
        # shellcheck disable=SC2086
        "./$program" $arguments --csv >"$out/run.csv" || fail "$run"
        tools/measure/stamp.sh "$program" <"$out/run.csv"
    done | awk 'NR == 1 || !/^program,/' >"$out/ch0-2-times.csv"
    rm -f "$out/run.csv"
    ./ch2-latency -r 5 >"$out/ch2-latency.txt" || fail ch2-latency
    echo "times done, ${SECONDS} s"
fi

# The wrong kernels run by themselves, and under the tools that should find them.
if stage wrong; then
    for trial in 1 2 3 4 5 6 7; do
        echo "== $trial"
        timeout 60 ./ch2-wrong -t $trial -l 5 2>&1
        if ((trial < 7)); then
            for tool in racecheck synccheck; do
                echo "-- $tool"
                timeout 60 compute-sanitizer --tool $tool --target-processes all ./ch2-wrong -t $trial -n 1000 -l 50 2>&1 |
                    head -n 20
            done
        fi
    done >"$out/ch2-wrong.txt"
    echo "wrong kernels done, ${SECONDS} s"
fi

# Counters.
metrics=smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
for metric in smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct \
    l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum l1tex__t_requests_pipe_lsu_mem_global_op_st.sum \
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum \
    l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio \
    l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio \
    l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second \
    l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum \
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum \
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum \
    smsp__sass_average_branch_targets_threads_uniform.pct smsp__inst_executed.sum \
    smsp__thread_inst_executed_per_inst_executed.ratio sm__maximum_warps_per_active_cycle_pct \
    sm__warps_active.avg.pct_of_peak_sustained_active smsp__warp_issue_stalled_barrier_per_warp_active.pct \
    launch__registers_per_thread dram__bytes_read.sum dram__bytes_write.sum lts__t_bytes.sum gpu__time_duration.sum; do
    metrics=$metrics,$metric
done
if stage counted; then
    while read -r program n how; do
        names=all
        if [ "$how" = rows ]; then
            names=$(rows_of "$program")
        fi
        for name in $names; do
            one=()
            if [ "$name" != all ]; then
                one=(-k "$name")
            fi
            ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" \
                "./$program" -n "$n" -r 1 "${one[@]}" 2>&1 | grep '^"' >"$out/$program.$name.ncu.csv" || fail "ncu $program $name"
        done
    done <<<"$counted"
    echo "counters done, ${SECONDS} s"
fi
exit $failed

#!/usr/bin/env bash
# Chapter 2: every kernel is right at every size; divergence, occupancy and sectors are as the note predicts
# them; the calculator agrees with the device and with the note's own sums; barriers, right and wrong, do what the note says.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

# ---- Sizes

sample 4 0 1 31 32 33 255 257 4099
for n in "${sample[@]}"; do
    for program in ch2-divergence:9 ch2-occupancy:6 ch2-barrier:4 ch2-grid:2; do
        run "build/sim/${program%:*}" -n "$n" --csv
        rows_right "${program%:*} -n $n" "${program#*:}"
    done
    if ((n < 1000)); then
        run build/sim/ch2-blocksize -n "$n" --csv
        rows_right "ch2-blocksize -n $n" 12
        run build/sim/ch2-schedule -n "$n" --csv
        rows_right "ch2-schedule -n $n" 6
        for program in ch2-latency:4 ch2-chains:9; do
            run "build/sim/${program%:*}" -n "$n" --csv
            rows_right "${program%:*} -n $n" "${program#*:}"
        done
        run build/sim/ch2-loads -n $((n * n)) --csv
        rows_right "ch2-loads -n $((n * n))" 6
    fi
done
for block in 64 128 512 1024; do
    for program in ch2-divergence:9 ch2-barrier:4 ch2-grid:2; do
        run "build/sim/${program%:*}" -n 3001 -b $block --csv
        rows_right "${program%:*} -b $block" "${program#*:}"
    done
done
refuses 'ch2-blocksize, more than memory holds' 'needs .* GiB' build/sim/ch2-blocksize -n 65535
refuses 'ch2-occupancy, more than memory holds' 'needs .* GiB' build/sim/ch2-occupancy -n 2^34
for program in ch2-barrier ch2-grid; do
    refuses "$program, more than memory holds" 'needs .* GiB' build/sim/$program -n 2^34
done

# ---- Divergence

threads=smsp__thread_inst_executed_per_inst_executed.ratio
uniform=ptx__average_branch_targets_threads_uniform.pct
instructions=smsp__inst_executed.sum
for row in $(rows_of ch2-divergence); do
    per_instruction=$(last_of ch2-divergence "$row" $threads -n 4096)
    share=$(last_of ch2-divergence "$row" $uniform -n 4096)
    case $row in
    short* | *ByWarp | loopEqual)
        is "divergence $row: 32 threads per instruction, all branches uniform" "$per_instruction $share" '32 100'
        ;;
    longByThread) ok "divergence $row: about 16 threads per instruction" between 15.5 "$per_instruction" 17.5 ;;
    longByOne) ok "divergence $row: few threads per instruction" between 1 "$per_instruction" 4 ;;
    loopByLane) ok "divergence $row: about half" between 15 "$per_instruction" 19 ;;
    esac
    case $row in
    longByThread | longByOne | loopByLane) ok "divergence $row: branches that split" between 0 "$share" 99.9 ;;
    esac
done
equal=$(last_of ch2-divergence loopEqual $instructions -n 4096)
ok 'loopByLane: the instructions of its longest lane, 64 of 33 parts' \
    between $((equal * 180 / 100)) "$(last_of ch2-divergence loopByLane $instructions -n 4096)" $((equal * 210 / 100))
ok 'loopByWarp: no more instructions than loopEqual' \
    between $((equal * 95 / 100)) "$(last_of ch2-divergence loopByWarp $instructions -n 4096)" $((equal * 105 / 100))

# The note says of the PTX that it has a selection, and no branch but that of i < n.
./warpcc -O3 -ptx -Icommon chapters/ch2-warps/divergence.cu -o "$work/divergence.ptx"
for kernel in shortByThread shortTwoIfs shortByWarp; do
    body=$(sed -n "/\.entry .*$kernel/,/^}/p" "$work/divergence.ptx")
    has "$kernel: selects" "$body" 'selp\.'
    is "$kernel: branches" "$(grep -c 'bra' <<<"$body")" 1
done

# ---- Scheduling

for device in rtx3080:68 t4:40 h200:132; do
    run env WARPSIM="device=${device%:*}" build/sim/ch2-schedule -n 500
    is "schedule on ${device%:*}: exit status" "$status" 0
    has "schedule on ${device%:*}: all SMs have blocks" "$out" "^blocks: ${device#*:} of ${device#*:} SMs had "
done
run build/sim/ch2-schedule -n 5
has 'schedule: five blocks, five SMs' "$out" '^blocks: 5 of 68 SMs had 0 to 1 each'
run build/sim/ch2-schedule --csv
# ms ROW: prints the row's time in microseconds.
ms()
{
    awk -F, -v row="$1" '$1 == row { print 1000 * $3 }' <<<"$out"
}
ok 'schedule: four workers take a quarter of the time of one, by the model' \
    between "$(($(printf '%.0f' "$(ms workers1)") * 23 / 100))" "$(ms workers4)" "$(($(printf '%.0f' "$(ms workers1)") * 27 / 100))"
if has_turn; then
    made_wrong ch2-schedule '/\[begin workers\]/,/\[end workers\]/s/doPiece(mine,/doPiece(mine ? mine - 1 : 0,/'
    run "$work/ch2-schedule"
    ok 'schedule, a piece left out: found' test "$status" = 1
fi

# ---- Latency

run build/sim/ch2-latency
# cycles ROW: prints how many cycles a step of the row takes.
cycles()
{
    awk -v row="$1" '$1 == row && /cycles per step/ { print $2 }' <<<"$out"
}
ok 'latency: shared memory before L1' between 10 "$(cycles chaseShared)" "$(cycles chaseL1)"
ok 'latency: L1 before DRAM, by far' between 300 "$(cycles chaseMemory)" 1000
out=$(build/sim/ch2-chains && build/sim/ch2-loads)
# percent ROW: prints the row's share of the limit.
percent()
{
    awk -v row="$1" '$1 == row && NF == 6 { print $5 }' <<<"$out"
}
for pair in 'fma1x4 fma1x8' 'fma1x8 fma1x16' 'fma1x4 fma2x4' 'fma2x4 fma4x4' 'load1x8 load1x16' 'load1x8 load4x8'; do
    read -r few many <<<"$pair"
    ok "latency: $many is nearer to the limit than $few" between "$(percent "$few")" "$(percent "$many")" 100
done
if has_turn; then
    made_wrong ch2-loads 's/sum += in\[i\] + in\[i + threads\]/sum += in[i] - in[i + threads]/'
    run "$work/ch2-loads"
    is 'loads, a wrong sum: found in each kernel that has it' "$status $(grep -c ' WRONG$' <<<"$out")" '1 3'
fi

# ---- Occupancy

for device in rtx3080 t4 h100 h200; do
    run env WARPSIM="device=$device" build/sim/ch2-occupancy --csv
    rows_right "occupancy on $device, where the calculator must agree with CUDA," 6
    for demand in '32 16 0' '96 40 0' '256 72 0' '512 40 20000' '1024 64 0' '1024 65 0' '64 255 0' '128 0 49152'; do
        read -r block registers shared <<<"$demand"
        by_word=$(build/sim/ch2-calculator -d $device -b "$block" -g "$registers" -m "$shared" | tail -n 1)
        by_attribute=$(WARPSIM="device=$device" build/sim/ch2-calculator -b "$block" -g "$registers" -m "$shared" | tail -n 1)
        is "occupancy of ($demand): the table's $device is the device" "$by_word" "$by_attribute"
    done
done
# column ROW: prints the numbers of a row of the note's table of what an SM has to give, a device a line.
column()
{
    sed -n "s/^| $1 |//p" chapters/ch2-warps/note.md | tr -d ', KiB' | tr '|' '\n' | grep .
}
while read -r device threads blocks shared; do
    run build/sim/ch2-calculator -d "$device" -b 32 -m $((1024 * shared / 2 - 1024))
    has "occupancy: the note's threads on an SM of a $device" "$out" "by threads: +$((threads / 32)) blocks"
    has "occupancy: the note's blocks on an SM of a $device" "$out" "by blocks: +$blocks blocks"
    has "occupancy: the note's shared memory of a $device" "$out" "by shared memory: +2 blocks"
done < <(paste -d ' ' <(printf '%s\n' t4 rtx3080 rtx4090 h200 b200 rtx5090) <(column 'threads per SM') <(column 'blocks per SM') \
    <(column 'shared memory per SM'))
run build/sim/ch2-calculator -d h200 -b 256 -g 72
has "occupancy: the quiz's kernel" "$out" 'resident: 3 blocks, 24 of 64 warps, occupancy 37\.5 %, limited by registers'
run build/sim/ch2-calculator -q 1
while read -r line; do
    has "occupancy -q: $line" "$out" "$line"
done <<'END'
blocks of 8 x 8 +8 resident, +512 threads
blocks of 16 x 16 +4 resident, +1024 threads
blocks of 32 x 32 +0 resident
blocks of 128 threads +4 resident, +512 threads
blocks of 256 threads +4 resident, +1024 threads
blocks of 512 threads +3 resident, +1536 threads
blocks of 1,024 threads +1 resident, +1024 threads
blocks of 512 x 10 registers +3 resident, +1536 threads
blocks of 512 x 11 registers +2 resident, +1024 threads
blocks of 2 KiB, 64 threads +8 resident
blocks of 5 KiB, 64 threads +3 resident
END
refuses 'occupancy -d nothing' "--device \(-d\) 'nothing': must be one of .*h200" build/sim/ch2-calculator -d nothing
sed 's/l->shared \/ perBlock/l->shared \/ perBlock + 1/' chapters/ch2-warps/occupancy.h >"$work/occupancy.h"
ok 'occupancy.h, made wrong: is another header' not cmp -s chapters/ch2-warps/occupancy.h "$work/occupancy.h"
cp chapters/ch2-warps/occupancy.cu "$work/ch2-occupancy.cu"
run ./warpcc -Icommon "$work/ch2-occupancy.cu" -o "$work/ch2-occupancy"
run "$work/ch2-occupancy" -n 1000
is 'occupancy, a wrong calculator: exit status' "$status" 1

# ---- Block shapes

table=$(build/sim/ch2-blocksize -n 256)
for row in $(rows_of ch2-blocksize); do
    read -r occupancy sectors efficiency < <(awk -v row="$row" '$1 == row && NF == 6 && $6 ~ /^[0-9]/ { print $3, $5, $6 }' <<<"$table")
    is "blocksize $row: sectors per load as predicted" \
        "$(last_of ch2-blocksize "$row" l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio -n 256)" "$sectors"
    is "blocksize $row: efficiency as predicted" \
        "$(printf '%.1f' "$(last_of ch2-blocksize "$row" smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct -n 256)")" \
        "$efficiency"
    is "blocksize $row: occupancy as predicted" \
        "$(printf '%.1f' "$(last_of ch2-blocksize "$row" sm__maximum_warps_per_active_cycle_pct -n 256)")" "$occupancy"
done
if has_turn; then
    made_wrong ch2-blocksize 's/row < n && column < n/row < n/'
    run "$work/ch2-blocksize" -n 33
    ok 'blocksize, a test left out: found' test "$status" -ne 0
fi

# ---- Barriers

run build/sim/ch2-barrier
is 'barrier: exit status' "$status" 0
if has_turn; then
    made_wrong ch2-grid 's/cooperative_groups::this_grid().sync();//'
    run env WARPSIM=check "$work/ch2-grid" -n 2000 -k oneLaunch
    has 'grid without its barrier: a race' "$err" 'Race reported between'
fi
if has_turn; then
    made_wrong ch2-barrier '/\[begin rotate\]/,/\[end rotate\]/{/__syncthreads();/d}'
    run "$work/ch2-barrier" -n 2000
    has 'barrier, rotate without barriers: found' "$out" '^rotate .* WRONG$'
fi
run build/sim/ch2-wrong
is 'wrong: lists its kernels' "$(grep -c '^  [1-7]  ' <<<"$out")" 7
refuses 'wrong -t 8' "--try \(-t\) '8'" build/sim/ch2-wrong -t 8
refuses 'wrong, too many elements' "--size \(-n\) '2\^21'" build/sim/ch2-wrong -t 1 -n 2^21

# tried WORDS NUMBER: runs the wrong kernel of this number, with WARPSIM=WORDS.
tried()
{
    run env WARPSIM="$1" build/sim/ch2-wrong -t "$2" -n 10000
    is "wrong -t $2, $1: exit status" "$status" 0
}
tried 'schedule=lockstep' 1
has 'wrong -t 1: elements that were read too early' "$out" 'it ended, and [1-9][0-9]* of 10000 elements are wrong'
tried 'schedule=lockstep' 5
has 'wrong -t 5: a fence does not wait' "$out" 'it ended, and [1-9][0-9]* of 10000 elements are wrong'
tried 'schedule=serial' 6
has 'wrong -t 6: a missing barrier of a warp, lanes one by one' "$out" 'it ended, and [1-9][0-9]* of 10000 elements are wrong'
for trial in 2 3 4; do
    tried 'schedule=lockstep' $trial
    has "wrong -t $trial: the right result, by luck" "$out" 'it ended, and 0 of 10000 elements are wrong'
done
while read -r trial diagnosis; do
    tried check "$trial"
    has "wrong -t $trial, checked: $diagnosis" "$err" "$diagnosis"
done <<'END'
1 Race reported between Write access at noBarrier
2 Barrier error detected. Divergent thread\(s\) in warp
3 Conditional code: 128 of 256 threads skipped the barrier
4 Remark: [0-9]+ of 256 threads left the kernel before a barrier
5 Race reported between Write access at fenceForGrid
6 Race reported between Read access at noWarpBarrier
END
run build/sim/ch2-wrong -t 7 -l 1 -n 256
is 'wrong -t 7: exit status' "$status" 0
has 'wrong -t 7: never ends by itself' "$out" '^  it was (still running after 1 s, and was ended|stopped by the error above)$'
for order in lockstep serial random; do
    run env WARPSIM=schedule=$order build/sim/ch2-wrong -t 7 -l 3 -n 1000
    has "wrong -t 7, $order: the deadlock is told" "$out" '^  it was stopped by the error above$'
done

# ---- The memory model

for n in 0 1 31 256 257 100003; do
    run build/sim/ch2-memorymodel -n $n --csv
    rows_right "ch2-memorymodel -n $n" 6
done
for words in 'schedule=serial' 'schedule=random seed=3'; do
    run env WARPSIM="$words" build/sim/ch2-memorymodel -n 5003 -b 64 --csv
    rows_right "ch2-memorymodel with WARPSIM='$words'" 6
done
run env WARPSIM=check build/sim/ch2-memorymodel -n 5003 -t 1
has 'memorymodel -t 1, checked: a relaxed flag orders nothing' "$err" 'Race reported between Read access at messageRelaxed'
lacks 'memorymodel -t 1, checked: nothing else' "$err" 'access at (message[^R]|messageRelease|count)'
if has_turn; then
    made_wrong ch2-memorymodel '/\[begin messageThreads\]/,/\[end messageThreads\]/s/memory_order_release/memory_order_relaxed/'
    run env WARPSIM=check "$work/ch2-memorymodel" -n 5003 -k messageThreads
    has 'memorymodel without the release: a race' "$err" 'Race reported between Read access at messageThreads'
fi
if has_turn; then
    made_wrong ch2-memorymodel '/\[begin messageFence\]/,/\[end messageFence\]/{/__threadfence();/d}'
    run env WARPSIM=check "$work/ch2-memorymodel" -n 5003 -k messageFence
    has 'memorymodel without fences: a race' "$err" 'Race reported between Read access at messageFence'
fi

# ---- Promises

for n in 0 1 31 255 257 4099; do
    for program in ch2-bounds:3 ch2-restrict:2; do
        run "build/sim/${program%:*}" -n $n --csv
        rows_right "${program%:*} -n $n" "${program#*:}"
    done
done
refuses 'bounds -b 512' "--block \(-b\) '512': must be 32, 64, 128 or 256" build/sim/ch2-bounds -b 512
run build/sim/ch2-bounds
# shellcheck disable=SC2016 # the variables are awk's
by_nvcc ok 'bounds: six blocks for an SM leave at most 42 registers for a thread, no bounds more' \
    awk -v most=42 '$1 == "varianceFree" && NF == 6 { free = $2 } $1 == "varianceSpills" && NF == 6 { spills = $2 }
        END { exit !(spills > 0 && spills <= most && free > most) }' <<<"$out"
store_requests=l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
is 'restrict: without restrict every step is stored' "$(sum_of ch2-restrict hornerPlain $store_requests -n 4096)" $((4096 * 8 / 32))
is 'restrict: with it the last one is' "$(sum_of ch2-restrict hornerRestrict $store_requests -n 4096)" $((4096 / 32))

# ---- The checks find nothing in what is right

for arguments in 'ch2-divergence -n 3001' 'ch2-schedule -n 100' 'ch2-latency -n 64' 'ch2-chains -n 64' 'ch2-loads -n 10007' 'ch2-occupancy -n 3001' \
    'ch2-blocksize -n 67' 'ch2-barrier -n 3001' 'ch2-grid -n 3001' 'ch2-memorymodel -n 3001' 'ch2-bounds -n 3001' \
    'ch2-restrict -n 3001'; do
    # shellcheck disable=SC2086 # a program and its arguments
    run env WARPSIM=check build/sim/$arguments
    is "$arguments, checked" "$status" 0
done

done_testing

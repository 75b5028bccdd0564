#!/usr/bin/env bash
# Chapter 4 on the simulator: the programs are right at every size and silent under the checks, and each rung lowers the counter that
# it is about.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

for n in 0 1 2 3 4 5 31 33 1009 100003; do
    for program in unroll cpu limit ticket; do
        run build/sim/ch4-$program -n $n
        ok "ch4-$program -n $n" all_ok
    done
done
for offset in 1 2 3 63; do
    for n in 0 1 2 3 4 5 4099; do
        for program in limit ticket; do
            run build/sim/ch4-$program -n $n -o $offset
            ok "ch4-$program -n $n -o $offset: an array that begins anywhere" all_ok
        done
    done
done
for rounds in 0 1 7 8 9; do
    run build/sim/ch4-loop -n $rounds
    ok "ch4-loop -n $rounds" all_ok
done
for program in unroll loop limit ticket; do
    for words in check 'schedule=serial' 'schedule=random seed=3'; do
        run env WARPSIM="$words" build/sim/ch4-$program -n 1003
        ok "ch4-$program with WARPSIM='$words'" all_ok
        is_silent "ch4-$program with WARPSIM='$words'" "$words"
    done
done
run ./warpcc -Icommon tests/gpu/tune-limit.cu -o "$work/tune-limit"
run "$work/tune-limit" -n 5003
ok 'tune-limit: every instance of sumTuned is right' all_ok
is 'tune-limit: 160 instances' "$(grep -c '^sumTuned' <<<"$out")" 160

requests=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
ok 'ch4-limit: wide loads are fewer requests' \
    less "$(($(sum_of ch4-limit sumWideInt $requests -n 262144) * 3))" "$(sum_of ch4-limit sumUnrollInt $requests -n 262144)"
sectors=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
wide=$(sum_of ch4-limit sumWideInt $sectors -n 262144)
plain=$(sum_of ch4-limit sumUnrollInt $sectors -n 262144)
ok "ch4-limit: and about as many sectors ($wide, $plain)" awk -v a="$wide" -v b="$plain" 'BEGIN { exit !(a > b * 0.95 && a < b * 1.05) }'
instructions=smsp__inst_executed.sum
ok 'ch4-loop: unrolled, fewer instructions' \
    less "$(sum_of ch4-loop loopUnrolled $instructions)" "$(sum_of ch4-loop loopPlain $instructions)"
ok 'ch4-loop: eight chains take less than eight times the instructions of one' \
    less "$(sum_of ch4-loop loopEight $instructions)" "$(($(sum_of ch4-loop loopUnrolled $instructions) * 8))"

done_testing

#!/usr/bin/env bash
# Chapter 4 on the simulator: right at every size, silent under the checks, and the counters that each rung is about.
. "$(dirname "$0")/../harness/lib.sh"

all_ok()
{
    [ "$status" = 0 ] && ! grep -q WRONG <<<"$out"
}

# metric PROGRAM KERNEL NAME ARGUMENTS...: the counter's value, summed over the launches of -k KERNEL.
metric()
{
    WARPSIM="json=$work/m.json" "build/sim/$1" -k "$2" "${@:4}" >/dev/null
    perl -MJSON::PP -0ne 'my $sum = 0; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $sum += $_->{value} if $_->{name} eq $ENV{NAME} } } print $sum' <"$work/m.json"
}
less()
{
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0 && a < b) }'
}

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
        lacks "ch4-$program with WARPSIM='$words': no complaint" "$out$err" 'ERROR SUMMARY: [1-9]'
    done
done
run ./warpcc -Icommon tests/gpu/tune-limit.cu -o "$work/tune-limit"
run "$work/tune-limit" -n 5003
ok 'tune-limit: every instance of sumTuned is right' all_ok
is 'tune-limit: 160 instances' "$(grep -c '^sumTuned' <<<"$out")" 160

export NAME=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
ok 'ch4-limit: wide loads are fewer requests' \
    less "$(($(metric ch4-limit sumWideInt $NAME -n 262144) * 3))" "$(metric ch4-limit sumUnrollInt $NAME -n 262144)"
NAME=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
wide=$(metric ch4-limit sumWideInt $NAME -n 262144)
plain=$(metric ch4-limit sumUnrollInt $NAME -n 262144)
ok "ch4-limit: and about as many sectors ($wide, $plain)" awk -v a="$wide" -v b="$plain" 'BEGIN { exit !(a > b * 0.95 && a < b * 1.05) }'
NAME=smsp__inst_executed.sum
ok 'ch4-loop: unrolled, fewer instructions' \
    less "$(metric ch4-loop loopUnrolled $NAME)" "$(metric ch4-loop loopPlain $NAME)"
ok 'ch4-loop: eight chains take less than eight times the instructions of one' \
    less "$(metric ch4-loop loopEight $NAME)" "$(($(metric ch4-loop loopUnrolled $NAME) * 8))"

done_testing

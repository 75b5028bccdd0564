#!/usr/bin/env bash
# Chapter 6 on the simulator: any shape, every instance, silent under the checks, and the counters that the rungs are about.
. "$(dirname "$0")/../harness/lib.sh"
it=build/sim/ch6-sgemm

all_ok()
{
    [ "$status" = 0 ] && ! grep -q WRONG <<<"$out"
}

run ./warpcc -Icommon tests/gpu/tune-sgemm.cu -o "$work/tune"
for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '131 257 67' '127 129 1' '129 260 9' '40 300 33'; do
    read -r rows columns depth <<<"$shape"
    for program in sgemm:7 tuned:3; do
        run build/sim/ch6-${program%:*} -m "$rows" -n "$columns" -d "$depth"
        ok "ch6-${program%:*}, $rows x $columns x $depth" all_ok
        is "ch6-${program%:*}, $rows x $columns x $depth: rungs" "$(grep -c '^sgemm' <<<"$out")" "${program#*:}"
    done
    run "$work/tune" -m "$rows" -n "$columns" -d "$depth"
    ok "$rows x $columns x $depth, every instance" all_ok
done
for words in check 'schedule=random seed=5'; do
    for program in sgemm tuned; do
        run env WARPSIM="$words" build/sim/ch6-$program -m 70 -n 133 -d 41
        ok "ch6-$program with WARPSIM='$words'" all_ok
        lacks "ch6-$program with WARPSIM='$words': no complaint" "$out$err" 'ERROR SUMMARY: [1-9]'
    done
done
refuses 'too many rows' "--rows \(-m\) '1048577': must be a number from 0 to 1048576" $it -m 1048577

# metric KERNEL NAME: a counter of one product of 128 x 128 x 128.
metric()
{
    WARPSIM="json=$work/m.json" $it -k "$1" -m 128 -n 128 -d 128 >/dev/null
    NAME=$2 perl -MJSON::PP -0ne 'my $value; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $value = $_->{value} if $_->{name} eq $ENV{NAME} } } print $value' <"$work/m.json"
}
# times KERNEL KERNEL FACTOR NAME: the counter of the first is at least FACTOR times that of the second.
times()
{
    awk -v a="$(metric "$1" "$4")" -v b="$(metric "$2" "$4")" -v f="$3" 'BEGIN { exit !(b > 0 && a >= f * b) }'
}
sectors=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
requests=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
conflicts=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
ok 'sgemmCoalesced needs few sectors' times sgemmNaive sgemmCoalesced 4 $sectors
ok 'sgemmShared needs few requests' times sgemmCoalesced sgemmShared 16 $requests
ok 'sgemmSquare reads shared memory less than sgemmColumn' times sgemmColumn sgemmSquare 1.1 $wavefronts
is 'sgemmQuads has no bank conflict in its loads' "$(metric sgemmQuads $conflicts)" 0

done_testing

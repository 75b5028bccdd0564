#!/usr/bin/env bash
# Chapter 6 on the simulator: the programs are right for any shape and silent under the checks, and so is, in make test-whole, every
# instance of the tuned kernel; each rung lowers the counter that it is about.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"
it=build/sim/ch6-sgemm

# To compile all instances takes longest. The programs have those that they choose for these shapes.
! sweeps || run ./warpcc -Icommon tests/gpu/tune-sgemm.cu -o "$work/tune"
for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '131 257 67' '127 129 1' '129 260 9' '40 300 33'; do
    read -r rows columns depth <<<"$shape"
    for program in sgemm:7 tuned:4; do
        run build/sim/ch6-${program%:*} -m "$rows" -n "$columns" -d "$depth"
        ok "ch6-${program%:*}, $rows x $columns x $depth" all_ok
        is "ch6-${program%:*}, $rows x $columns x $depth: rungs" "$(grep -c '^sgemm' <<<"$out")" "${program#*:}"
    done
    sweeps || continue
    run "$work/tune" -m "$rows" -n "$columns" -d "$depth"
    ok "$rows x $columns x $depth, every instance" all_ok
    has "$rows x $columns x $depth: there are instances" "$out" '^[^ ]+-(pieces|blocks)[1-9]'
done
for words in check 'schedule=random seed=5'; do
    for program in sgemm tuned; do
        run env WARPSIM="$words" build/sim/ch6-$program -m 70 -n 133 -d 41
        ok "ch6-$program with WARPSIM='$words'" all_ok
        is_silent "ch6-$program with WARPSIM='$words'" "$words"
    done
done
run $it --csv # as a reader runs it, without sizes
# ms KERNEL: prints the milliseconds of its row in $out.
ms()
{
    grep "^$1," <<<"$out" | cut -d, -f3
}
ok 'the last rung is nearly fifty times as fast as the first, as the note says' \
    awk -v first="$(ms sgemmNaive)" -v last="$(ms sgemmQuads)" 'BEGIN { exit !(last > 0 && first > 45 * last) }'
ok 'rungs 1 to 4, and 6 and 7, are each faster than the one before' \
    test "$(for rung in Naive Coalesced Shared Column Vector Quads; do ms sgemm$rung; done)" = \
    "$(for rung in Naive Coalesced Shared Column Vector Quads; do ms sgemm$rung; done | sort -gr)"
run $it -m 130 -n 130 -d 8
has 'a product that is too small to tell: the table says so' "$out" '^some kernels have only 4 blocks for 68 SMs; larger problems tell more$'
run $it -m 130 -n 130 -d 8 --csv
lacks 'too small: not in CSV' "$out" 'some kernels'
refuses 'too many rows' "--rows \(-m\) '1048577': must be a number from 0 to 1048576" $it -m 1048577

# metric KERNEL NAME: prints a counter of one product of 128 x 128 x 128.
metric()
{
    last_of ch6-sgemm "$1" "$2" -m 128 -n 128 -d 128
}

# times KERNEL KERNEL FACTOR NAME: succeeds if the counter of the first is at least FACTOR times that of the second.
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

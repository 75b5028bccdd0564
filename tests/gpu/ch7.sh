#!/usr/bin/env bash
# ch7.sh FOLDER: chapter 7's programs on this GPU, of compute capability 9.0, beside cuBLAS in the same runs, in at most eight minutes.
# First all must be right at 0, 1, odd and large sizes, and silent under compute-sanitizer. FOLDER gets
#
#   ch7.csv            the rows of three runs, for results/<device>-ch7.csv; prints each rung's median share of the library's speed
#   ch7-counters.csv   ncu's counters of each rung at 4096 x 4096 x 4096
#
# Exit status 1: something was wrong.
. "$(dirname "$0")/count.sh"
. tests/gpu/fail.sh

make -s -j"$(nproc)" DEVICE=gpu ch7-product ch7-hopper
echo "built, ${SECONDS} s"

# right PROGRAM ARGUMENTS...: runs it once and complains if a result is wrong, or if it doesn't end.
right()
{
    timeout 60 "./$1" "${@:2}" -r 1 >"$work/right.txt" 2>&1 || fail "$*: $(grep -m 1 -E 'WRONG|wrong|error|needs' "$work/right.txt")"
}
for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '3 1 100003' '127 129 1' '257 131 67' '1001 999 1003' '4095 4097 4099' '300 300 100000'; do
    read -r rows columns depth <<<"$shape"
    for program in ch7-product ch7-hopper; do
        right $program -m "$rows" -n "$columns" -d "$depth"
    done
done
echo "sizes done, ${SECONDS} s"

# sanitize PROGRAM ARGUMENTS...: runs it once under each tool, where a kernel that waits forever is a failure, too.
sanitize()
{
    local tool
    for tool in memcheck racecheck synccheck initcheck; do
        timeout 60 compute-sanitizer --tool $tool --error-exitcode 9 "./$1" "${@:2}" -r 1 >"$work/$1-$tool.txt" 2>&1 ||
            fail "$*, $tool: $(grep -m 1 '=====.*[Ee]rror' "$work/$1-$tool.txt")"
    done
    return $failed
}
jobs=()
for program in ch7-product ch7-hopper; do
    sanitize $program -m 300 -n 530 -d 333 &
    jobs+=($!)
done
for job in "${jobs[@]}"; do
    wait "$job" || failed=1
done
echo "sanitizers done, ${SECONDS} s"

for _ in 1 2 3; do
    for shape in '1024 1024 1024' '2048 2048 2048' '4096 4096 4096' '8192 8192 8192' '4096 4160 4160' '4095 4097 4099' '8192 1024 4096' \
        '300 300 100000'; do
        read -r rows columns depth <<<"$shape"
        for program in ch7-product ch7-hopper; do
            timed "$program ${rows}x${columns}x$depth" "./$program" -m "$rows" -n "$columns" -d "$depth" -r 7
        done
    done
    echo "run done, ${SECONDS} s" >&2
done | awk '!/^program,/ || !seen++ { print; fflush() }' >"$folder/ch7.csv"
! grep ,WRONG, "$folder/ch7.csv" || fail 'a wrong row'

metrics=gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum,sm__inst_executed_pipe_tensor.sum,sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_bytes.sum
metrics+=,dram__bytes_read.sum,dram__bytes_write.sum
heading=program,kernel,size,grid,block
for program in ch7-product ch7-hopper; do
    count $metrics "$heading" $program "./$program" -m 4096 -n 4096 -d 4096 -r 1 || fail "ncu: $program"
    heading=
done >"$folder/ch7-counters.csv"
echo "counters done, ${SECONDS} s"

# A rung's time beside the library's, of the same size and run.
perl - "$folder/ch7.csv" <<'PERL'
use strict;
use warnings;
my (%ms, @order);
while (<>) {
    my ($program, $kernel, $n, $ms) = split /,/;
    next if $program eq 'program';
    my ($shape) = $program =~ / (.*)/;
    push @order, [$shape, $kernel] if !$ms{$shape}{$kernel};
    push @{$ms{$shape}{$kernel}}, $ms;
}
sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }
for (@order) {
    my ($shape, $kernel) = @$_;
    my ($ours, $theirs) = @{$ms{$shape}}{$kernel, 'cublas'};
    my @share = map { $theirs->[$_] / $ours->[$_] } 0 .. ($theirs ? $#$ours : -1);
    printf "%-16s %-18s %9.4f ms, %s of cuBLAS\n", $shape, $kernel, median(@$ours), @share ? sprintf '%.3f', median(@share) : '?';
}
PERL
exit $failed

#!/usr/bin/env bash
# ch7.sh FOLDER: chapter 7's programs on this GPU, of compute capability 9.0, beside cuBLAS in the same runs, in four to five minutes.
# All must be right at 0, 1, odd and large sizes, and silent under compute-sanitizer. FOLDER gets
#
#   ch7-runs.csv       the rows of three runs, or of one. With PyTorch, rows of its scaled_dot_product_attention, too
#   ch7.csv            of each rung and shape the row with the median time, for results/<device>-ch7.csv. Prints each rung's median share of
#                      the library's speed
#   ch7-counters.csv   ncu's counters of each rung at 4096 x 4096 x 4096, and of the other programs
#   ch7-errors.txt     errors of products in single precision
#
# PARTS names what to do of it: runs, medians (of those runs), checks, counters; all of it if unset. RUNS is how many runs, 3 if unset.
# Exit status 1: something was wrong.
. "$(dirname "$0")/count.sh"
. tests/gpu/fail.sh

# asked PART: true if PARTS has it.
asked()
{
    [[ " ${PARTS-runs medians checks counters} " == *" $1 "* ]]
}

programs='ch7-product ch7-hopper ch7-half ch7-tf32 ch7-single ch7-cluster ch7-attention ch7-flash'
# shellcheck disable=SC2086 # several
make -s -j"$(nproc)" DEVICE=gpu $programs
echo "built, ${SECONDS} s"

# right PROGRAM ARGUMENTS...: runs it once and complains if a result is wrong, or if it doesn't end.
# shellcheck disable=SC2317 # a line of checks calls it
right()
{
    timeout 60 "./$1" "${@:2}" -r 1 >"$work/$*.txt" 2>&1 || fail "$*: $(grep -m 1 -E 'WRONG|wrong|error|needs' "$work/$*.txt")"
}
# sanitize TOOL PROGRAM ARGUMENTS...: runs it once under this tool of compute-sanitizer, where a kernel that waits forever is a failure, too.
# shellcheck disable=SC2317
sanitize()
{
    timeout 100 compute-sanitizer --tool "$1" --error-exitcode 9 "./$2" "${@:3}" -r 1 >"$work/$*.txt" 2>&1 ||
        fail "$*: $(grep -m 1 '=====.*[Ee]rror' "$work/$*.txt")"
}
# checks: prints what to check, a call of one of the two in each line; what takes longest comes first.
checks()
{
    local tool program shape rows columns depth n width blocks
    for tool in racecheck memcheck initcheck synccheck; do
        sed "s/^/sanitize $tool /" <<'END'
ch7-hopper -m 300 -n 530 -d 333
ch7-half -m 300 -n 530 -d 1300
ch7-tf32 -m 300 -n 530 -d 333
ch7-product -m 300 -n 530 -d 333
ch7-single -m 300 -n 265 -d 130
ch7-cluster -n 100003
ch7-attention -n 133 -g 2 -d 128 -c 1
ch7-flash -n 300 -g 2 -d 64
ch7-flash -n 133 -g 2 -d 128 -c 1
END
    done
    for shape in '4095 4097 4099' '300 300 100000' '0 5 5' '5 0 5' '5 5 0' '1 1 1' '3 1 100003' '127 129 1' '257 131 67' '1001 999 1003'; do
        read -r rows columns depth <<<"$shape"
        for program in product hopper half tf32 single; do
            echo "right ch7-$program -m $rows -n $columns -d $depth"
        done
    done
    for n in 0 1 65 1000 4097; do
        printf 'right ch7-attention -n %s %s\n' $n '-d 64' $n '-d 128 -c 1'
        for width in 64 128; do
            printf 'right ch7-flash -n %s %s\n' $n "-d $width" $n "-d $width -c 1"
        done
    done
    for n in 0 1 100003 2^24; do
        for blocks in 1 2 4 8; do
            echo "right ch7-cluster -n $n -c $blocks -w 8191"
        done
    done
}
# torch_attention: prints rows of PyTorch's attention of the same sizes, 16 heads, where there is PyTorch. Loading it takes longer than
# measuring, so all runs are in one process.
torch_attention()
{
    if ! python3 -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("torch"))'; then
        return 0
    fi
    python3 - "${RUNS:-3}" >"$work/torch.csv" <<'PYTHON' || fail PyTorch >&2
import statistics
import sys

import torch

print("name,kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time")
for width, causal, n in [(w, c, n) for _ in range(int(sys.argv[1])) for w in (64, 128) for c in (0, 1) for n in (1024, 4096, 16384)]:
    q, k, v = (torch.rand(1, 16, n, width, device="cuda", dtype=torch.bfloat16) * 2 - 1 for _ in range(3))
    times = []
    for _ in range(9):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal == 1)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    ms = statistics.median(times[2:])
    rate = 4 * ((n + 1) / 2 if causal else n) * 16 * n * width / ms / 1e6
    name = f"ch7-attention-{width}-{causal}"
    print(f'{name},torch,{n},{ms:.6f},{rate:.3f},GFLOP/s,,ok,"{torch.cuda.get_device_name()}",measured')
PYTHON
    tools/measure/stamp.sh '' <"$work/torch.csv" | sed 's/^,//; s/^program,name/program/'
}

# products SHAPES REPEATS PROGRAM...: prints the rows of programs for shapes M,N,K.
products()
{
    local shape program rows columns depth
    for shape in $1; do
        IFS=, read -r rows columns depth <<<"$shape"
        for program in "${@:3}"; do
            timed "$program-${rows}x${columns}x$depth" "./$program" -m "$rows" -n "$columns" -d "$depth" -r "$2"
        done
    done
}

# attentions REPEATS KERNEL PROGRAM N...: prints the rows of a program for lengths N, of all kernels or of one.
attentions()
{
    local width n causal kernel=()
    [ "$2" = all ] || kernel=(-k "$2")
    for n in "${@:4}"; do
        for width in 64 128; do
            for causal in 0 1; do
                timed "$3-$width-$causal" "./$3" -n "$n" -d $width -c $causal -r "$1" "${kernel[@]}"
            done
        done
    done
}

# runs: prints the rows of three runs, and of one where much time would be for little.
runs()
{
    local run n kernel
    for ((run = 1; run <= ${RUNS:-3}; run++)); do
        products '1024,1024,1024 4096,4096,4096 8192,8192,8192 4096,4160,4160 4095,4097,4099' 7 ch7-hopper
        products 4096,4096,4096 7 ch7-product
        products '4096,4096,4096 8192,8192,8192 4096,4160,4160' 7 ch7-tf32
        attentions 7 all ch7-flash 1024 4096 16384
        if [ $run = 1 ]; then
            products '2048,2048,2048 8192,1024,4096 5000,5000,5000 3000,3000,3000 64,8192,8192 300,300,100000' 7 ch7-hopper
            products '8192,8192,8192 4095,4097,4099' 7 ch7-product
            products '4096,4096,4096 8192,8192,8192' 7 ch7-half
            products '1024,1024,1024 4096,4096,4096 4095,4097,4099' 3 ch7-single
            for kernel in sixParts cublasSgemm; do
                timed ch7-single-8192x8192x8192 ./ch7-single -m 8192 -n 8192 -d 8192 -r 3 -k $kernel
            done
            for n in 2^20 2^26; do
                timed ch7-cluster ./ch7-cluster -n $n
            done
            attentions 3 all ch7-attention 4096
            attentions 3 attentionMma ch7-attention 16384 # the other two take seconds
        fi
        echo "run done, ${SECONDS} s" >&2
    done
    torch_attention
}
if asked runs; then
    # Row by row, so that nothing is lost if time runs out: some awks read ahead.
    heading=
    runs | while IFS= read -r row; do
        if [[ $row == program,* ]]; then
            [ -z "$heading" ] || continue
            heading=written
        fi
        printf '%s\n' "$row"
    done >"$folder/ch7-runs.csv"
    ! grep ,WRONG, "$folder/ch7-runs.csv" || fail 'a wrong row'
fi

# medians: writes ch7.csv, and prints each row's time beside its peers' of the same size and run: cuBLAS in the same type, PyTorch, or blocks
# without clusters.
medians()
{
    perl - "$folder/ch7-runs.csv" "$folder/ch7.csv" <<'PERL'
use strict;
use warnings;
my (%runs, @order);
open my $in, '<', $ARGV[0] or die;
open my $out, '>', $ARGV[1] or die;
print $out scalar <$in>;
while (<$in>) {
    my ($program, $kernel, $n, $ms) = split /,/;
    my $what = ($program =~ s/ch7-(product|hopper)/bf16/r =~ s/ch7-flash/ch7-attention/r) . ($program =~ /cluster/ ? " $n" : $program =~ /attention|flash/ ? "-$n" : '');
    push @order, [$what, $kernel] if !$runs{$what}{$kernel};
    push @{$runs{$what}{$kernel}}, {ms => $ms, row => $_};
}
sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }
for (@order) {
    my ($what, $kernel) = @$_;
    my @ours = @{$runs{$what}{$kernel}};
    my $ms = median(map { $_->{ms} } @ours);
    print $out +(grep { $_->{ms} == $ms } @ours)[0]{row};
    my ($peer) = grep { $runs{$what}{$_} } qw(cublas cublasSgemm torch), $kernel =~ s/Clusters/Blocks/r;
    my @theirs = $peer ? @{$runs{$what}{$peer}} : ();
    my @share = map { $theirs[$_]{ms} / $ours[$_]{ms} } 0 .. ($#theirs < $#ours ? $#theirs : $#ours);
    printf "%-30s %-20s %9.4f ms%s\n", $what, $kernel, $ms, @share ? sprintf ', %.3f of the speed of %s', median(@share), $peer : '';
}
PERL
}
if asked medians; then
    medians
fi

if asked checks; then
    # Results don't depend on what else runs on the GPU, so several checks run at once.
    checks >"$work/checks"
    jobs=()
    workers=$(($(nproc) < 12 ? $(nproc) : 12))
    for ((worker = 0; worker < workers; worker++)); do
        awk -v all=$workers -v mine=$worker 'NR % all == mine' "$work/checks" | {
            while read -r check; do
                $check </dev/null
            done
            exit $failed
        } &
        jobs+=($!)
    done
    for job in "${jobs[@]}"; do
        wait "$job" || failed=1
    done
    echo "sizes and sanitizers done, ${SECONDS} s"
fi

metrics=gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum,sm__inst_executed_pipe_tensor.sum,sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_bytes.sum
metrics+=,dram__bytes_read.sum,dram__bytes_write.sum
# counters: prints a row for each launch.
counters()
{
    local program heading=program,kernel,size,grid,block
    for program in ch7-product ch7-hopper ch7-tf32; do
        count $metrics "$heading" $program "./$program" -m 4096 -n 4096 -d 4096 -r 1 || fail "ncu: $program" >&2
        heading=
    done
    count $metrics '' ch7-single ./ch7-single -m 4096 -n 4096 -d 4096 -r 1 -k sixParts || fail 'ncu: ch7-single' >&2
    count $metrics '' ch7-cluster ./ch7-cluster -r 1 || fail 'ncu: ch7-cluster' >&2
    count $metrics '' ch7-attention ./ch7-attention -d 128 -r 1 || fail 'ncu: ch7-attention' >&2
    count $metrics '' ch7-flash ./ch7-flash -d 128 -r 1 || fail 'ncu: ch7-flash' >&2
}
if asked counters; then
    counters >"$folder/ch7-counters.csv"
    for depth in 256 1024 4096 16384; do
        ./ch7-single -m 1024 -n 1024 -d $depth -r 1 | sed -n '1p; /^largest/,$p'
    done >"$folder/ch7-errors.txt"
    echo "counters done, ${SECONDS} s"
fi

exit $failed

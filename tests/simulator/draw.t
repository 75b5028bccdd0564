#!/usr/bin/env bash
# WARPSIM=draw=LINE draws where the lanes of one warp go at a source line, sector by sector and bank by bank.
. "$(dirname "$0")/../harness/lib.sh"
programs ch3-reduce

run ./warpcc tests/simulator/watch/lanes.cu -o "$work/lanes"
is 'the program builds' "$status" 0

# draw TEXT WORD...: draws the line of the program that has TEXT in it.
draw()
{
    line=$(grep -nF -e "$1" tests/simulator/watch/lanes.cu | cut -d: -f1)
    shift
    run env WARPSIM="draw=$line $*" "$work/lanes"
}

draw 'in[31'
is 'the program prints what it prints' "$status/${out%%$'\n'*}" '0/cudaSuccess 31'
is 'drawn as it is meant to be' "$(sed '1,2d; s/ *$//' <<<"$out")" "$(
    cat <<END
lanes(int const*, int*), block 0, warp 0
tests/simulator/watch/lanes.cu:$line  tile[t] = in[31 - (t & 31)];

  load of 4 bytes by 16 lanes in global memory
  4 sectors, 128 bytes, of which 64 are used: 50 %

        byte    0   4   8  12  16  20  24  28     used
           0   31   .  29   .  27   .  25   .     50 %
          32   23   .  21   .  19   .  17   .     50 %
          64   15   .  13   .  11   .   9   .     50 %
          96    7   .   5   .   3   .   1   .     50 %

  store of 4 bytes by 16 lanes in shared memory
  1 wavefront, no bank conflict

  bank           0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
  wavefront  1   .   1   .   3   .   5   .   7   .   9   .  11   .  13   .  15

  bank          16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31
  wavefront  1   .  17   .  19   .  21   .  23   .  25   .  27   .  29   .  31
END
)"

draw 'tile[63]'
has 'lanes that want the same word are one' "$out" '^  wavefront  1( +\.){15} +0\+$'
is 'banks of which none is used are left out' "$(grep -c '^  bank ' <<<"$out")" 1
draw 'atomicAdd(out' block=1 warp=1
has 'another block and warp' "$out" ', block 1, warp 1$'
has 'atomics in global memory' "$out" '^           0    \.   \.   \.   0\+  \.   \.   \.   \.     12 %$'

draw 'float4 v ='
by_nvcc has 'vectors take several words' "$out" '^          32    1   1   1   1   \.   \.   \.   \.     50 %$'

draw 'tile[threadIdx.x][3]' kernel=columns
has 'a conflict of all lanes' "$out" '^  32 wavefronts, 1 would do: 31 bank conflicts$'
has 'its last wavefront' "$out" '^  wavefront 32   \.   \.   \.  31 '
has 'and none with padding' "$out" '^  1 wavefront, no bank conflict$'
ok 'no line is too wide' fits "$out"
# The counters of the same line, which the core counts in another way, agree with the drawing.
run env WARPSIM='profile kernel=columns' "$work/lanes"
is 'the counters say the same' \
    "$(awk '/bank_conflicts_pipe_lsu_mem_shared_op_ld/ {print $2}' <<<"$out" | tr '\n' ' ')" '31 0 '
draw 'tile[row]'
has 'unrolled copies are drawn once' "$out" '^  31 more instructions of this line with the same pattern'

draw '__global__ void lanes'
has 'a line without accesses' "$out" '^No access to memory at line'
has 'it lists the lines that have some' "$out" "^ +$(grep -n 'tile\[row\]' "$work/lanes.cu" | head -n 1 | cut -d: -f1)  .*tile\[row\]"
ok 'no line of the list is too wide' fits "$out"
refuses 'no line' 'draw=0' env WARPSIM=draw=0 "$work/lanes"

# Of a line in a loop the first time is drawn, and the worst one.
line=$(grep -n 'part\[tid\] += part\[tid + stride\]' chapters/ch3-reduction/reduce.cu | head -n 1 | cut -d: -f1)
run env WARPSIM="draw=$line kernel=reduceNeighbored" build/sim/ch3-reduce -n 1000 -b 64 -k reduceNeighbored
has 'a loop, first' "$out" 'time 1 of [0-9]+$'
has 'a loop, where it is worst' "$out" 'time [2-9] of [0-9]+, the worst$'

# Only a terminal gets colours.
lacks 'no colours in a file' "$out" $'\033'
draw=$(WARPSIM="draw=$line" script -qec "build/sim/ch3-reduce -n 100 -b 64" /dev/null)
has 'colours on a terminal' "$draw" $'\033'
draw=$(NO_COLOR=1 WARPSIM="draw=$line" script -qec "build/sim/ch3-reduce -n 100 -b 64" /dev/null |
    sed -n '/block 0, warp 0/,$p')
has 'with NO_COLOR it is drawn' "$draw" 'block 0, warp 0'
lacks 'and has none' "$draw" $'\033'

done_testing

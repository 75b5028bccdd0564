#!/usr/bin/env bash
# WARPSIM=trace=FILE writes each access of one warp's lanes as CSV: which lanes, where, in what order. WARPSIM=calls=FILE writes each
# call of the runtime.
. "$(dirname "$0")/../harness/lib.sh"
programs ch0-add

run ./warpcc tests/simulator/watch/lanes.cu -o "$work/lanes"
is 'the program builds' "$status" 0

# trace WORD...: runs the program with these words; $all is the trace, $rows the part of the kernel `lanes` without kernel and file.
trace()
{
    rm -f "$work/t.csv"
    run env WARPSIM="trace=$work/t.csv $*" "$work/lanes"
    all=$(cat "$work/t.csv")
    rows=$(sed -n 's/^"lanes[^"]*",\(.*\),[^,]*lanes\.cu,/\1,/p' <<<"$all")
}

trace
is 'the program prints what it prints' "$status/$out" '0/cudaSuccess 31'
is 'the header' "$(head -n 1 <<<"$all")" kernel,block,warp,step,file,line,op,space,bytes,lanes,places
has 'kernel and file' "$(sed -n 2p <<<"$all")" \
    '^"lanes\(int const\*, int\*\)",0,0,0,tests/simulator/watch/lanes\.cu,10,store,shared,4,0xffffffff,0 4 8 '
has 'a load of the odd lanes, backwards' "$rows" \
    '^0,0,1,12,load,global,4,0xaaaaaaaa,120 112 104 96 88 80 72 64 56 48 40 32 24 16 8 0$'
has 'their store to shared memory' "$rows" \
    '^0,0,2,12,store,shared,4,0xaaaaaaaa,4 12 20 28 36 44 52 60 68 76 84 92 100 108 116 124$'
has 'an atomic of the whole warp in shared memory' "$rows" ',14,atomic,shared,4,0xffffffff,252( 252){31}$'
has 'an atomic of two lanes, counted from the allocation' "$rows" ',16,atomic,global,4,0x00010001,8 8$'
has 'part of a vector, of the lanes that there are' "$all" \
    '^void vectors<2>\(float4\*\),0,0,0,.*,store,global,4,0x00000007,4 36 68$'
by_nvcc has 'the bytes of a vector' "$all" ',load,global,16,0x00000007,0 32 64$'
is 'repeated launches are traced once' "$(grep -c '^0,0,1,' <<<"$rows")" 1
is 'steps count up' "$(cut -d, -f3 <<<"$rows")" "$(seq 0 $(($(wc -l <<<"$rows") - 1)))"

trace block=1 warp=1
has 'another block and warp: its own places' "$rows" '^1,1,.*,16,atomic,global,4,0x00010001,12 12$'
is 'and no other' "$(cut -d, -f1,2 <<<"$rows" | sort -u)" 1,1
trace warp=all
is 'all warps of the block' "$(cut -d, -f1,2 <<<"$rows" | sort -u | tr '\n' ' ')" '0,0 0,1 '
trace kernel=vectors
is 'kernel=NAME traces only that' "$(tail -n +2 <<<"$all" | cut -d'(' -f1 | sort -u)" 'void vectors<2>'
trace
many=$all
trace threads=1
is 'the number of host threads does not show' "$all" "$many"
is 'no file is left beside it' "$(find "$work" -name 't.csv?*')" ''

# The output may be a device such as /dev/null. A file that is written and then renamed would take the device's place.
for word in trace json; do
    ln -sf /dev/null "$work/null"
    run env WARPSIM="$word=$work/null" "$work/lanes"
    is "$word=, what is no file: exit status" "$status" 0
    ok "$word=, what is no file is written, not replaced" test -c "$work/null"
done

for word in trace json calls; do
    run env WARPSIM="$word=/dev/full" "$work/lanes"
    is "$word=, no room: exit status" "$status" 2
    has "$word=, no room: a line" "$err" "^WARPSIM: $word=/dev/full can.t be written"
done
trace block=2
has 'a block that no launch has' "$err" '^WARPSIM: there was no block 2 to watch: they are 0 to 1$'
trace warp=2
has 'a warp that no block has' "$err" '^WARPSIM: there was no warp 2 to watch: they are 0 to 1$'
trace block=1 warp=1
is 'those that are there' "$err" ''

run env WARPSIM=help "$work/lanes"
has 'help has the words' "$out" '^  trace=FILE '
ok 'help fits a terminal' fits "$out"

# WARPSIM=calls=FILE has a line for each call that the program makes; CUDA 12's headers say cudaGetDeviceProperties_v2.
run env WARPSIM="calls=$work/calls" build/sim/ch0-add
calls=$(<"$work/calls")
is 'calls: one line each' "$(sed 's/ .*//; s/_v2$//' "$work/calls" | sort | uniq -c | tr -s ' \n' ' ')" \
    ' 3 cudaFree 1 cudaGetDeviceProperties 1 cudaGetLastError 1 cudaLaunchKernel 3 cudaMalloc 3 cudaMemcpy '
has 'a copy: how much, from where to where, when, and its line' "$calls" \
    '^cudaMemcpy error=0 bytes=4000 kind=1 to=0x[0-9a-f]+ from=0x[0-9a-f]+ pinned=0 stream=1 engine=1 begin=0 end=[0-9]+ host=[0-9]+ at=.*add\.cu:[0-9]+$'
has 'a launch: grid and block' "$calls" '^cudaLaunchKernel error=0 kernel=\S+ grid=4,1,1 block=256,1,1 shared=0 stream=1 engine=0 '
has 'what asks for errors' "$calls" '^cudaGetLastError error=0 last=0 '
refuses 'a file of calls that cannot be made' 'calls=.*none/calls' env WARPSIM="calls=$work/none/calls" build/sim/ch0-add
refuses 'a file that cannot be made' 'trace=.*none/t\.csv' \
    env WARPSIM="trace=$work/none/t.csv" "$work/lanes"
refuses 'a warp that no block has' 'warp=32' env WARPSIM='warp=32' "$work/lanes"

done_testing

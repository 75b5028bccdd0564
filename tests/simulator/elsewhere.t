#!/usr/bin/env bash
# What programs from elsewhere need of the runtime: graphs built by hand, small calls, launches that repeat others; and a kernel that
# can't run is refused only when it is launched.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 12 # CUDA 12 changed the arguments of cudaGraphExecUpdate

./warpcc -w -o "$work/hand" tests/simulator/elsewhere/hand.cu
run "$work/hand"
is 'a graph built by hand, and small calls' "$status/$(printf '%s\n' "$out" | sed 's/^cuda.*(.*): cuda/cuda/' | uniq -c | sed 's/^ *//')" \
    "0/$(cat tests/simulator/elsewhere/hand.txt)"
./warpcc -w -o "$work/graphmemory" tests/simulator/elsewhere/graphmemory.cu
run "$work/graphmemory"
is 'graphs allocate and free memory; calls about pools' "$status/$(printf '%s\n' "$out" | uniq -c | sed 's/^ *//')" \
    "0/$(cat tests/simulator/elsewhere/graphmemory.txt)"
run env WARPSIM=check "$work/graphmemory"
has 'a check reports the calls that are to fail' "$err" '^=+ ERROR SUMMARY: [0-9]+ errors$'
lacks 'what graphs allocate is checked as other memory is' "$err" 'Uninitialized|Leaked'

./warpcc -w -o "$work/graphlook" tests/simulator/elsewhere/graphlook.cu
run "$work/graphlook" "$work/graph.dot"
is 'who waits for whom, and nodes that are left out' "$status/$out" "0/$(cat tests/simulator/elsewhere/graphlook.txt)"
is 'a graph is drawn' "$(<"$work/graph.dot")" 'digraph {
node [shape=box];
node0 [label="memset"];
node1 [label="add(int*, int)\n1 x 1 x 1 blocks of 32 x 1 x 1 threads"];
node0 -> node1;
node2 [label="add(int*, int)\n1 x 1 x 1 blocks of 32 x 1 x 1 threads"];
node1 -> node2;
node3 [label="add(int*, int)\n1 x 1 x 1 blocks of 32 x 1 x 1 threads"];
node1 -> node3;
node2 -> node3;
node4 [label="host function"];
node3 -> node4;
node5 [label="graph"];
node4 -> node5;
subgraph cluster_node5_0_ {
label="in node5";
node5_0_0 [label="add(int*, int)\n1 x 1 x 1 blocks of 32 x 1 x 1 threads"];
}
node5 -> node5_0_0 [style=dashed];
}'
run "$work/graphlook" /nowhere/graph.dot
is 'a file that can not be written' "$(tail -n 1 <<<"$out")" \
    'cudaGraphDebugDotPrint(graph, argv[1], cudaGraphDebugDotFlagsVerbose): cudaErrorOperatingSystem'

run "$work/hand" ipc
has 'memory for other processes: refused' "$out" ': cudaErrorNotSupported$'

if [ "$(nvcc_version)" -ge 13 ] || [ "$(nvcc_version)" = 0 ]; then # in CUDA 12 these calls have other arguments
    run "$work/graphlook" edges
    is 'data of edges' "$status/$(printf '%s\n' "$out" | sed 's/.*: //' | tr '\n' ' ')" \
        '0/cudaSuccess cudaSuccess cudaErrorNotSupported cudaSuccess 2 edges, data 0 0 1 cudaSuccess 1 waits, data 0 1 '
    ./warpcc -w -o "$work/condition" tests/simulator/elsewhere/condition.cu
    for words in '' repeat schedule=random; do
        run env WARPSIM="$words" "$work/condition"
        is "WARPSIM='$words': nodes that kernels decide about" "$status/$out" "0/$(cat tests/simulator/elsewhere/condition.txt)"
    done
    run env WARPSIM=check "$work/condition"
    has 'a check of them reports the calls that are to fail' "$err" '^=+ ERROR SUMMARY: [0-9]+ errors$'
    lacks 'conditions are no memory of the program' "$err" 'Uninitialized|Leaked|Invalid __'
    run "$work/condition" wild
    has 'a condition that is none' "$err" 'cudaGraphSetConditional of something that is not a handle'
    run "$work/condition" owned
    is 'a body is not destroyed without its node' "$status/$out" '0/cudaGraphDestroy(bodies[0]): cudaErrorInvalidValue'
fi

. tests/simulator/perthread.sh

run env WARPSIM=speed "$work/hand" nothing
is 'no speed where nothing can be divided' "$err" 'WARPSIM: 0.000 G lane instructions in 0.000 s'

./warpcc -w -o "$work/beyond" tests/simulator/elsewhere/beyond.cu
run "$work/beyond"
is 'a texture object that is larger than its memory: read inside, outside, between' "$out" '0 999:0,1010101 2000:0,0 1000:700,0'
has 'the last is a fault' "$err" '^========= This texture object has more elements than the memory that it is made of$'
./warpcc -w -o "$work/texture" tests/simulator/elsewhere/texture.cu
run "$work/texture"
is 'surfaces' "$status/$out" '0/surfaces: 0 differ'
gzip -dc tests/simulator/elsewhere/h200-textures.txt.gz >"$work/textures.txt"
has 'what an H200 gave for textures says so' "$(head -n 4 "$work/textures.txt")" '^# device NVIDIA H200$'
run "$work/texture" compare "$work/textures.txt"
is 'textures give that' "$status/$out" \
    '0/2364 ways of reading, 0 differ; 1587096 values, 1587096 equal; of 71064 recorded whole 0 differ, by 0 at most'
sed '20s/\t [0-9a-f]*/\t 3f800001/' "$work/textures.txt" >"$work/wrong.txt"
run "$work/texture" compare "$work/wrong.txt"
has 'a value that differs is found' "$out" ' 1 differ; .*; of 71064 recorded whole 1 differ, by [0-9.e-]+ at most$'

if [ "$(nvcc_version)" -ge 13 ]; then # One in other clusters, or with another stack, is another one.
    own_standard ./warpcc -arch=sm_90a -o "$work/again" tests/simulator/cluster/again.cu
    run env WARPSIM='device=h200 speed' "$work/again"
    is 'other clusters have other results, another stack may be too small' "$status/$(tr '\n' ' ' <<<"$out")" \
        '0/2: 2 2: 2 2: 2 2: 2 4: 4 8: 8 1: 1 2: 2 65536: cudaSuccess 65536: cudaSuccess 65536: cudaSuccess 65536: cudaSuccess 1024: cudaErrorIllegalAddress '
    has 'and those that are alike were copied' "$err" '; 4 of 13 launches repeated an earlier one'
fi

# A launch that repeats an earlier one is not run; a launch that only looks like an earlier one is run.
./warpcc -w -o "$work/repeat" tests/simulator/elsewhere/repeat.cu
run env WARPSIM=speed "$work/repeat"
is 'repeats: all results as if each launch had run' "$status/$out" "0/$(cat tests/simulator/elsewhere/repeat.txt)"
has 'and many were not' "$err" '; ([5-9]|[1-9][0-9]) of [0-9]+ launches repeated an earlier one'
# In a profile they are counted with the launch that ran.
WARPSIM="json=$work/repeats.json" "$work/repeat" >"$work/out"
is 'profiled repeats: the same results' "$(cat "$work/out")" "$(cat tests/simulator/elsewhere/repeat.txt)"
WARPSIM="repeat json=$work/each.json" "$work/repeat" >"$work/out"
is 'and the same counters and counts as if each had run' "$(cmp "$work/repeats.json" "$work/each.json" && grep -c '"launches": [0-9][0-9]' \
    "$work/each.json" | sed 's/[1-9][0-9]*/some/')" some
run env WARPSIM="speed json=$work/repeats.json" "$work/repeat"
has 'though many were not run' "$err" '; ([5-9]|[1-9][0-9]) of [0-9]+ launches repeated an earlier one'
for word in repeat check 'profile kernel=none'; do
    run env WARPSIM="speed $word" "$work/repeat"
    has "with $word all are run" "$err" '^WARPSIM: [0-9.]+ G lane instructions in [0-9.]+ s: [0-9.]+ G/s$'
done

# Only nvcc compiles managed variables and tiles of more than a warp.
if [ "$(nvcc_version)" -gt 0 ]; then
    # What kernels load of managed memory comes from the device's DRAM, and what they load of mapped memory does not.
    ./warpcc -w -o "$work/memories" tests/simulator/elsewhere/memories.cu
    WARPSIM="json=$work/memories.json" "$work/memories"
    # shellcheck disable=SC2016 # Perl expands it
    has 'bytes read from DRAM: memory of the device, managed, a managed variable, mapped' "$(perl -MJSON::PP -0777 -ne '
        print join " ", map { map { $_->{value} } grep { $_->{name} eq "dram__bytes_read.sum" } @{$_->{metrics}} } @{decode_json($_)->{kernels}}' \
        "$work/memories.json")" '^262144 262144 262[0-9]+ 0$'

    own_standard ./warpcc -std=c++17 -lineinfo -o "$work/refused" tests/simulator/elsewhere/refused.cu
    run env WARPSIM=check "$work/refused"
    is 'a kernel that is never launched may hold anything; reserved shared memory' "$status/$out" '0/0 wrong'
    for each in "1 matrix 'mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32'" '2 reads %pm1' '3 calls %pm0'; do
        read -r which kernel what <<<"$each"
        run "$work/refused" "$which"
        is "launched, $kernel ends the program, after what came before" "$status/$out" '3/0 wrong'
        has "$kernel: what is missing, and where" "$err" "refused\.cu:[0-9]+: in '.*$what"
        has "$kernel: who needs it" "$err" "The kernel '$kernel\(unsigned int\*\)' needs it"
    done
fi

# Kernels ask the runtime.
./warpcc -rdc=true -o "$work/devicecopy" tests/simulator/elsewhere/devicecopy.cu
for words in threads=2 check 'check schedule=random'; do
    run env WARPSIM="$words" "$work/devicecopy"
    is "memory calls in kernels: $words" "$status/$out" "0/$(cat tests/simulator/elsewhere/devicecopy.txt)"
done
has 'a copy in a kernel is checked' "$err" 'ERROR SUMMARY: 0 errors'
run "$work/devicecopy" free
has 'a kernel frees what the host allocated: refused' "$out" '^0 0 0 0 0 0 0 21 1 1 2'

./warpcc -w -rdc=true -o "$work/kernelcalls" tests/simulator/elsewhere/kernelcalls.cu
run env WARPSIM=check "$work/kernelcalls"
is 'texts of errors in kernels; vabsdiff4.add' "$status/$out" "0/$(cat tests/simulator/elsewhere/kernelcalls.txt)"

done_testing

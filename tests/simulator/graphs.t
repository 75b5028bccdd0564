#!/usr/bin/env bash
# Graphs on the simulator: what can be captured from streams, what the launch of a graph does, and what is refused.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 12 # CUDA 12 changed the arguments of cudaGraphInstantiate

warpcc=$PWD/warpcc
calls=$PWD/tests/simulator/calls
cd "$work" || exit

run "$warpcc" "$calls/graph.cu" -o graph
is 'builds' "$status" 0
for words in '' check; do
    WARPSIM=$words run ./graph
    is "WARPSIM='$words': exit status" "$status" "$([ "$words" = check ] && echo 4 || echo 0)"
    is "WARPSIM='$words': results and errors" "$out" "$(cat "$calls/graph.txt")"
done
WARPSIM=check run ./graph
is 'check: what it finds are the calls that are to fail' "$(sed -n 's/^========= Program hit \([A-Za-z]*\) .*/\1/p' <<<"$err")" \
    "$(grep '^cudaError' "$calls/graph.txt")"
WARPSIM=profile run ./graph
has 'profile: the launches of a graph are there' "$out$err" 'add\(int'

run "$warpcc" "$calls/capture.cu" -o capture
is 'builds' "$status" 0
run ./capture
is 'what cannot be captured, and what becomes of the capture' "$status/$out" "0/$(cat "$calls/capture.txt")"

done_testing

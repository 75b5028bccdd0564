#!/usr/bin/env bash
# Cooperative launches, and the headers of cooperative groups, on the simulator.
. "$(dirname "$0")/../harness/lib.sh"

warpcc=$PWD/warpcc
calls=$PWD/tests/simulator/calls
cd "$work" || exit

run own_standard "$warpcc" -std=c++17 "$calls/groups.cu" -o groups
is 'builds' "$status" 0
for words in '' check schedule=serial schedule=random; do
    WARPSIM=$words run timeout 60 ./groups
    is "WARPSIM='$words': exit status" "$status" "$([ "$words" = check ] && echo 4 || echo 0)"
    is "WARPSIM='$words': results" "$out" "$(cat "$calls/groups.txt")"
done
WARPSIM=check run timeout 60 ./groups
is 'check: what it finds is the launch that is to fail' "$(sed -n 's/^========= Program hit \([A-Za-z]*\) .*/\1/p' <<<"$err")${err##*=}" \
    'cudaErrorCooperativeLaunchTooLarge ERROR SUMMARY: 1 error'

run own_standard "$warpcc" -std=c++17 "$calls/alone.cu" -o alone
run timeout 60 ./alone
is 'a grid barrier in a launch that is not cooperative fails' "$status" 0
has 'which is told' "$err" '^=+ +A sync of the whole grid does so unless cudaLaunchCooperativeKernel launched it$'

done_testing

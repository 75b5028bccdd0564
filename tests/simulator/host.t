#!/usr/bin/env bash
# The host goes on while a kernel waits for it (simulator/runtime/state/queue.c). The cases are in calls/host.cu; each runs as often as
# REPEATS says.
. "$(dirname "$0")/../harness/lib.sh"

repeats=${REPEATS:-2}
run ./warpcc -O2 tests/simulator/calls/host.cu -o "$work/host"
is 'builds' "$status" 0

# waits CASE WANTED: checks that every run of the case prints this and ends with 0, with checks and without, and that no check
# reports a race or a deadlock.
waits()
{
    local words i wrong=0
    for words in '' check 'check schedule=random' threads=1; do
        for ((i = 0; i < repeats; i++)); do
            WARPSIM=$words run timeout 300 "$work/host" "$1"
            if [ "$status" != 0 ] || [ "$out" != "$2" ] || grep -q 'Race\|Deadlock' <<<"$err"; then
                wrong=$((wrong + 1))
                break 2
            fi
        done
    done
    is "$1: WARPSIM='$words'" "$wrong" 0
}

# In the case "order", copies, launches, functions of the host and events keep their order; a copy from pageable memory has what was
# there at the call. In the case "stream" a copy in another stream sets the flag, and then a kernel does.
while read -r _ case; do
    waits "$case" "$(awk -v name="== $case" '/^== / { on = $0 == name; next } on' tests/simulator/calls/host.txt)"
done < <(grep '^== ' tests/simulator/calls/host.txt)

run "$work/host" fault
is 'fault: it shows where the host waits, and stays' "$out" \
    "$(printf '%s\n' cuda{Success,ErrorIllegalAddress,ErrorIllegalAddress,ErrorIllegalAddress} 1 cuda{Success,ErrorDevicesUnavailable})"
has 'fault: it is told' "$err" 'Invalid __global__ write of size 4 bytes'

for words in '' check; do
    WARPSIM=$words run timeout 300 "$work/host" never
    is "never set: the call that waits tells, WARPSIM='$words'" "$out" $'cudaSuccess\ncudaErrorLaunchTimeout\n0'
    has 'never set: the report of a grid that waits for itself' "$err" "^=+ Deadlock in waitFor.*: 1 of the grid's 1 blocks wait"
    WARPSIM=$words run timeout 300 "$work/host" ends
    has "never set, and the program ends: the same report, WARPSIM='$words'" "$err" '^=+ Deadlock in waitFor'
done
CUDA_LAUNCH_BLOCKING=1 run timeout 300 "$work/host" never
is 'a launch that blocks waits for nobody' "$out" $'cudaErrorLaunchTimeout\ncudaErrorLaunchTimeout\n0'

WARPSIM="trace=$work/trace.csv" run "$work/host" mapped
is 'trace: results' "$out" $'cudaSuccess\n1'
has 'trace: what the kernel reads, and what it does when it goes on' "$(cut -d, -f1,8- "$work/trace.csv" | tr -d '\n')" 'load,global.*atomic,global'
WARPSIM=profile run "$work/host" order
has 'profile: the launches that waited are there' "$out" '^times\(int'

done_testing

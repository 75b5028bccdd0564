#!/usr/bin/env bash
# The host and streams under WARPSIM=check (simulator/order/): of each pair in calls/streams.cu the one that forgets to wait is found, with
# both lines, and nothing is said of the other. With WARPSIM=late what reads too early gets old values.
. "$(dirname "$0")/../harness/lib.sh"

source=tests/simulator/calls/streams.cu

# For each case: its name, what is said of the wrong one ("-": nothing), and the lines A and B.
awk '
    /\/\/ B look/ { look = NR }
    /^\/\/ (the host|two pieces|frees|remark)/ { says = substr($0, 4) }
    /^static void [a-z_]+\(bool right\)/ { name = $3; sub(/\(.*/, "", name); a = b = 0 }
    name && /\/\/ A/ { a = NR }
    name && /\/\/ .*B/ { b = /in look/ ? look : NR }
    name && /^}/ { print name ":" (says ? says : "-") ":" a ":" b; name = says = "" }
' "$source" >"$work/cases"

# check_pairs PROGRAM NAME: runs both programs of each pair.
check_pairs()
{
    local name says a b count=0
    while IFS=: read -r name says a b; do
        count=$((count + 1))
        [ "$name/$(nvcc_version)" != read_small_variable/0 ] || continue
        WARPSIM=check run timeout 60 "$1" "$name" right
        is "$2: $name, right: nothing is said" "$status/$(grep -c 'Order error\|Remark\|hit cuda' <<<"$err")" 0/0
        WARPSIM=check run timeout 60 "$1" "$name" wrong
        case $says in
        -)
            is "$2: $name, both are right" "$status/$(grep -c 'Order error\|Remark\|hit cuda' <<<"$err")" 0/0
            continue
            ;;
        remark) is "$2: $name, wrong: one remark" "$status/$(grep -c '^========= Remark: ' <<<"$err")" 0/1 ;;
        *)
            is "$2: $name, wrong: one error" "$status/$(grep -c '^========= Order error: ' <<<"$err")" 4/1
            has "$2: $name: what it is" "$err" "Order error: .*$says"
            ;;
        esac
        has "$2: $name: the work, line $a" "$err" "^========= .* by .* at $source:$a( \(.*\))?\$"
        has "$2: $name: who meets it, line $b" "$err" "^========= .* at $source:$b\$"
        has "$2: $name: what is missing" "$err" '^=========     .*Missing'
    done <"$work/cases"
    is "$2: as many cases as the program has" "$count" "$("$1" | wc -l)"
}

run ./warpcc -O2 "$source" -o "$work/streams"
is 'builds' "$status" 0
check_pairs "$work/streams" "${WARPCC:-default}"

WARPSIM=check run timeout 60 "$work/streams" streams_of_a_loop wrong
has 'streams made by one call: which is the first' "$err" 'in stream 5, made at '
has 'streams made by one call: which is the second' "$err" 'in stream 6, made at '
has 'streams made by one call: what is missing' "$err" 'cudaStreamWaitEvent'

# Where each thread has a default stream of its own, nothing orders two streams but what the program says.
run ./warpcc -O2 --default-stream per-thread "$source" -o "$work/per_thread"
is 'per-thread default streams: builds' "$status" 0
for name in default_waits default_between default_passes_on copy_waits; do
    WARPSIM=check run timeout 60 "$work/per_thread" "$name" right
    has "per-thread default streams: $name, else right, is an error" "$status, $err" '^4, ========= Order error'
done
for name in managed_read two_streams fill_managed_async; do
    WARPSIM=check run timeout 60 "$work/per_thread" "$name" right
    is "per-thread default streams: $name is right" "$status/$(grep -c 'Order error' <<<"$err")" 0/0
done

# In a program without checks nothing is guarded or said; late, the right ones still end well.
for name in $("$work/streams"); do
    WARPSIM='' run timeout 60 "$work/streams" "$name" wrong
    is "$name, wrong, without checks" "$status/$err" 0/
    WARPSIM=late run timeout 60 "$work/streams" "$name" right
    is "$name, right, late" "$status/$err" 0/
done

# As late as CUDA allows, the host reads what was there before.
source=tests/simulator/calls/early.cu
run ./warpcc -O2 "$source" -o "$work/early"
is 'early builds' "$status" 0
WARPSIM='' run timeout 60 "$work/early"
is 'early: all is done in time' "$out" $'too early: 6667 6667 6667\nlater: 6667 6667 6667'
WARPSIM=late run timeout 60 "$work/early"
is 'early: late' "$out" $'too early: 0 0 0\nlater: 6667 6667 6667'
WARPSIM=late run timeout 60 "$work/early" never
has 'late: what nobody waits for is not done' "$err" '^WARPSIM: late: the program ended before it waited'
WARPSIM=late run timeout 60 "$work/early" tidy_up
is 'late: what is destroyed, freed or recorded after the wait is no such work' "$status/$err" 0/
WARPSIM=late run timeout 60 "$work/early" ask
is 'late: to ask again and again is to wait' "$out" $'cudaErrorNotReady\nyes 6667'
WARPSIM=check run timeout 60 "$work/early"
is 'early: check' "$status/$(grep -c 'Order error: the host reads what unfinished work writes' <<<"$err")" 4/3

# A function in a stream may not call CUDA.
for words in '' late check; do
    WARPSIM=$words run timeout 60 "$work/early" function
    is "a function that calls CUDA, WARPSIM='$words'" "$out" $'saw 6667\ncudaErrorNotPermitted cudaErrorNotPermitted\ncudaSuccess'
done
has 'a function that calls CUDA: why it fails' "$err" 'cudaErrorNotPermitted .* call to cudaMemset'
has 'a function that calls CUDA: where' "$err" "called at $source:$(grep -n '// inside' "$source" | cut -d: -f1)\$"
has 'a function that calls CUDA: what to know' "$err" 'A function that cudaLaunchHostFunc .* may not call CUDA'

done_testing

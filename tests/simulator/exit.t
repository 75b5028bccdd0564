#!/usr/bin/env bash
# How programs end on the simulator: what is written then, and by whom.
. "$(dirname "$0")/../harness/lib.sh"

source=tests/simulator/calls/exit.cu
run ./warpcc -lineinfo -lcuda "$source" -o "$work/exit"
is 'builds' "$status" 0
line=$(grep -n 'half of each sector' "$source" | cut -d: -f1)

# What `check` finds changes the exit status, but takes nothing else away.
run env WARPSIM="check profile json=$work/out.json trace=$work/trace.csv speed" timeout 60 "$work/exit" race
is 'an error: exit status' "$status" 4
has 'an error: the summary' "$err" '^========= ERROR SUMMARY: 1 error$'
has 'an error: the profile' "$out" '^race\(int'
# shellcheck disable=SC2016 # Perl expands it
ok 'an error: json=FILE' perl -MJSON::PP -0777 -ne 'exit !(@{decode_json($_)->{kernels}} == 1)' "$work/out.json"
has 'an error: trace=FILE' "$(<"$work/trace.csv")" '^.?race\(int.*store,global'
has 'an error: speed' "$err" '^WARPSIM: .* lane instructions in '
run env WARPSIM="check draw=$(grep -n 'x\[0\] = ' "$source" | cut -d: -f1)" timeout 60 "$work/exit" race
has 'an error: the drawing' "$out" '^  store of 4 bytes by 32 lanes in global memory'

# A drawing names its kernel and line when the device has been reset.
run env WARPSIM="draw=$line" timeout 60 "$work/exit" reset
has 'after cudaDeviceReset: the drawing' "$out" "exit\.cu:$line  x\[threadIdx\.x \* 2\] = 1;"

# A child has no device and reports nothing.
run env WARPSIM='check profile' timeout 60 "$work/exit" fork
is 'fork: the child ends' "$status/$(head -n 1 <<<"$out")" 0/0
is 'fork: one summary' "$(grep -c 'ERROR SUMMARY' <<<"$err")" 1
is 'fork: one profile' "$(grep -c '^spread(int' <<<"$out")" 1

# Nor can it call for one. Not measured on a GPU yet.
run env WARPSIM=check timeout 60 "$work/exit" fork-call
is 'fork: the child has no device' "$out" 3
has 'fork: says why' "$err" 'A process that fork\(\) made after its parent had used CUDA has no device'
is 'fork: the parent still has it' "$(tail -n 1 <<<"$err")" '========= ERROR SUMMARY: 0 errors, 1 remark'

# A child whose parent has not used the device has it, and its parent reports nothing.
run env WARPSIM='check profile' timeout 60 "$work/exit" child-race
is "a child's error: the exit status of the child and of its parent" "$(tail -n 1 <<<"$out"),$status" 4,0
is "a child's error: one summary" "$(grep 'ERROR SUMMARY' <<<"$err")" '========= ERROR SUMMARY: 1 error'
is "a child's error: one profile" "$(grep -c '^race(int' <<<"$out")" 1

run timeout 60 "$work/exit" empty
is 'no memory inside a call: exit status' "$status" 3
is 'no memory inside a call: is said' "$err" 'WARPSIM: the host is out of memory'

# Ctrl-C ends a program as ever, but a kernel that runs says where it was.
# (What a shell starts in the background ignores SIGINT.)
run ./warpcc -w tests/simulator/calls/interrupt.cu -o "$work/interrupt"
line=$(grep -n '+= 1;' tests/simulator/calls/interrupt.cu | cut -d: -f1)
for words in '' check threads=1; do
    run env --default-signal=INT WARPSIM="$words" timeout 60 "$work/interrupt" kernel
    is "Ctrl-C in a kernel, $words: exit status" "$status" 130
    has "Ctrl-C in a kernel, $words: where it was" "$err" "^=+ The launch was stopped before its end\."
    has "Ctrl-C in a kernel, $words: its line" "$err" "at endless\(.* in .*interrupt\.cu:$line"
    is "Ctrl-C in a kernel, $words: what was printed" "$out" begins
done
run env --default-signal=INT timeout 60 "$work/interrupt" host
is 'Ctrl-C on the host' "$status/$out$err" 130/
run timeout 60 "$work/interrupt" own
is "Ctrl-C for the program's own handler" "$status/$out" $'7/begins\nhandled'

done_testing

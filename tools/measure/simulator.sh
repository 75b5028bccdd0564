#!/usr/bin/env bash
# simulator.sh: measures how many lane instructions a core of this machine simulates per second, for each class of
# instructions and for the ladders. Two columns have counters and bounds checks, interpreted and by compiled kernels; the third has every
# check.
# A lane instruction is one PTX instruction of one active thread. The time is the program's user time, so that other
# programs on the machine matter little; reading the PTX counts too. Without checks blocks run on all cores at once.
set -euo pipefail
cd "$(dirname "$0")/../.."

# rate WORDS PROGRAM [ARGUMENT...]: prints the program's rate, in G lane instructions per second of a core.
rate()
{
    local words=$1 said
    shift
    said=$(TIMEFORMAT=%U && { time WARPSIM="${WARPSIM:-} speed repeat $words" "$@" 2>&1 >/dev/null; } 2>&1)
    awk '/^WARPSIM: / { work = $2 } { seconds = $1 } END { printf "%.2f G/s", work / (seconds + 1e-3) }' <<<"$said"
}

# speed TITLE PROGRAM [ARGUMENT...]: prints one row of the table. The program's kernels are compiled before that is timed.
speed()
{
    local title=$1
    shift
    WARPSIM=compiled "$@" >/dev/null
    printf '%-34s %12s %12s %12s\n' "$title" "$(rate interpret "$@")" "$(rate compiled "$@")" "$(rate check "$@")"
}

bench=build/sim/bench-simulator
if [ ! -x $bench ] || [ tools/measure/simulator.cu -nt $bench ] || [ build/sim/libwarpsim.a -nt $bench ]; then
    ./warpcc -O3 -Icommon tools/measure/simulator.cu -o $bench
fi

printf 'Host: %s, %s cores\n' "$(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo)" "$(nproc)"
printf '%-34s %12s %12s %12s\n' 'per second of one core' interpreted compiled 'every check'
for class in $($bench); do
    speed "$class" $bench "$class"
done
speed 'ch3-reduce, 2^22 ints' build/sim/ch3-reduce -n 2^22
speed 'ch3-shared, 2^22 floats' build/sim/ch3-shared -n 2^22
speed 'ch4-unroll, 2^22 ints' build/sim/ch4-unroll -n 2^22
speed 'reduceBaseline, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceBaseline
speed 'reduceNoBankConflict, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceNoBankConflict
speed 'reduceShuffle, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceShuffle

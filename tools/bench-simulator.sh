#!/bin/sh
# bench-simulator.sh: how many lane instructions per second the simulator runs on this machine, on the ladders of
# reduction, with counters and bounds checks on. A lane instruction is one PTX instruction of one active thread.
set -eu

speed() { # speed TITLE PROGRAM [ARGUMENT...]
    title=$1
    shift
    line=$(WARPSIM="${WARPSIM:-} speed" "$@" 2>&1 >/dev/null | sed -n 's/^WARPSIM: //p')
    printf '%-34s %s\n' "$title" "$line"
}

printf 'Host: %s, %s cores\n' "$(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo)" "$(nproc)"
speed 'ch3-reduce, 2^22 ints' build/sim/ch3-reduce -n 2^22
speed 'ch3-shared, 2^22 floats' build/sim/ch3-shared -n 2^22
speed 'ch4-unroll, 2^22 ints' build/sim/ch4-unroll -n 2^22
speed 'reduceBaseline, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceBaseline
speed 'reduceNoBankConflict, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceNoBankConflict
speed 'reduceShuffle, 2^20 floats' build/sim/ch3-shared -n 2^20 -k reduceShuffle

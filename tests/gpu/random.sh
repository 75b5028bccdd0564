#!/usr/bin/env bash
# random.sh FOLDER [SEEDS]: runs random programs on this machine's GPU and on the simulator, 12 of each kind unless SEEDS says otherwise.
# FOLDER/random.txt gets a line for each:
#
#     expressions  how many variables have the same values (tests/simulator/expressions/expressions.pl)
#     races        what racecheck and WARPSIM=check tell of races in shared memory (tests/simulator/order/races.pl)
#     messages     what both tell of kernels without a race (tests/simulator/order/messages.pl)
#     streams      how many cases are right (tests/simulator/order/streams.pl)
#
# FOLDER/expressions-1.txt is what tests/simulator/expressions.t compares with. It takes two minutes on 16 cores.
. "$(dirname "$0")/begin.sh"

# build NAME GENERATOR: makes the program for both devices.
build()
{
    "tests/simulator/$2" "${1#*-}" >"$work/$1.cu"
    nvcc -gencode arch=compute_86,code=sm_90 -lineinfo -w -o "$work/$1.gpu" "$work/$1.cu" || return 1
    ./warpcc -w -o "$work/$1.sim" "$work/$1.cu"
}

# check NAME: has racecheck and the simulator check the program.
check()
{
    timeout 300 compute-sanitizer --tool racecheck --print-limit 0 "$work/$1.gpu" >"$work/$1.gpu.txt" 2>&1 || true
    WARPSIM=check "$work/$1.sim" >"$work/$1.sim.txt" 2>&1 || true
}

expressions()
{
    if ! build "expressions-$1" expressions/expressions.pl; then
        echo "expressions $1: nvcc makes no program of it" >"$work/$1.line" # ptxas 13.0.88 crashes at some kernels
        return
    fi
    for device in gpu sim; do
        "$work/expressions-$1.$device" >"$work/expressions-$1.$device.txt"
    done
    paste -d ' ' "$work/expressions-$1".{gpu,sim}.txt | awk -v seed="$1" '
        { if ($3 == $6) same++; else other = other " " $1 "." $2 }
        END { printf "expressions %d: %d of %d variables are the same%s%s\n", seed, same, NR, other ? ", others:" : "", other }' >"$work/$1.line"
}

races()
{
    build "races-$1" order/races.pl
    check "races-$1"
    for device in gpu sim; do
        tests/simulator/order/compare.pl "$work/races-$1.cu" "$work/races-$1.$device.txt" shared
    done | paste -d ';' - - | sed "s/^/races $1: racecheck: /; s/;/; check: /" >"$work/$1.line"
}

messages()
{
    build "messages-$1" order/messages.pl
    printf 'messages %d: on the GPU %s' "$1" "$(timeout 60 "$work/messages-$1.gpu")" >"$work/$1.line"
    check "messages-$1"
    printf '; lines told: racecheck %d, check %d\n' "$(grep -c 'and .* access at' "$work/messages-$1.gpu.txt")" \
        "$(grep -cE 'and .* access at|Uninitialized' "$work/messages-$1.sim.txt")" >>"$work/$1.line"
}

streams()
{
    build "streams-$1" order/streams.pl
    printf 'streams %d: right of 30 cases: GPU %d, simulator %d\n' "$1" "$("$work/streams-$1.gpu" | grep -c ': right$')" \
        "$("$work/streams-$1.sim" | grep -c ': right$')" >"$work/$1.line"
}

make -s build/sim/libwarpsim.a
headline random.sh >"$folder/random.txt"
for kind in expressions races messages streams; do
    for seed in $(seq "${2:-12}"); do
        "$kind" "$seed" &
    done
    wait
    for seed in $(seq "${2:-12}"); do
        cat "$work/$seed.line"
    done >>"$folder/random.txt"
done
{
    head -n 1 "$folder/random.txt"
    cat "$work/expressions-1.gpu.txt"
} >"$folder/expressions-1.txt"
cat "$folder/random.txt"

#!/usr/bin/env bash
# active.sh FOLDER [SEEDS]: compares which lanes are active together on this machine's GPU and on the simulator, in programs of random
# control flow (tests/simulator/active/branches.pl), 12 of them unless SEEDS says otherwise. FOLDER/active.txt gets a line for each, and
# FOLDER/active-1.txt what the GPU noted in the first, which tests/simulator/active.t compares with. It takes a minute on 16 cores.
. "$(dirname "$0")/begin.sh"

one()
{
    tests/simulator/active/branches.pl "$1" >"$work/$1.cu"
    nvcc -arch=native -w -o "$work/$1.gpu" "$work/$1.cu"
    ./warpcc -w -o "$work/$1.sim" "$work/$1.cu"
    for device in gpu sim; do
        "$work/$1.$device" >"$work/$1.$device.txt"
    done
}
one 1 # builds the simulator, too
for seed in $(seq 2 "${2:-12}"); do
    one "$seed" &
done
wait
{
    headline active.sh
    for seed in $(seq "${2:-12}"); do
        paste -d ' ' "$work/$seed.gpu.txt" "$work/$seed.sim.txt" | awk -v seed="$seed" '
            { marks++; kernels[$1]; if ($3 == $6) same++; else differ[$1] }
            END { printf "seed %d: the same lanes active at %d of %d marks, at all marks of %d of %d kernels\n",
                seed, same, marks, length(kernels) - length(differ), length(kernels) }'
    done
} >"$folder/active.txt"
{
    head -n 1 "$folder/active.txt"
    cat "$work/1.gpu.txt"
} >"$folder/active-1.txt"
cat "$folder/active.txt"

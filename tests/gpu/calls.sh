#!/usr/bin/env bash
# calls.sh FOLDER: runs the tests' programs about CUDA's calls on this machine's GPU and its driver: the driver API, graphs, kernels
# that wait for the host, the heap, cooperative groups, shuffles from absent lanes, kernels that launch kernels and that call the
# runtime. FOLDER/calls.txt has a line for each program, and below it what differs from the answers that the simulator must give. It
# takes less than a minute. Exits with 0 if nothing differs, 1 if something does, 3 without a GPU.
. "$(dirname "$0")/begin.sh"
simulator=$PWD/tests/simulator
architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)

# build NAME FOLDER OPTION...: makes $work/NAME of FOLDER/NAME.cu.
build()
{
    nvcc -w -arch=native -o "$work/$1" "$simulator/$2/$1.cu" "${@:3}"
}

for program in graph heap host capture codes absent pools; do build "$program" calls & done
for program in groups alone; do build "$program" calls -std=c++17 & done
build nested calls -rdc=true &
for program in hand graphmemory repeat; do build "$program" elsewhere & done
for program in devicecopy kernelcalls; do build "$program" elsewhere -rdc=true & done
build driver driver -lcuda &
nvcc -w -arch=native -o "$work/answers" "$simulator/calls/answers.cu" &
nvcc -w -arch=native -o "$work/driveranswers" "$simulator/driver/answers.cu" -lcuda &
for part in kernels part whole; do
    nvcc -rdc=true -ptx -arch="compute_$architecture" -o "$work/$part.ptx" "$simulator/driver/$part.cu" &
done
nvcc -fatbin -arch=native -o "$work/kernels.fatbin" "$simulator/driver/kernels.cu" &
nvcc -cubin -arch=sm_75 -o "$work/kernels.cubin" "$simulator/driver/kernels.cu" & # of another architecture
wait
cd "$work"

wrong=0
# answers WHAT WANTED: prints whether stdin is the same as the file WANTED, and the difference.
answers()
{
    if diff "$2" - >difference; then
        echo "$1: as expected"
    else
        echo "$1: differs"
        sed 's/^/    /' difference
        wrong=1
    fi
}

# run PROGRAM ARGUMENT...: runs a program, and prints its exit status if that is not 0.
run()
{
    timeout 20 "./$1" "${@:2}" 2>&1 || echo "exit status $?"
}

{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1
    echo "CUDA $(nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p'), $(date +%F)"
    for program in graph groups nested capture codes absent pools; do
        answers "$program" "$simulator/calls/$program.txt" < <(run "$program")
    done
    answers answers "$simulator/calls/answers.txt" < <(run answers)
    answers driveranswers "$simulator/driver/answers.txt" < <(run driveranswers)
    answers heap <(echo '0 wrong, too large refused: 1') < <(run heap)
    answers alone /dev/null < <(run alone)
    for program in devicecopy kernelcalls repeat; do
        answers "$program" "$simulator/elsewhere/$program.txt" < <(run "$program")
    done
    for program in hand graphmemory; do # as elsewhere.t has them: without the calls, equal answers counted
        answers "$program" "$simulator/elsewhere/$program.txt" \
            < <(run "$program" | sed 's/^cuda.*(.*): cuda/cuda/' | uniq -c | sed 's/^ *//')
    done
    while read -r _ case; do
        answers "host $case" <(awk -v name="== $case" '/^== / { on = $0 == name; next } on' "$simulator/calls/host.txt") \
            < <(run host "$case")
    done < <(grep '^== ' "$simulator/calls/host.txt")
    # driver.cu asks a real driver less, since some questions are about what only the simulator says. So their number is left out.
    answers driver <(echo '0 wrong') < <(run driver | sed 's/^[0-9]* asked, //')
} >"$folder/calls.txt"
cat "$folder/calls.txt"
exit "$wrong"

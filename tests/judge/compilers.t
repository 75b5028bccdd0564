#!/usr/bin/env bash
# Solutions pass and wrong solutions fail in the sandbox also where clang is the only compiler: all whole programs, and a few kernels.
# (make test-compilers takes all exercises, and nvcc and NVRTC alone, too.)
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

needs_sandbox
WARPCC=clang tools/need.sh cuda >/dev/null 2>&1 || skip_all 'there is no clang'
mapfile -t programs < <(grep -l '\.program = true' exercises/*/judge.c | cut -d/ -f2)
kernels=(ex0-1-vecadd ex3-1-block-sum ex7-11-descriptor) # the last one has headers of its chapter
run tests/judge/compilers.sh -s -c clang -o "$work/table" "${programs[@]}" "${kernels[@]}"
is 'all is as it should be' "$status/$out" 0/
for name in "${programs[@]}" "${kernels[@]}"; do
    has "$name: the solution passes, a wrong one does not" "$(<"$work/table")" "^$name,clang,clang [0-9.]+,passes,1,1$"
done

# WARPCC means what it says, and what can't be is said.
if [ "$(nvcc_version)" -gt 0 ]; then
    run make -s build/judge/ex0-1 build/judge/ex0-12 build/judge/device-sim build/judge/device-calls
    run env WARPCC=clang build/judge/ex0-1 --sandbox --json "$work/r.json" solutions/ex0-1-vecadd/exercise.cu
    is 'WARPCC=clang beside nvcc: passes' "$status" 0
    has 'the verdict names clang' "$out" '^on the simulator, compiled by clang [0-9.]+$'
    has 'and so does the JSON' "$(<"$work/r.json")" '"compiler": "clang [0-9.]+"'
    run env WARPCC=clang build/judge/ex0-12 solutions/ex0-12-five-steps/exercise.cu
    is "a program by clang, with the simulator that was built for nvcc: can't be judged" "$status" 3
    has 'and why' "$err" 'the simulator was built for .*nvcc, and .*clang.* compiles: build it again'
fi
done_testing

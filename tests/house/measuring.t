#!/usr/bin/env bash
# The programs that measure on a GPU (tests/gpu/) still compile. They are run seldom, and take headers and whole programs of the chapters, which
# change. Of them a fifth each day.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13

mapfile -t programs < <(find tests/gpu -name '*.cu' | sort)
daily $(((${#programs[@]} + 4) / 5)) "${programs[@]}"
for program in "${sample[@]}"; do
    run ./warpcc -w -ptx -rdc=true -arch=sm_90a -Icommon -Ichapters/ch5-dynamic -Ichapters/ch7-tensor -o "$work/program.ptx" "$program"
    is "$program compiles" "$status" 0
done

done_testing

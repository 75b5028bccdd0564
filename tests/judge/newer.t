#!/usr/bin/env bash
# Exercises for compute capability 9.0 (judge/README.md): the compiler is told the architecture and the folder of headers that judge.c names,
# the H200 is simulated, and clusters come with the launch.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

! is_left_out exercises/ex7-7-expected-bytes/judge.c || skip_all 'nvcc 11 does not know sm_90a'
run make -s build/judge/ex0-1 build/judge/ex7-7 build/judge/ex7-10 build/judge/ex7-11 build/judge/device-sim
is 'the judges build' "$status" 0

# with TEXT FILE OUT: writes the file with a text before it.
with()
{
    { printf '%s\n' "$1" && cat "$2"; } >"$3"
}

# clang makes PTX for its default architecture.
if [ "$(nvcc_version)" -gt 0 ]; then
    with '#if defined __CUDA_ARCH__ && __CUDA_ARCH__ != 900
#error another architecture
#endif' solutions/ex7-7-expected-bytes/exercise.cu "$work/own.cu"
    run build/judge/ex7-7 --device sim "$work/own.cu"
    is '"90" is compiled for compute capability 9.0' "$status" 0
    has 'and by NVRTC, if it is there' "$out" 'compiled by (NVRTC|nvcc) [0-9.]+$'
    with '#if defined __CUDA_ARCH__ && !defined __CUDA_ARCH_FEAT_SM90_ALL
#error not 90a
#endif' solutions/ex7-11-descriptor/exercise.cu "$work/own.cu"
    run build/judge/ex7-11 --device sim "$work/own.cu"
    is '"90a" is compiled with what 9.0 alone has' "$status" 0
fi

with '#include "tensor.h"' solutions/ex0-1-vecadd/exercise.cu "$work/own.cu"
run build/judge/ex0-1 --device sim "$work/own.cu"
is 'an exercise that names no headers has none of a chapter' "$status" 1
has 'and is told so' "$out" 'tensor\.h'
sed 's/barrierWait(&full, 0)/barrierWait(full, 0)/' solutions/ex7-7-expected-bytes/exercise.cu >"$work/own.cu"
run build/judge/ex7-7 --device sim "$work/own.cu"
has 'a wrong argument is an error of the submission' "$out" 'own\.cu[:(][0-9]+'
sed 's/barrierExpect(&full, 2/barrierExpect(\&full, 3/' solutions/ex7-7-expected-bytes/exercise.cu >"$work/own.cu"
run build/judge/ex7-7 --device sim "$work/own.cu"
is 'a wait that never ends does not pass' "$status" 1
has 'a header is named from the root' "$out" '^ +warp 0 of block \(0,0,0\) waits at chapters/ch7-tensor/tensor\.h:[0-9]+'
lacks 'and no place of the machine is' "$out" "$PWD"

sed 's/blocks = (int)cluster.num_blocks()/blocks = 4/' solutions/ex7-10-whole-row/exercise.cu >"$work/own.cu"
run build/judge/ex7-10 --device sim --keep-going "$work/own.cu"
has 'a launch has the clusters of its case: four blocks are right' "$out" '^ *passed +clusters of four blocks'
has 'and eight are not four' "$out" '^ *FAILED +clusters of eight blocks'

# A GPU that is too old for it, which here is a script that only says what it is. (The judge's own folder tells it where the workbook is.)
if [ "$(nvcc_version)" -gt 0 ]; then
    house=$work/house
    mkdir -p "$house/build/judge"
    ln -s "$PWD"/{exercises,tools,common,compile,chapters,warpcc,Makefile} "$house"
    cp build/judge/ex7-7 "$house/build/judge/"
    ln -s "$PWD/build/judge/device-sim" "$house/build/judge/"
    cat >"$house/build/judge/device-gpu" <<'END'
#!/usr/bin/perl
sysread STDIN, my $request, 32;                   # WIRE_HELLO (judge/core/wire.h)
syswrite STDOUT, pack 'LLQQQ', 0, 0, 86, 0, 0;    # compute capability 8.6
sysread STDIN, $request, 32;
END
    chmod +x "$house/build/judge/device-gpu"
    run "$house/build/judge/ex7-7" --device all solutions/ex7-7-expected-bytes/exercise.cu
    is 'a GPU that is too old is not asked: the simulator decides' "$status" 0
    lacks 'and nothing is said of the GPU' "$out" 'on the GPU'
    has 'but of the simulator' "$out" 'on the simulator'
    run "$house/build/judge/ex7-7" --device gpu solutions/ex7-7-expected-bytes/exercise.cu
    is 'if it alone is to judge, it can not' "$status" 3
    is 'and why' "$err" 'ex7-7: the exercise is for compute capability 9.0, and this GPU has 8.6'
fi
done_testing

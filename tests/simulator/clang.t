#!/usr/bin/env bash
# clang in nvcc's place: programs are built in a copy of the house, where no part of a CUDA toolkit can be found. The test takes some
# programs, headers and libraries; with CLANG=all (make test-clang, some minutes) it takes all, and Thrust.
. "$(dirname "$0")/../harness/lib.sh"

house=$work/house
copy_house "$house"
mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin/" 2>/dev/null
rm -f "$work/bin/nvcc" "$work/bin/ptxas" "$work/bin/fatbinary" "$work/bin/nvidia-smi"
seed_simulator "$house" "$work/bin/clang++"
cd "$house" || exit
export PATH=$work/bin CUDA_HOME=$work/none
unset CUDA_PATH

is 'without nvcc clang compiles' "$(basename "$(tools/need.sh cuda)")" clang++
run make DEVICE=sim ch3-reduce
is 'the first command: exit status' "$status" 0
read_files=$(cat build/sim/obj/*.d build/sim/rooms/*.d build/sim/by-*/*.d)
has 'the files that were read are known' "$read_files" 'compile/toolkit/cuda_runtime\.h'
lacks 'no file of a toolkit is read' "$read_files" '/cuda(-[0-9.]+)?/(include|targets|bin)/|nvidia'
run ./ch3-reduce
is 'the first command: runs' "$status" 0
is 'its rows are right' "$(grep -c ' ok$' <<<"$out")" 5

# Code in a header of ours counts for the line that called it.
run ./warpcc -ptx -Icommon chapters/ch6-sgemm/sgemm.cu -o "$work/sgemm.ptx"
has 'lines of a program are told' "$(<"$work/sgemm.ptx")" '\.file.*/sgemm\.cu"'
lacks 'lines of our headers are not' "$(<"$work/sgemm.ptx")" '\.file.*/compile/toolkit/'

programs=(all)
[ "${CLANG-}" = all ] || programs=(ch0-add ch3-lookback ch5-mandelbrot ch6-sgemm)
run make DEVICE=sim "${programs[@]}"
is 'programs: exit status' "$status" 0

# Every program is right. It is also silent when it is checked, unless it shows errors on purpose.
for program in ch?-*; do
    size=(-n 1021)
    case $program in
    ch0-add* | ch0-device | ch0-hello | ch0-index | ch0-picture | *-traps | ch1-scopes | ch1-registers | ch2-schedule | ch2-calculator | ch2-occupancy | ch5-hello | ch7-fragments) size=() ;;
    *-matmul | *-sgemm | *-transpose | *-mandelbrot | *-attention) size=(-n 67) ;;
    esac
    check=check
    case $program in
    *-traps | ch2-barrier | ch2-schedule) check= ;;
    esac
    run env WARPSIM=$check "./$program" "${size[@]}"
    is "$program: exit status" "$status" 0
    lacks "$program: nothing is wrong" "$out" 'WRONG|NOT SHOWN'
    lacks "$program: nothing is found" "$out$err" '^========= [^E]'
done

# The host and streams are found out as with nvcc.
run tests/simulator/streams.t
has 'the host and streams: the test runs to its end' "$out" '^1\.\.[0-9]{3}$'
lacks 'the host and streams: as with nvcc' "$out" '^not ok'
# What people ask in forums, as far as clang can build it.
. tests/simulator/cases.sh
run_cases clang

# What is wrong is found, and what is right stays silent, with groups, votes and atomics as our headers make them. Without CLANG=all
# the wrong ones are those about locks: LLVM must leave their atomics as they are.
. tests/simulator/checks.sh
wrong=(tests/simulator/bugs/locks.cu)
[ "${CLANG-}" != all ] || wrong=(tests/simulator/bugs/*.cu)
right=(tests/simulator/silent/{block,blocks,warps}.cu)
build_checked "${wrong[@]}" "${right[@]}"
for source in "${wrong[@]}"; do
    bugs_are_found "$source"
done
for source in "${right[@]}"; do
    right_ones_are_silent "$source"
done

# Lanes run in step in code for a GPU before Volta, which nvcc 13 no longer makes. Lanes that write one element at once race there, too.
for arch in 60 75; do
    ./warpcc -O1 -Icommon -arch=compute_$arch tests/simulator/bugs/shared_races.cu -o "$work/step$arch"
done
for case in volatile-tail same-instruction; do
    run env WARPSIM=check "$work/step60" $case
    is "$case, code for Pascal" "$status" "$([ $case = volatile-tail ] && echo 0 || echo 4)"
    run env WARPSIM=check "$work/step75" $case
    is "$case, code for Turing" "$status" 4
done

# Kernels launch kernels of all kinds. Device code of two files is linked; both may have the same static names. What warpcc rewords
# for it keeps its name and line in messages.
run ./warpcc -rdc=true tests/simulator/toolkit/launches.cu tests/simulator/toolkit/launches2.cu -o "$work/launches"
is 'launches in device code: builds' "$status/$err" 0/
run "$work/launches"
is 'launches in device code' "$status/$out" '0/5 105 9 4 6 no error
15 20'

# Variables of two files that the host and kernels share.
run ./warpcc -rdc=true tests/simulator/toolkit/managed.cu tests/simulator/toolkit/managed2.cu -o "$work/managed"
is 'managed variables: builds' "$status/$err" 0/
run env WARPSIM=check "$work/managed"
is 'managed variables' "$status/$out" '0/7 4 3.25 1000
104 50 40 4.25 100 1006
1 104 1
5 20'

run ./warpcc -c tests/simulator/toolkit/launches.cu -o "$work/none.o"
is 'without -rdc=true: refused' "$status" 1
is 'and told what to do' "$(tail -n 1 <<<"$err")" 'warpcc: kernels that launch kernels need -rdc=true'
echo 'template <typename T> __global__ void f(T *p, unsigned n) { *p = n; }
__global__ void g(int *p) { f<<<1, 1>>>(p, 1); }' >"$work/deduced.cu"
run ./warpcc -rdc=true -c "$work/deduced.cu" -o "$work/none.o"
has 'a launch of a template whose parameters have other types: where' "$err" 'deduced\.cu:2:[0-9]+: error'
is 'and what to do' "$(tail -n 1 <<<"$err")" \
    'warpcc: the types of the arguments are not those of the kernel; write its template arguments: kernel<int><<<…>>>(…)'

# Our headers declare every call that the simulator has. Graphs built by hand, textures and surfaces give what they give with nvcc.
for source in simulator/runtime/*/*.c; do
    run gcc -std=c11 -Werror=missing-declarations -fsyntax-only -I. -Isimulator "-I$house/build/sim/by-clang" -isystem compile/toolkit "$source"
    is "$source: all that it defines is declared" "$status" 0
done
run ./warpcc -w tests/simulator/elsewhere/hand.cu -o "$work/hand"
run "$work/hand"
is 'a graph built by hand' "$status/$(printf '%s\n' "$out" | sed 's/^cuda.*(.*): cuda/cuda/' | uniq -c | sed 's/^ *//')" \
    "0/$(cat tests/simulator/elsewhere/hand.txt)"
run ./warpcc -w tests/simulator/elsewhere/condition.cu -o "$work/condition"
run "$work/condition"
is 'nodes that kernels decide about' "$status/$out" "0/$(cat tests/simulator/elsewhere/condition.txt)"
run ./warpcc -w tests/simulator/elsewhere/texture.cu -o "$work/texture"
gzip -dc tests/simulator/elsewhere/h200-textures.txt.gz >"$work/textures.txt"
run "$work/texture" compare "$work/textures.txt"
is 'textures give what an H200 gave' "$status/$out" \
    '0/2364 ways of reading, 0 differ; 1587096 values, 1587096 equal; of 71064 recorded whole 0 differ, by 0 at most'
run "$work/texture"
is 'surfaces' "$status/$out" '0/surfaces: 0 differ'

# Mathematical functions stay within the errors that NVIDIA documents.
run ./warpcc tests/simulator/toolkit/math.cu -o "$work/math"
is 'mathematics: builds' "$status" 0
run "$work/math"
is 'mathematics: as exact as documented' "$status" 0
is 'mathematics: functions' "$(wc -l <<<"$out")" 51
run ./warpcc tests/simulator/toolkit/narrow_functions.cu -o "$work/narrow_functions"
run "$work/narrow_functions"
is 'half and bfloat16: functions are the nearest number' "$status $(wc -l <<<"$out")" '0 26'
run ./warpcc tests/simulator/toolkit/std.cu -o "$work/std"
run "$work/std"
is "namespace std's functions, on both sides" "$status/$out" '0/73 rows are the same'
run ./warpcc tests/simulator/toolkit/bessel.cu -o "$work/bessel"
run "$work/bessel"
is 'Bessel functions' "$status/$out" '0/58 values and 32768 products are right'
headers=(random narrow_calls narrow fp8 simd tensor narrow_forms edges meetings)
if [ "${CLANG-}" != all ]; then
    some 5 "${headers[@]}"
    headers=("${sample[@]}")
fi
for header in "${headers[@]}"; do
    run ./warpcc -w tests/simulator/toolkit/"$header".cu -o "$work/$header"
    run "$work/$header"
    is "what nvcc's header gives, $header" "$out" "$(<tests/simulator/toolkit/"$header".txt)"
done

# Groups, and cuda::pipeline.
run ./warpcc -w -Icommon tests/simulator/library/groups.cu -o "$work/groups"
for case in tiles parts pipeline roles; do
    run env WARPSIM=check timeout 30 "$work/groups" "$case"
    is "groups, $case: right" "$out $status" 'right 0'
    has "groups, $case: silent" "$err" 'ERROR SUMMARY: 0 errors'
done

# Clusters, and bulk copies.
run ./warpcc -o "$work/clusters" tests/simulator/cluster/groups.cu
run env WARPSIM=device=h200 "$work/clusters"
is 'clusters' "$status/$out" $'0/sums: right\na grid of 8 in clusters of 3: cudaErrorInvalidClusterSize\nbox: right\npadded: right'
run env WARPSIM='device=rtx3080 check' "$work/clusters"
has 'a device without clusters' "$out" 'sums: WRONG'
has 'says so' "$err" 'NVIDIA GeForce RTX 3080 has no clusters; devices of 9.0 and later have'

# Options that ask for less exact floats choose the instructions that nvcc 13.0 takes for this kernel.
echo '__global__ void f(float *o, float x, float y)
{
    o[0] = x / y, o[1] = sqrtf(x), o[2] = powf(x, y), o[3] = tanhf(x), o[4] = 1 / x, o[5] = tanf(x), o[6] = __fmul_rn(x, y);
    sincosf(x, o + 7, o + 8);
}' >"$work/fast.cu"
instructions() { grep -oE '[a-z0-9]+\.(approx|full|rn)(\.ftz)?\.f32' "$work/fast.ptx" | sort -u | paste -sd' '; }
run ./warpcc -use_fast_math -ptx "$work/fast.cu" -o "$work/fast.ptx"
is '-use_fast_math' "$(instructions)" 'cos.approx.ftz.f32 div.approx.ftz.f32 ex2.approx.ftz.f32 lg2.approx.ftz.f32 mul.rn.ftz.f32 rcp.approx.ftz.f32 sin.approx.ftz.f32 sqrt.approx.ftz.f32 tanh.approx.f32'
run ./warpcc -prec-div=false -prec-sqrt=false -ptx "$work/fast.cu" -o "$work/fast.ptx"
has '-prec-div=false' "$(instructions)" 'div.full.f32'
has '-prec-sqrt=false' "$(instructions)" 'sqrt.approx.f32'

. tests/simulator/perthread.sh

# OpenMP on the host.
cat >"$work/omp.cu" <<'EOF'
#include <omp.h>
#include <stdio.h>
int main(void)
{
    int n = 0;
    #pragma omp parallel num_threads(3)
    #pragma omp atomic
    n += 10 + omp_get_num_threads();
    printf("%d\n", n);
}
EOF
run ./warpcc -Xcompiler -fopenmp "$work/omp.cu" -o "$work/omp"
run "$work/omp"
is 'OpenMP' "$status/$out" 0/39

# Tensor cores: all types, shapes and layouts.
run ./warpcc -w tests/simulator/matrix.cu -o "$work/matrix"
run "$work/matrix"
is 'products of small matrices' "$status/$out" '0/285 compared, 0 wrong'

# Thrust, where the system has it (libthrust-dev). Its stable sort reads what nobody wrote (library.t).
if [ "${CLANG-}" = all ] && [ -e /usr/include/thrust/sort.h ]; then
    run ./warpcc -Icommon -w tests/simulator/library/thrust.cu -o "$work/thrust"
    is 'Thrust: builds' "$status" 0
    for case in sort transform-reduce; do
        run env WARPSIM=check "$work/thrust" "$case"
        is "Thrust, $case: right" "$out $status" 'right 0'
        has "Thrust, $case: silent" "$err" 'ERROR SUMMARY: 0 errors'
    done
fi

# The driver API loads modules that clang made; this program is C.
./warpcc -fatbin tests/simulator/driver/kernels.cu -o "$work/kernels.fatbin"
cat >"$work/module.c" <<'EOF'
#include <cuda.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUdeviceptr p;
    float x[32];
    int n = 32, e = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    e |= cuInit(0) | cuDeviceGet(&device, 0) | cuCtxCreate(&context, NULL, 0, device);
    e |= cuModuleLoad(&module, argv[argc - 1]) | cuModuleGetFunction(&add, module, "add");
    e |= cuMemAlloc(&p, sizeof x) | cuMemcpyHtoD(p, x, sizeof x);
    void *args[] = {&p, &p, &p, &n};
    e |= cuLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL) | cuMemcpyDtoH(x, p, sizeof x);
    printf("%d %g %d\n", e, x[31], cuModuleLoad(&module, "none"));
}
EOF
run ./warpcc "$work/module.c" -lcuda -o "$work/module"
is 'the driver API: builds' "$status/$err" 0/
run "$work/module" "$work/kernels.fatbin"
is 'the driver API' "$status/$out" '0/0 62 301'

# Libraries of the toolkit, and what programs write although they need not, or no longer.
libraries=('blas cublas 100000' 'systems cublas 100000' 'solver cusolver 100000' 'sparse cusparse 100000' 'fft cufft 17000')
[ "${CLANG-}" = all ] || libraries=("${libraries[0]}" "${libraries[4]}")
for library in "${libraries[@]}"; do
    read -r source library numbers <<<"$library"
    run ./warpcc -w -O0 "tests/beyond/$source.cu" -o "$work/$source" "-l$library"
    run "$work/$source"
    is "$library, $source" "$status/$out" "0/0 differ of more than $numbers"
done
for source in systems solver sparse; do # of the others, that our headers declare what they call
    run ./warpcc -w -ptx "tests/beyond/$source.cu" -o "$work/none.ptx"
    is "$source: its names are declared" "$status/$err" 0/
done
run ./warpcc tests/simulator/toolkit/hostrandom.cu -o "$work/rand" -lcurand
is 'cuRAND for the host: builds' "$status" 0
run "$work/rand"
is "cuRAND for the host: NVIDIA's numbers" "$out" "$(<tests/simulator/toolkit/hostrandom.txt)"
run ./warpcc tests/simulator/toolkit/habits.cu -o "$work/habits"
is 'habits: builds' "$status/$err" 0/
run "$work/habits"
is 'habits: runs' "$status/$out" '0/2016 376; 3 of 4, 3 of 4 of 11; 1 kernel
100 3030'

done_testing

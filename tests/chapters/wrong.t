#!/usr/bin/env bash
# Wrong programs: each gets a clear error, and what it has printed before is not lost.
. "$(dirname "$0")/../harness/lib.sh"

include=$PWD/common
warpcc=$PWD/warpcc
cd "$work" || exit

# build NAME [OPTION...]: keeps stdin as NAME.cu and makes ./NAME of it.
build()
{
    local name=$1
    shift
    cat >"$name.cu"
    run "$warpcc" -I"$include" "$@" "$name.cu" -o "$name"
    is "$name builds" "$status" 0
}

build outside <<'EOF'
#include "check.h"
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = n;
}
int main(void)
{
    int *x, *y;
    cudaCheck(cudaMalloc(&x, 100 * sizeof *x));
    cudaCheck(cudaMalloc(&y, 100 * sizeof *y));
    printf("before\n");
    fill<<<2, 64>>>(x, 100);
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    printf("after\n");
    return 0;
}
EOF
run ./outside
is 'write past an array: exit status' "$status" 3
is 'write past an array: earlier output is there, later is not' "$out" before
has 'write past an array: what and how much' "$err" '__global__ write of size 4 bytes'
has 'write past an array: kernel' "$err" 'fill'
has 'write past an array: file and line' "$err" 'outside\.cu:5'
has 'write past an array: thread' "$err" 'thread \(36,0,0\)'
has 'write past an array: block' "$err" 'block \(1,0,0\)'
has 'write past an array: address' "$err" '0x[0-9a-f]{6,}'
has 'write past an array: nearest allocation' "$err" '400 bytes'
has 'write past an array: where that was made' "$err" 'outside\.cu:10|main'
has 'write past an array: the error as CUDA names it' "$err" 'cudaErrorIllegalAddress'

build freed <<'EOF'
#include "check.h"
__global__ void get(const int *x, int *y) { *y = *x; }
int main(void)
{
    int *x, *y;
    cudaCheck(cudaMalloc(&x, sizeof *x));
    cudaCheck(cudaMalloc(&y, sizeof *y));
    cudaCheck(cudaFree(x));
    get<<<1, 1>>>(x, y);
    cudaCheck(cudaDeviceSynchronize());
    return 0;
}
EOF
run ./freed
is 'read after free: exit status' "$status" 3
has 'read after free: what' "$err" '__global__ read of size 4 bytes'
has 'read after free: says that it was freed, and where' "$err" '^=+ +freed at .*freed\.cu:8$'

build null <<'EOF'
#include "check.h"
__global__ void set(int *x) { *x = 1; }
int main(void)
{
    set<<<1, 1>>>(NULL);
    cudaCheck(cudaDeviceSynchronize());
    return 0;
}
EOF
run ./null
is 'write to NULL: exit status' "$status" 3
has 'write to NULL: address' "$err" '0x0+\b'

build host <<'EOF'
#include "check.h"
__global__ void set(int *x) { *x = 1; }
int main(void)
{
    int x = 0;
    set<<<1, 1>>>(&x);
    cudaCheck(cudaDeviceSynchronize());
    return x;
}
EOF
run ./host
is 'write to host memory: exit status' "$status" 3

build block <<'EOF'
#include "check.h"
__global__ void nothing(void) {}
int main(void)
{
    nothing<<<1, 1025>>>();
    cudaCheckLaunch();
    return 0;
}
EOF
run ./block
is 'a block too large: exit status' "$status" 3
has 'a block too large: the error as CUDA names it' "$err" 'cudaErrorInvalid(Configuration|Value)'
has 'a block too large: line' "$err" 'block\.cu:6'

build misaligned <<'EOF'
#include "check.h"
__global__ void set(char *x) { *(int *)(x + 1) = 1; }
int main(void)
{
    char *x;
    cudaCheck(cudaMalloc(&x, 64));
    set<<<1, 1>>>(x);
    cudaCheck(cudaDeviceSynchronize());
    return 0;
}
EOF
run ./misaligned
is 'a misaligned write: exit status' "$status" 3
has 'a misaligned write: the error as CUDA names it' "$err" 'cudaErrorMisalignedAddress'

build shared <<'EOF'
#include "check.h"
__global__ void set(int *x)
{
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    __syncthreads();
    *x = s[0];
}
int main(void)
{
    int *x;
    cudaCheck(cudaMalloc(&x, sizeof *x));
    set<<<1, 64>>>(x);
    cudaCheck(cudaDeviceSynchronize());
    return 0;
}
EOF
run ./shared
is 'outside shared memory: exit status' "$status" 3
has 'outside shared memory: what' "$err" '__shared__ write of size 4 bytes'
has 'outside shared memory: line' "$err" 'shared\.cu:5'

# simulator/INSTRUCTIONS.md says that the simulator does not have `discard`.
build unknown <<'EOF'
#include "check.h"
__global__ void forget(int *x)
{
    *x = 1;
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(x));
}
int main(void)
{
    int *x;
    cudaCheck(cudaMalloc(&x, 128));
    forget<<<1, 1>>>(x);
    cudaCheck(cudaDeviceSynchronize());
    printf("went on\n");
    return 0;
}
EOF
run ./unknown
is 'an instruction that the simulator has not: stops' "$status" 3
lacks 'an instruction that the simulator has not: is not skipped' "$out" 'went on'
has 'an instruction that the simulator has not: named' "$err" 'discard\.global\.L2'
has 'an instruction that the simulator has not: file and line' "$err" 'unknown\.cu:5'

cat >compressed.cu <<'EOF'
__global__ void nothing(int *x) { *x = 1; }
int main(void)
{
    nothing<<<1, 1>>>(0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
EOF
if nvcc=$("$(dirname "$warpcc")/tools/need.sh" nvcc 2>/dev/null); then
    mode=$("$nvcc" --help | grep -o -m 1 -e --compress-mode) # an older nvcc compresses in one way only, and has no such option
    "$nvcc" -cudart none ${mode:+"$mode=size"} -arch=compute_86 -c compressed.cu -o compressed.o
    run "$warpcc" compressed.o -o compressed
    is 'compressed links' "$status" 0
    run ./compressed
    ok 'compressed PTX: stops' test "$status" -ne 0
    has 'compressed PTX: what to do' "$err" 'no-compress'

    "$nvcc" -cudart none -gencode arch=compute_86,code=sm_86 -c compressed.cu -o binary.o
    "$warpcc" binary.o -o binary
    run ./binary
    ok 'no PTX at all: stops' test "$status" -ne 0
    has 'no PTX at all: says so' "$err" 'PTX'
fi

# The program has address space for itself, but not for its arrays.
build memory <<'EOF'
#include "check.h"
int main(void)
{
    void *p;
    for (int i = 0; i < 100; i++)
        cudaCheck(cudaMalloc(&p, (size_t)1 << 28));
    return 0;
}
EOF
limited()
{
    (ulimit -v 2000000 && WARPSIM='device=h200 threads=1' ./memory)
}
run limited
is 'too little host memory: exit status' "$status" 3
has 'too little host memory: the error as CUDA names it' "$err" 'cudaErrorMemoryAllocation'

done_testing

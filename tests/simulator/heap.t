#!/usr/bin/env bash
# malloc and free in kernels, on the simulator.
. "$(dirname "$0")/../harness/lib.sh"

run ./warpcc tests/simulator/calls/heap.cu -o "$work/heap"
is 'builds' "$status" 0
for words in '' check schedule=serial; do
    WARPSIM=$words run "$work/heap"
    is "WARPSIM='$words'" "$status $out" '0 0 wrong, too large refused: 1'
done
run "$work/heap" 1
has 'beyond a block' "$status $err" '^3 .*Invalid __global__ write of size 1'
has 'beyond a block: which block' "$err" '^=+ +it is 1 byte after the block at 0x[0-9a-f]+ of size 10 bytes$'
run "$work/heap" 2
has 'after free' "$status $err" '^3 .*Invalid __global__ write of size 1'
has 'after free: it is in no block' "$err" 'and is in the heap of malloc in kernels, but not in a block that is still allocated$'
run "$work/heap" 3
has 'freed twice' "$status $err" '^3 .*free of an address that malloc did not return'
run "$work/heap" 4
has 'freed from the inside of a block' "$status $err" '^3 .*free of an address that malloc did not return'

# Memory with an alignment, of which free has its address.
cat >"$work/aligned.cu" <<'END'
#include <stdio.h>

__global__ void take(int *wrong)
{
    for (size_t align = 1; align <= 4096; align *= 2) {
        char *p = (char *)__nv_aligned_device_malloc(100, align);
        *wrong += !p || (size_t)p % align != 0;
        p[99] = 1;
        free(p);
    }
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, sizeof *wrong);
    *wrong = 0;
    take<<<1, 1>>>(wrong);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%d wrong, %s\n", *wrong, cudaGetErrorString(e));
}
END
./warpcc "$work/aligned.cu" -o "$work/aligned"
run "$work/aligned"
is 'aligned memory' "$status $out" '0 0 wrong, no error'

# "After launching any kernel that uses malloc or free" the heap keeps its size: CUDA Runtime API, cudaDeviceSetLimit. Other kernels
# of the program leave it open.
cat >"$work/limit.cu" <<'END'
#include <stdio.h>

__device__ int *kept;
__global__ void quiet(int *p) { *p = 1; }
__global__ void take() { kept = (int *)malloc(4); }

static int set(size_t bytes) { return cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes); }

int main()
{
    int *p;
    cudaMalloc(&p, 4);
    quiet<<<1, 1>>>(p);
    printf("%d", set(32 << 20));
    take<<<1, 1>>>();
    printf(" %d\n", set(64 << 20));
    return 0;
}
END
run ./warpcc "$work/limit.cu" -o "$work/limit"
run "$work/limit"
is 'the size of the heap is fixed by a kernel that calls malloc' "$status $out" '0 0 1'

done_testing

// 1024 threads are allowed, and yet a kernel with many registers can't be launched with so many: they don't fit into a block's registers.
// clang comes without ptxas, so nobody knows how many there are: the launch succeeds, with a remark.
// nvcc status: 4
// clang status: 0
// nvcc out: ^cudaErrorLaunchOutOfResources cudaSuccess$
// clang out: ^cudaSuccess cudaSuccess$
// nvcc err: cudaErrorLaunchOutOfResources .*registers per block: [0-9]+, the limit is 65536
// clang err: Remark: a GPU may refuse to launch many\(float\*\) in blocks of 1024 threads In its PTX 9[5-9] registers hold values from memory at once; a thread of such a block can have 64.*ERROR SUMMARY: 0 errors, 1 remark$
#include <cstdio>

template <int n>
__device__ __forceinline__ void mix(float *p)
{
    float a[n];
#pragma unroll
    for (int i = 0; i < n; i++)
        a[i] = p[threadIdx.x + i * 1024];
    for (int round = 0; round < 3; round++) {
#pragma unroll
        for (int i = 0; i < n; i++)
            a[i] = a[i] * a[(i + 7) % n] + a[(i * 5 + 1) % n];
    }
#pragma unroll
    for (int i = 0; i < n; i++)
        p[threadIdx.x + i * 1024] = a[i];
}

__global__ void many(float *p)
{
    mix<96>(p);
}

__global__ void __launch_bounds__(1024) bounded(float *p)
{
    mix<96>(p);
}

int main(void)
{
    float *p;
    cudaMalloc(&p, 96 * 1024 * sizeof *p);
    cudaMemset(p, 0, 96 * 1024 * sizeof *p);
    many<<<1, 1024>>>(p);
    cudaError_t first = cudaGetLastError();
    bounded<<<1, 1024>>>(p);
    printf("%s %s\n", cudaGetErrorName(first), cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(p);
}

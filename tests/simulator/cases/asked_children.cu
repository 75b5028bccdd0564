// The same with fewer room, and each thread asks for its error: nothing is lost in silence.
// build: -rdc=true
// status: 0
// out: ^1000 failed$
// silent
#include <cstdio>

__device__ int failed;

__global__ void nothing(void) {}

__global__ void parent(void)
{
    nothing<<<1, 1>>>();
    if (cudaGetLastError() != cudaSuccess)
        atomicAdd(&failed, 1);
}

int main(void)
{
    int count = 0;
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 24);
    parent<<<16, 64>>>();
    cudaMemcpyFromSymbol(&count, failed, sizeof count);
    printf("%d failed\n", count);
}

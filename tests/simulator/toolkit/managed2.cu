// managed2.cu: the other file of managed.cu.
#include <cstdio>

__device__ __managed__ int shared_count = 1000;
static __device__ __managed__ double own = 0.5;
__device__ int others[4];
__constant__ float factor;

__global__ void changeOther(void)
{
    shared_count += (int)(8 * own);
    for (int i = 0; i < 4; i++)
        others[i] *= 2 * factor;
}

void launchOther(void)
{
    own += 0.125;
    changeOther<<<1, 1>>>();
    cudaDeviceSynchronize();
}

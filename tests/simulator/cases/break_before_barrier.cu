// Threads leave a loop before its barrier, and soon the kernel: that is no return. One that returns may miss the barrier. (clang lets it go
// where the others go who leave the loop, since there it does nothing.)
//
// status: 4
// err: Conditional code: 32 of 64 threads skipped the barrier, and left the kernel\. The barrier at leavesLoop.* @b .*To return before a barrier is allowed\. To go around it is not, by a branch or out of a loop, even if the kernel ends soon after it
// nvcc err: ERROR SUMMARY: 1 error
#include <cstdio>

__global__ void leavesLoop(int *out)
{
    __shared__ int part[64];
    part[threadIdx.x] = 1;
    __syncthreads();
    for (unsigned int s = 32; s > 31; s /= 2) {
        if (threadIdx.x >= s)
            break;
        part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads(); // @b
    }
    if (threadIdx.x == 0)
        *out = part[0];
}

__global__ void returns(int *out)
{
    __shared__ int part[64];
    part[threadIdx.x] = 1;
    __syncthreads();
    for (unsigned int s = 32; s > 31; s /= 2) {
        if (threadIdx.x >= s)
            return;
        part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = part[0];
}

int main(void)
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    leavesLoop<<<1, 64>>>(out);
    returns<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}

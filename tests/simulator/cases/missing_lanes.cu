// A shuffle in a branch that 8 lanes of the second warp take: who is missing, and where, comes before those who only wait for the block.
//
// status: 3
// err: Deadlock: lanes wait for lanes in their mask that never come at sum.* @s .*by thread \(32,0,0\) in block \(0,0,0\)
// err: block \(0,0,0\) =*\s*lanes 8 to 31 of warp 1, which are missing, wait at @b for the whole block =*\s*lanes 0 to 7 of warp 1 wait at @s with mask 0xffffffff =*\s*and 224 other threads wait for the block
#include <cstdio>

__global__ void sum(int *out, int n)
{
    int value = (int)threadIdx.x;
    if (threadIdx.x < n)
        value += __shfl_down_sync(0xffffffff, value, 16); // @s
    __syncthreads();                                      // @b
    if (threadIdx.x == 0)
        *out = value;
}

int main(void)
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    sum<<<1, 256>>>(out, 40);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 3;
    cudaFree(out);
}

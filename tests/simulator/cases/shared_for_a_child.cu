// A child gets an address of its parent's shared memory, which only the parent's block can use.
//
// build: -rdc=true
// status: 3
// err: Invalid __global__ read of size 4 bytes at child.* @r .*and is an address of a block's shared memory, which no other block can use, nor a kernel that it launches: pass these data in global memory
#include <cstdio>

__global__ void child(const int *x, int *out)
{
    *out = x[0]; // @r
}

__global__ void parent(int *out)
{
    __shared__ int x[32];
    x[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        child<<<1, 1>>>(x, out);
}

int main(void)
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    parent<<<1, 32>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 3;
    cudaFree(out);
}

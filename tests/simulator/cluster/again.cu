// again.cu: launches that differ from an earlier one in nothing but their cluster, or in the stack that the device gives a thread.
// Prints what each finds.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void clusters(unsigned *out)
{
    unsigned size, sum = 0;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    for (unsigned i = 0; i < 64; i++) // so much work that a copy of the result is cheaper
        sum = sum * 3 + size;
    out[blockIdx.x] = sum ? size : 0;
}

__device__ __noinline__ int deep(int n)
{
    return n ? deep(n - 1) * 3 + n : 1;
}

__global__ void nested(int *out, int n)
{
    out[threadIdx.x] = deep(n);
}

int main()
{
    unsigned *out, sizes[8];
    cudaMalloc(&out, sizeof sizes);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 128;
    config.attrs = &attribute;
    config.numAttrs = 1;
    for (unsigned size : {2, 2, 2, 2, 4, 8, 1, 2}) {
        attribute.val.clusterDim = {size, 1, 1};
        cudaLaunchKernelEx(&config, clusters, out);
        cudaMemcpy(sizes, out, sizeof sizes, cudaMemcpyDeviceToHost);
        printf("%u: %u\n", size, sizes[7]);
    }
    int *results;
    cudaMalloc(&results, 32 * sizeof *results);
    for (size_t stack : {65536, 65536, 65536, 65536, 1024}) {
        cudaDeviceSetLimit(cudaLimitStackSize, stack);
        nested<<<1, 32>>>(results, 200);
        printf("%zu: %s\n", stack, cudaGetErrorName(cudaDeviceSynchronize()));
    }
}

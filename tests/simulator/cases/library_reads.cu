// A kernel of Thrust's that merges sorted stretches reads one element past their end, and doesn't use it: a remark. The same in a
// kernel of one's own is an error. (Thrust itself takes ten seconds to compile, so #line makes this kernel one of its.)
// status: 4
// err: Remark: a library reads shared memory that nobody wrote\. It may not use the value\. The read at next.* in .*/include/cub/merge\.cuh:2
// err: Uninitialized __shared__ memory read of size 4 bytes +at own.* in @r
// err: ERROR SUMMARY: 1 error, 1 remark
#include <cuda_runtime.h>

__global__ void own(int *out)
{
    __shared__ int part[33];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x + 1]; // @r
}

__global__ void next(int *out)
{
    __shared__ int part[33];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
#line 2 "/opt/cuda/include/cub/merge.cuh"
    out[threadIdx.x] = part[threadIdx.x + 1];
#line 28 "library_reads.cu"
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    own<<<1, 32>>>(out);
    next<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}

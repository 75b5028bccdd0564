// Two extern __shared__ arrays of a kernel begin at the same address (CUDA C++ Programming Guide, "__shared__"). A beginner takes them for
// two arrays.
// status: 0
// out: ^0$
// err: Remark: the extern __shared__ arrays \S*first\S* and \S*second\S* of both.* begin at the same address
#include <cstdio>

__global__ void both(int *out)
{
    extern __shared__ int first[];
    extern __shared__ float second[];
    first[threadIdx.x] = threadIdx.x + 1;
    second[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = first[31 - threadIdx.x];
}

int main(void)
{
    int *out, first;
    cudaMalloc(&out, 32 * sizeof *out);
    both<<<1, 32, 256>>>(out);
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(out);
}

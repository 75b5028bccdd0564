// prints.cu: kernels that print or check something, and one that does neither. What printf is made of, no cubin tells.

#include <assert.h>
#include <stdio.h>

__global__ void plain(int *y)
{
    y[threadIdx.x] = 2;
}

__global__ void asserts(int *y)
{
    assert(y[threadIdx.x] == 2);
    y[threadIdx.x] = 3;
}

__global__ void mayPrint(int *y, bool print)
{
    if (print)
        printf("%d\n", y[0]);
    y[threadIdx.x] = 4;
}

int main()
{
    int *y;
    cudaMalloc(&y, 64 * sizeof *y);
    plain<<<1, 64>>>(y);
    asserts<<<1, 64>>>(y);
    mayPrint<<<1, 64>>>(y, false);
    mayPrint<<<2, 32>>>(y, true);
    return cudaDeviceSynchronize();
}

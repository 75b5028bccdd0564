// Reads one element past the array's end: what the simulator says about it is shown on the book's
// first page, and tests/book/book.t holds that page to it.

#include <stdio.h>

// [begin shift]
__global__ void shift(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i + 1];
}
// [end shift]

int main(void)
{
    float *x = NULL;
    enum { N = 64 };

    cudaMalloc(&x, N * sizeof *x);
    cudaMemset(x, 0, N * sizeof *x);
    shift<<<1, N>>>(x, N);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 3;
}

// fails: The program crashes: Floating point exception
// A grid for every n.
//
//     make ex0-13

#include "task.h"

// x[i] = -x[i]; x: (n), in the device's memory
__global__ void negate(float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = -x[i];
}

// Starts negate for n elements. block: the most threads that a block may have, a multiple of 32.
static void launch(float *x, size_t n, unsigned int block)
{
    // [your code]
    if (n < block)
        block = (unsigned int)((n + 31) / 32 * 32);
    negate<<<(unsigned int)((n + block - 1) / block), block>>>(x, n);
    // [end of your code]
}

static void check(size_t n)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        printf("n = %zu: %s\n", n, cudaGetErrorString(error));
}

int main(void)
{
    size_t n;
    float *x = taskFloats(&n), *d_x;
    size_t bytes = n * sizeof *x;
    cudaMalloc(&d_x, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    for (size_t size = 1; size < n; size *= 2) {
        launch(d_x, size, 256);
        check(size);
    }
    launch(d_x, n, 256);
    check(n);
    cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    handIn(x, n);
    free(x);
    return 0;
}

// Through a small pinned buffer: a large array goes to the device piece by piece.
//
//     make ex1-14

#include "task.h"

#include <string.h>

enum { ROOM = 65536 }; // bytes that may be pinned at a time

// x[i] += 1; x: (n), in the device's memory
__global__ void addOne(float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

// Copies n floats from ordinary memory of the host, x, to the device.
static void toDevice(float *d_x, const float *x, size_t n)
{
    // [your code]
    // TODO: piece by piece, through a pinned buffer.
    cudaMemcpy(d_x, x, n * sizeof *x, cudaMemcpyHostToDevice);
    // [end of your code]
}

int main(void)
{
    size_t n;
    float *x = taskFloats(&n), *d_x;
    cudaMalloc(&d_x, (n + 1) * sizeof *d_x);
    toDevice(d_x, x, n);
    if (n > 0)
        addOne<<<(unsigned int)((n + 255) / 256), 256>>>(d_x, n);
    cudaMemcpy(x, d_x, n * sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    handIn(x, n);
    free(x);
    return 0;
}

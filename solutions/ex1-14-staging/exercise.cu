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
    const size_t piece = ROOM / 2 / sizeof *x;
    float *both;
    cudaEvent_t sent[2];
    cudaMallocHost(&both, ROOM);
    for (int half = 0; half < 2; half++)
        cudaEventCreate(&sent[half]);
    for (size_t begin = 0, half = 0; begin < n; begin += piece, half = 1 - half) {
        size_t bytes = (n - begin < piece ? n - begin : piece) * sizeof *x;
        float *buffer = both + half * piece;
        cudaEventSynchronize(sent[half]); // wait until the last copy from this half has ended
        memcpy(buffer, x + begin, bytes);
        cudaMemcpyAsync(d_x + begin, buffer, bytes, cudaMemcpyHostToDevice);
        cudaEventRecord(sent[half]);
    }
    cudaDeviceSynchronize();
    for (int half = 0; half < 2; half++)
        cudaEventDestroy(sent[half]);
    cudaFreeHost(both);
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

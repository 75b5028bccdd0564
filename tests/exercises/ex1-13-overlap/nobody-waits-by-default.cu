// fails: nobody waits for it
// Copies beside kernels: parts of an array in streams of their own.
//
//     make ex1-13

#include "task.h"

// Halfway to the root of x[i], again and again; x: (n), in the device's memory
__global__ void settle(float *x, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = x[i], y = a;
    for (int step = 0; step < 40; step++)
        y = 0.5f * (y + a / y);
    x[i] = y;
}

int main(void)
{
    size_t n;
    float *given = taskFloats(&n), *x, *d_x;
    cudaMallocHost(&x, (n + 1) * sizeof *x);
    cudaMalloc(&d_x, (n + 1) * sizeof *d_x);
    for (size_t i = 0; i < n; i++)
        x[i] = given[i];
    // [your code]
    enum { STREAMS = 4, PARTS = 8 };
    cudaStream_t streams[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&streams[s]);
    size_t part = (n + PARTS - 1) / PARTS;
    for (size_t begin = 0, p = 0; begin < n; begin += part, p++) {
        cudaStream_t stream = streams[p % STREAMS];
        size_t count = n - begin < part ? n - begin : part, bytes = count * sizeof *x;
        cudaMemcpyAsync(d_x + begin, x + begin, bytes, cudaMemcpyDefault, stream);
        settle<<<(unsigned int)((count + 255) / 256), 256, 0, stream>>>(d_x + begin, count);
        cudaMemcpyAsync(x + begin, d_x + begin, bytes, cudaMemcpyDefault, stream);
    }
    for (int s = 0; s < STREAMS; s++)
        cudaStreamDestroy(streams[s]);
    // [end of your code]
    handIn(x, n);
    cudaFree(d_x);
    cudaFreeHost(x);
    free(given);
    return 0;
}

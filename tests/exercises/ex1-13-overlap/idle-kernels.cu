// fails: it should be at most 80 %
// Nothing overlaps but kernels that nobody needs.
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
    size_t bytes = n * sizeof *x, many = 1 << 17;
    float *idle;
    cudaStream_t side;
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaMalloc(&idle, many * sizeof *idle);
    cudaMemsetAsync(idle, 0, many * sizeof *idle, side);
    cudaStreamSynchronize(side);
    if (n > 0) {
        cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
        for (int k = 0; k < 8; k++)
            settle<<<(unsigned int)(many / 256), 256, 0, side>>>(idle, many);
        settle<<<(unsigned int)((n + 255) / 256), 256>>>(d_x, n);
        cudaEventRecord(done, 0);
        cudaMemcpyAsync(x, d_x, bytes, cudaMemcpyDeviceToHost, 0);
        cudaStreamWaitEvent(side, done, 0);
        for (int k = 0; k < 8; k++)
            settle<<<(unsigned int)(many / 256), 256, 0, side>>>(idle, many);
    }
    cudaDeviceSynchronize();
    cudaStreamDestroy(side);
    cudaEventDestroy(done);
    cudaFree(idle);
    // [end of your code]
    handIn(x, n);
    cudaFree(d_x);
    cudaFreeHost(x);
    free(given);
    return 0;
}

// Five steps: allocate, copy there, launch, check, copy back.
//
//     make ex0-12

#include "task.h"

// y[i] = x[i]^2; x, y: (n), in the device's memory
__global__ void square(const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i];
}

int main(void)
{
    size_t n;
    float *x = taskFloats(&n);                    // the numbers: (n), in the host's memory
    float *y = (float *)calloc(n + 1, sizeof *y); // room for their squares
    // [your code]
    if (n > 0) {
        float *d_x, *d_y;
        size_t bytes = n * sizeof *x;
        cudaMalloc(&d_x, bytes);
        cudaMalloc(&d_y, bytes);
        cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
        square<<<(unsigned)((n + 255) / 256), 256>>>(d_x, d_y, n);
        cudaError_t error = cudaGetLastError();
        if (error != cudaSuccess)
            printf("square: %s\n", cudaGetErrorString(error));
        cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
        cudaFree(d_x);
        cudaFree(d_y);
    }
    // [end of your code]
    handIn(y, n);
    free(x);
    free(y);
    return 0;
}

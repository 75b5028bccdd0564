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
    // TODO: two arrays on the device, the copy there, the launch, a look at it, the copy back, and free.
    // [end of your code]
    handIn(y, n);
    free(x);
    free(y);
    return 0;
}

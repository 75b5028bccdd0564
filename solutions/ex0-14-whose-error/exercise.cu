// Whose error is it? A launch, an allocation, and what the runtime remembers of them.
//
//     make ex0-14

#include "task.h"

// Writes the number of threads of its block.
__global__ void mark(float *out)
{
    if (threadIdx.x == 0)
        *out = (float)blockDim.x;
}

// Launches mark with one block of so many threads. Returns the error of this launch.
static cudaError_t tryMark(float *out, unsigned int block)
{
    // [your code]
    mark<<<1, block>>>(out);
    return cudaGetLastError();
    // [end of your code]
}

// Memory of the device, or NULL if there is not enough. What it gives is the caller's to free.
static void *roomFor(size_t bytes)
{
    // [your code]
    void *room;
    if (cudaMalloc(&room, bytes) == cudaSuccess)
        return room;
    cudaGetLastError(); // clears the error, which has been dealt with
    return NULL;
    // [end of your code]
}

int main(void)
{
    size_t n;
    float *x = taskFloats(&n), *y = (float *)calloc(n + 1, sizeof *y), *d_y;
    cudaMalloc(&d_y, (n + 1) * sizeof *d_y);
    for (size_t i = 0; i < n; i++)
        if (x[i] < 0) {
            void *room = roomFor((size_t)-x[i] << 30);
            y[i] = room ? 1 : 0;
            cudaFree(room);
        } else {
            y[i] = -1; // refused
            if (tryMark(d_y + i, (unsigned int)x[i]) == cudaSuccess)
                cudaMemcpy(&y[i], d_y + i, sizeof *y, cudaMemcpyDeviceToHost);
        }
    y[n] = (float)cudaGetLastError();
    cudaFree(d_y);
    handIn(y, n + 1);
    free(x);
    free(y);
    return 0;
}

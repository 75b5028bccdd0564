// Adds two arrays, step 3: the kernel and its launch.
//
// The loop is gone. The launch starts one thread for each pair, and every thread runs the same
// function, the kernel. They are all in one block, which can have 1,024 threads and no more.
//
//     make ch0-add3 && ./ch0-add3

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BYTES = N * sizeof(int) };

// [begin kernelOfOneBlock]
__global__ void add(const int *a, const int *b, int *c) // a, b, c: (N)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i];
}
// [end kernelOfOneBlock]

int main(void)
{
    static int a[N], b[N], c[N];
    int *d_a, *d_b, *d_c, wrong = 0; // d_: an array on the device

    for (int i = 0; i < N; i++) {
        a[i] = rand() % 1000;
        b[i] = rand() % 1000;
    }

    // Allocate memory on the device.
    cudaMalloc(&d_a, BYTES);
    cudaMalloc(&d_b, BYTES);
    cudaMalloc(&d_c, BYTES);

    // Copy the input to the device.
    cudaMemcpy(d_a, a, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, BYTES, cudaMemcpyHostToDevice);

    // Add on the device.
    // [begin launchOneBlock]
    add<<<1, N>>>(d_a, d_b, d_c); // 1 block of 1,000 threads
    // [end launchOneBlock]

    // Copy the result back to the host.
    cudaMemcpy(c, d_c, BYTES, cudaMemcpyDeviceToHost);

    // Free the memory.
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);

    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    printf("%d of %d sums are wrong\n", wrong, N);
    return 0;
}

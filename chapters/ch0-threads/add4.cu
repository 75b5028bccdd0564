// Adds two arrays, step 4: several blocks and a guard.
//
// Four blocks of 256 threads are 24 threads more than there are sums. The guard keeps those from
// reading and writing past the end of the arrays.
//
//     make ch0-add4 && ./ch0-add4

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BYTES = N * sizeof(int) };

// [begin kernelWithGuard]
__global__ void add(const int *a, const int *b, int *c, int n) // a, b, c: (n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
// [end kernelWithGuard]

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
    // [begin launchBlocks]
    add<<<(N + 255) / 256, 256>>>(d_a, d_b, d_c, N); // 4 blocks of 256 threads
    // [end launchBlocks]

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

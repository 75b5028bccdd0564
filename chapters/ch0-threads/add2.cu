// Adds two arrays, step 2: the outline, with a gap.
//
// The device has its own memory. The host allocates arrays there, copies the input to them, starts the
// work, copies the result back, and frees the arrays. The work itself is still missing, so the sums
// come out wrong.
//
//     make ch0-add2 && ./ch0-add2

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BYTES = N * sizeof(int) };

int main(void)
{
    static int a[N], b[N], c[N];
    int *d_a, *d_b, *d_c, wrong = 0; // d_: an array on the device

    for (int i = 0; i < N; i++) {
        a[i] = rand() % 1000;
        b[i] = rand() % 1000;
    }

    // [begin outline]
    // Allocate memory on the device.
    cudaMalloc(&d_a, BYTES);
    cudaMalloc(&d_b, BYTES);
    cudaMalloc(&d_c, BYTES);

    // Copy the input to the device.
    cudaMemcpy(d_a, a, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, BYTES, cudaMemcpyHostToDevice);

    // Add on the device. (Step 3 fills this gap.)

    // Copy the result back to the host.
    cudaMemcpy(c, d_c, BYTES, cudaMemcpyDeviceToHost);

    // Free the memory.
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    // [end outline]

    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    printf("%d of %d sums are wrong\n", wrong, N);
    return 0;
}

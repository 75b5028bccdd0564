// Adds two arrays on the GPU: the whole program.
//
// The host fills a and b and copies them to the device, where each thread adds one pair. Then the
// host copies the sums back and checks them all. The programs add1.cu to add4.cu lead here in four
// steps. What is new here is that every call is checked.
//
//     make ch0-add && ./ch0-add
//
// Exit status: 0 every sum is right, 1 one is wrong, 2 bad usage, 3 a CUDA error.

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BYTES = N * sizeof(int) };

// Every CUDA function returns an error code. If it isn't success, this says which call has failed,
// and ends the program.
#define cudaCheck(call) check((call), #call)
static void check(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
    exit(3);
}

__global__ void add(const int *a, const int *b, int *c, int n) // a, b, c: (n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N];
    int *d_a, *d_b, *d_c, wrong = 0; // d_: an array on the device
    cudaDeviceProp device;

    if (argc > 1) {
        fprintf(stderr, "%s: takes no arguments, not even '%s'\n", argv[0], argv[1]);
        return 2;
    }
    cudaCheck(cudaGetDeviceProperties(&device, 0));
    printf("%d sums on %s\n", N, device.name);
    for (int i = 0; i < N; i++) {
        a[i] = rand() % 1000;
        b[i] = rand() % 1000;
    }

    cudaCheck(cudaMalloc(&d_a, BYTES));
    cudaCheck(cudaMalloc(&d_b, BYTES));
    cudaCheck(cudaMalloc(&d_c, BYTES));
    cudaCheck(cudaMemcpy(d_a, a, BYTES, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_b, b, BYTES, cudaMemcpyHostToDevice));
    add<<<(N + 255) / 256, 256>>>(d_a, d_b, d_c, N);              // 4 blocks of 256 threads
    cudaCheck(cudaGetLastError());                                // was the launch accepted?
    cudaCheck(cudaMemcpy(c, d_c, BYTES, cudaMemcpyDeviceToHost)); // waits for the kernel

    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    printf("the last one: %d + %d = %d\n", a[N - 1], b[N - 1], c[N - 1]);
    printf("%d sums are wrong\n", wrong);
    cudaCheck(cudaFree(d_a));
    cudaCheck(cudaFree(d_b));
    cudaCheck(cudaFree(d_c));
    return wrong == 0 ? 0 : 1;
}

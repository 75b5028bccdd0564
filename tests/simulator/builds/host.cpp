// host.cpp: calls the runtime itself, and lets a library that shares it launch a kernel on the same memory.
#include <cstdio>
#include <cuda_runtime_api.h>

void add_to(int *sum);

int main(void)
{
    int *sum, result = 1000;
    if (cudaMalloc((void **)&sum, sizeof *sum) != cudaSuccess)
        return 3;
    cudaMemcpy(sum, &result, sizeof result, cudaMemcpyHostToDevice);
    add_to(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return 0;
}

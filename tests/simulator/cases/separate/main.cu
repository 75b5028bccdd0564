// Device code in two files, which need -rdc=true. Without it the message names what is missing as it is written, and the option.
#include <cstdio>

__device__ int scale(int);
extern __device__ int shift;

__global__ void apply(int *out)
{
    *out = scale(*out) + shift;
}

int main(void)
{
    int *out, value = 5;
    cudaMalloc(&out, sizeof *out);
    cudaMemcpy(out, &value, sizeof value, cudaMemcpyHostToDevice);
    apply<<<1, 1>>>(out);
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    cudaFree(out);
}

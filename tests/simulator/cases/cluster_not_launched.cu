// The program has a kernel with clusters, too, for devices that have them; it launches another one.
// build: -arch=sm_90
// device: h200
// compiler: nvcc
// status: 0
// out: ^1$
// silent
#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) paired(int *out)
{
    *out = 2;
}

__global__ void plain(int *out)
{
    *out = 1;
}

int main(int argc, char **)
{
    int *out, value;
    cudaMalloc(&out, sizeof *out);
    if (argc > 1)
        paired<<<2, 1>>>(out);
    else
        plain<<<1, 1>>>(out);
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    cudaFree(out);
}

// 4,096 threads launch a kernel each, and nobody asks for errors: only 2,048 launches may be pending at once.
// build: -rdc=true
// status: 4
// out: ^2048 of 4096$
// err: 2048 of 4096 launches by kernels failed with error 69, and no thread asked .*The last one at parent.* in \S*lost_children\.cu:[0-9]+ .*2048 launches may be pending at once.*cudaLimitDevRuntimePendingLaunchCount
#include <cstdio>

__global__ void mark(char *out, int i)
{
    out[i] = 1;
}

__global__ void parent(char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mark<<<1, 1>>>(out, i);
}

int main(void)
{
    static char host[4096];
    char *out;
    int marked = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    parent<<<32, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4096; i++)
        marked += host[i];
    printf("%d of 4096\n", marked);
    cudaFree(out);
}
